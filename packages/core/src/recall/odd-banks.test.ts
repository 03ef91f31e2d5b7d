import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import type { MnemeError } from '@mneme/mneme/index.js';

const LONG = 400_000;

describe('recall in odd banks', () => {
  it('a bank of one memory answers with it, and does not take it for the answer to anything', async () => {
    const { memory } = await openTestMemory();
    await memory.remember('The keys to the boat hang behind the stove.');
    const asked = await memory.recall('Where are the keys to the boat?');
    expect(asked.results.map(({ content }) => content)).toEqual([
      'The keys to the boat hang behind the stove.',
    ]);
    expect(asked.why.known.verdict).not.toBe('unknown');
    const other = await memory.recall('What is the capital of France?');
    expect(other.probability).toBeLessThan(asked.probability ?? 0);
    expect(other.why.known.verdict).not.toBe('known');
    await memory.close();
  });

  it('what was remembered outside any session is not held back for it', async () => {
    const { memory } = await openTestMemory();
    const turns = [
      'I work at the ferry office in Porto. Two ferries were cancelled this morning.',
      'My sister is allergic to walnuts, so no carrot cake on Sunday.',
      'The ticket service moves from MySQL to PostgreSQL 16 on 1 March 2025.',
      'The deploy failed because the config file had a tab in it.',
    ];
    for (const content of turns)
      await memory.remember({
        content,
        speaker: 'Tom',
        session: 'monday',
        saidAt: '2025-01-20T18:00:00Z',
      });
    await memory.remember('The ticket office opens at half past six.');
    const { results } = await memory.recall('When does the ticket office open?');
    expect(results[0]?.content).toBe('The ticket office opens at half past six.');
    await memory.close();
  });

  it('an empty text is refused by name, and nothing of its batch is kept', async () => {
    const { memory } = await openTestMemory();
    for (const content of ['', '   ', '\n\t'])
      await expect(
        memory.rememberAll(['The boat is called Wren.', { content }]),
      ).rejects.toMatchObject({ code: 'invalid_input' } satisfies Partial<MnemeError>);
    expect((await memory.recall('What is the boat called?')).results).toEqual([]);
    await memory.close();
  });

  it('one text of 400,000 characters is split, and the passage that answers is shown', async () => {
    const { memory } = await openTestMemory();
    const filler = Array.from(
      { length: 7_000 },
      (_, at) => `Row ${at} of the ledger lists ${at % 97} crates of slate.`,
    );
    filler[5_500] = 'The harbour master at Ullapool keeps a parrot named Solomon.';
    const text = filler.join(' ').slice(0, LONG);
    await memory.remember({ content: text });
    const [first] = (await memory.recall('What is the parrot of the harbour master named?'))
      .results;
    expect(first?.excerpt?.text ?? first?.content).toContain('Solomon');
    expect((first?.excerpt?.text ?? first?.content ?? '').length).toBeLessThan(20_000);
    await memory.close();
  });

  it('a question that is 4,096 characters of code finds what it is part of', async () => {
    const { memory } = await openTestMemory();
    const code = Array.from(
      { length: 200 },
      (_, at) =>
        `export function seatsLeft${at}(hall: Hall): number { return hall.seats - ${at}; }`,
    ).join('\n');
    await memory.rememberAll([code.slice(0, 4_000), 'The hall has forty seats.', 'Slate is grey.']);
    const { results } = await memory.recall(code.slice(0, 4_096));
    expect(results[0]?.content).toContain('seatsLeft');
    await expect(memory.recall(code.slice(0, 4_097))).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'profile.query',
    });
    await memory.close();
  });

  it.each(['user', 'agent'] as const)('a bank all said by the %s is answered', async (source) => {
    const { memory } = await openTestMemory();
    await memory.rememberAll(
      [
        'The rota is made on Fridays by Imke.',
        'Bread comes from the mill at Oost.',
        'The mill is shut in August.',
      ].map((content) => ({
        content,
        source,
        kind: 'experience' as const,
        speaker: source === 'user' ? 'Ana' : 'assistant',
      })),
    );
    const { results } = await memory.recall('Who makes the rota?');
    expect(results[0]?.content).toContain('Imke');
    await memory.close();
  });
});
