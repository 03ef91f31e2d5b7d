import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../test/support/open-test-memory.js';

/** What a question for a class of things finds first among memories that have none of its words. */
async function first(query: string, contents: readonly string[]): Promise<string | undefined> {
  const { memory } = await openTestMemory();
  await memory.rememberAll(contents.map((content) => ({ content })));
  const { results } = await memory.recall({ query, limit: 1 });
  await memory.close();
  return results[0]?.content;
}

const NOTES = [
  'Fluffy the cat sleeps on the radiator.',
  'The invoice for the roof came on Monday.',
  'We painted the kitchen wall blue.',
  'The train was late again.',
];

describe('what words mean', () => {
  it('finds a thing by the class it belongs to', async () => {
    expect(await first('Which pets are there?', NOTES)).toBe(NOTES[0]);
  });

  it('finds a thing by a word that means about the same', async () => {
    expect(await first('Did we get a bill?', NOTES)).toBe(NOTES[1]);
  });
});
