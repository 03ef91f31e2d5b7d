import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';

const QUESTION = 'When does the ticket office open?';

async function answers(texts: readonly string[], query: string): Promise<string[]> {
  const { memory } = await openTestMemory();
  await memory.rememberAll(texts.map((content) => ({ content })));
  const { results } = await memory.recall(query);
  return results.map(({ content }) => content);
}

describe('a question that was asked before', () => {
  it('is no answer when it is asked again, and does not stand before one', async () => {
    const told = 'The office for tickets opens at half past six.';
    expect(await answers([QUESTION, told, 'The weir was mended.'], QUESTION)).not.toContain(
      QUESTION,
    );
    expect((await answers([QUESTION, told], QUESTION))[0]).toBe(told);
    expect(await answers([QUESTION], QUESTION)).toEqual([]);
  });

  it('is found by who asks for it in other words, and kept where it names more', async () => {
    expect(await answers([QUESTION], 'ticket counter')).toEqual([QUESTION]);
    const more = 'Does the ticket office open at half past six on Sundays in winter?';
    expect(await answers([more], 'When does the ticket office open?')).toEqual([more]);
  });

  it('goes for a request as well, and never for a statement', async () => {
    const request = 'Draft a mail to the nursery';
    expect(await answers([request], request)).toEqual([]);
    const statement = 'Tom lives in Leeds.';
    expect(await answers([statement], 'Does Tom live in Leeds?')).toEqual([statement]);
    expect(await answers([statement], statement)).toEqual([statement]);
  });
});
