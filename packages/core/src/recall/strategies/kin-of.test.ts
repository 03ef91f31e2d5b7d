import { describe, expect, it } from 'vitest';
import { openTestMemory, type TestMemory } from '../../../../../test/support/open-test-memory.js';

/** Notes as a reader writes them: each with a description of its subject. */
async function family(): Promise<TestMemory['memory']> {
  const { memory } = await openTestMemory();
  const turn = await memory.remember('Mum is in Banksia Court now, and Nev is still in Sydney.');
  const said: readonly (readonly [about: string, is: string, text: string])[] = [
    ['Philippa Dunstan', 'the owner, a teacher', 'Philippa Dunstan lives in Adelaide.'],
    ['Joyce', "Pip's mother", 'Joyce lives in the nursing home Banksia Court.'],
    ['Neville', "Pip's brother", 'Neville lives in Sydney.'],
    ['Callum', "Pip's son", 'Callum lives in Darwin.'],
    ['Tilly', "Pip's granddaughter, Callum's daughter", 'Tilly lives in Perth.'],
    ['the trip', "a journey of Pip's mother", 'The trip goes to Hobart.'],
    ['the home', "the nursing home of Pip's mother", 'The home has a bar.'],
  ];
  await memory.rememberAll(
    said.map(([about, is, content]) => ({
      content,
      note: { about, is, aspect: 'home', value: content, turns: [turn.id] },
    })),
  );
  return memory;
}

describe('somebody whom notes call by a relation', () => {
  it.each([
    ['Where does Mum live?', 'Joyce lives in the nursing home Banksia Court.'],
    ['Where does my mother live?', 'Joyce lives in the nursing home Banksia Court.'],
    ["Where does Callum's daughter live?", 'Tilly lives in Perth.'],
    ['Where does my brother live?', 'Neville lives in Sydney.'],
  ])('%s', async (query, answer) => {
    const { results } = await (await family()).recall(query);
    expect(results[0]?.content).toBe(answer);
  });

  it('is who a sentence that is checked speaks of', async () => {
    const { sentences } = await (
      await family()
    ).guidance.check('Mum lives in the nursing home Banksia Court.');
    expect(sentences).toMatchObject([
      { text: 'Mum lives in the nursing home Banksia Court.', verdict: 'supported' },
    ]);
  });
});
