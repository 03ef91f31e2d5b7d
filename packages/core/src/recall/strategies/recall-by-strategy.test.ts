import { describe, expect, it } from 'vitest';
import { openTestMemory, type TestMemory } from '../../../../../test/support/open-test-memory.js';
import { contents } from '../../../../../test/support/recollections.js';

const FILLER = [
  'The kiln fires at noon.',
  'Rain fell all day on the harbour.',
  'The parser has a new owner.',
  'Lunch was soup again.',
];

async function family(): Promise<TestMemory> {
  const rig = await openTestMemory();
  await rig.memory.rememberAll([
    { speaker: 'Jonas', session: 'a', content: 'I still live in Halle, same flat as always.' },
    {
      speaker: 'Jonas',
      session: 'a',
      content: 'My sister Lena just moved to Rostock with her husband.',
    },
    {
      speaker: 'Marek',
      session: 'a',
      content: 'My parents live in Poznan, and my brother Piotr drives a taxi in Berlin.',
    },
    { speaker: 'Jonas', session: 'a', content: "I always forget where Marek's parents live." },
    { speaker: 'Lena', session: 'b', content: 'I am married to Stefan.' },
    { speaker: 'Stefan', session: 'b', content: 'I work at the Hansa shipyard.' },
    {
      speaker: 'Ana',
      session: 'b',
      content: 'My sister Rita plays the cello, and my sister Eva paints.',
    },
    { speaker: 'Ana', session: 'b', content: 'My boss is Katrin.', saidAt: '2025-01-01T10:00:00Z' },
    {
      speaker: 'Ana',
      session: 'b',
      content: 'Dora is my new boss.',
      saidAt: '2025-01-20T10:00:00Z',
    },
    { speaker: 'Dora', session: 'b', content: 'I ride a red motorbike.' },
    ...FILLER,
  ]);
  return rig;
}

describe('somebody told by a relation', () => {
  it.each([
    [
      "Where does Jonas' sister live?",
      'My sister Lena just moved to Rostock with her husband.',
      "read “Jonas' sister” as “Lena”, as the bank tells",
    ],
    [
      'Where does the sister of Jonas live?',
      'My sister Lena just moved to Rostock with her husband.',
      'read “the sister of Jonas” as “Lena”, as the bank tells',
    ],
    [
      "Where does Lena's brother live?",
      'I still live in Halle, same flat as always.',
      "read “Lena's brother” as “Jonas”, as the bank tells",
    ],
    [
      "Where does Jonas' sister's husband work?",
      'I work at the Hansa shipyard.',
      "read “Lena's husband” as “Stefan”, as the bank tells",
    ],
    [
      "What does Ana's boss ride?",
      'I ride a red motorbike.',
      "read “Ana's boss” as “Dora”, as the bank tells",
    ],
  ])('%s', async (query, first, step) => {
    const { memory } = await family();
    for (const strategy of ['auto', 'plain'] as const) {
      const answer = await memory.recall({ query, strategy });
      expect(contents(answer)[0]).toBe(first);
      expect(answer.plan.strategy.steps).toContain(step);
    }
  });

  it.each([
    "What does Ana's sister play?",
    "Where does Stefan's sister live?",
    "Who is Jonas' sister?",
    'Where do the parents of Marek live?',
    "What did Ana's boss ride before?",
  ])('is left as it is where the bank does not tell who, or that is asked: %s', async (query) => {
    const { memory } = await family();
    expect((await memory.recall(query)).plan.strategy.steps).toEqual([]);
  });

  it('is found by what the bank knew at the moment asked about', async () => {
    const { memory, clock } = await openTestMemory();
    await memory.rememberAll([
      { speaker: 'Ana', content: 'I ride a motorbike to work.' },
      ...FILLER,
    ]);
    const before = clock.now();
    clock.advance(1_000);
    await memory.remember({ speaker: 'Tom', content: 'My boss is Ana.' });
    expect(
      (await memory.recall({ query: "What does Tom's boss ride?", asOf: before })).plan.strategy
        .steps,
    ).toEqual([]);
    expect((await memory.recall("What does Tom's boss ride?")).plan.strategy.steps).toHaveLength(1);
  });
});
