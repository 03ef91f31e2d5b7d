import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';

const SATURDAY = Date.UTC(2025, 5, 28);
const DAY = 86_400_000;

async function found(memory: Mneme, query: string): Promise<(string | undefined)[]> {
  return (await memory.recall({ query, limit: 5 })).results.map(({ content }) => content);
}

describe('dates', () => {
  it('are made absolute against the moment of saying', async () => {
    const { memory } = await openTestMemory();
    const receipt = await memory.remember({
      content: 'Tom moved to Porto last Saturday.',
      saidAt: '2025-07-02T10:00:00Z',
    });
    expect(receipt.dates).toEqual(['last Saturday = 28 June 2025']);
    expect((await memory.show(receipt.id)).memory).toMatchObject({
      occurredFrom: SATURDAY,
      occurredTo: SATURDAY + DAY,
      occurredPrecision: 'day',
    });
    const [result] = (
      await memory.recall({ query: 'When did Tom move?', now: '2026-01-01T00:00:00Z' })
    ).results;
    expect(result?.occurred).toMatchObject({ from: SATURDAY, text: '28 June 2025' });
  });

  it('that are a year stay a year', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember('Dona Celeste bought the house in 2019.');
    expect((await memory.show(id)).memory).toMatchObject({
      occurredFrom: Date.UTC(2019, 0, 1),
      occurredTo: Date.UTC(2020, 0, 1),
      occurredPrecision: 'year',
    });
    const [result] = (await memory.recall('When was the house bought?')).results;
    expect(result?.occurred?.text).toBe('2019');
  });

  it('at the end of the calendar do not break the text', async () => {
    const { memory } = await openTestMemory();
    const receipt = await memory.remember({
      content: 'See you tomorrow.',
      saidAt: '9999-12-31T23:00:00Z',
    });
    const { memory: kept } = await memory.show(receipt.id);
    expect([kept.occurredFrom, kept.occurredTo].every(Number.isFinite)).toBe(true);
    expect(JSON.stringify(receipt)).not.toContain('NaN');
    const { plan } = await memory.recall({
      query: 'What happens tomorrow?',
      now: '9999-12-31T23:00:00Z',
    });
    expect(JSON.stringify(plan)).not.toContain('NaN');
  });
});

describe('names and links', () => {
  it('a short name means the one person it can mean', async () => {
    const { memory } = await openTestMemory();
    const one = await memory.remember({ content: 'Tom Okafor designs services.', session: 's' });
    const two = await memory.remember({
      content: 'I met Tom at the river in Leeds.',
      session: 's',
    });
    const personOf = async (id: string) =>
      (await memory.show(id)).links
        .filter(({ role, text }) => role === 'mentions' && text.startsWith('Tom'))
        .map(({ other }) => other);
    const [long] = await personOf(one.id);
    expect(long).toMatch(/^e_/);
    expect(await personOf(two.id)).toEqual([long]);
  });

  it('a short name that two people bear is settled on neither of them at random: no entity swallows both', async () => {
    const { memory } = await openTestMemory();
    await memory.remember('Tom Okafor designs services.');
    await memory.remember('Tom Hargreaves repairs bicycles.');
    const { id } = await memory.remember('I met Tom at the river in Leeds.');
    const names = (await memory.show(id)).links
      .filter(({ role }) => role === 'mentions')
      .map(({ text }) => text);
    expect(names).toContain('Tom');
  });

  it('of all five families appear on suitable text', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      {
        content: 'Tom Okafor lives in Leeds with his greyhound Marmalade.',
        speaker: 'Priya',
        session: 's',
      },
      {
        content: 'Tom Okafor walks his greyhound Marmalade in Leeds.',
        speaker: 'Priya',
        session: 's',
      },
      {
        content: 'The supper was served cold because the water heater broke.',
        speaker: 'Priya',
        session: 's',
      },
    ]);
    const { edges } = await memory.care.stats();
    expect(Object.entries(edges).filter(([, count]) => count === 0)).toEqual([]);
  });

  it('turns of a session follow one another, also across batches', async () => {
    const { memory } = await openTestMemory();
    const { receipts } = await memory.rememberAll([
      { content: 'Shall we swim?', session: 's' },
      { content: 'The water is cold.', session: 's' },
    ]);
    const third = await memory.remember({ content: 'Then let us walk to the mill.', session: 's' });
    const before = async (id: string | undefined) =>
      (await memory.show(id ?? '')).links
        .filter(({ role, direction }) => role === 'follows' && direction === 'out')
        .map(({ other }) => other);
    expect(await before(receipts[1]?.id)).toEqual([receipts[0]?.id]);
    expect(await before(third.id)).toEqual([receipts[1]?.id]);
    expect((await memory.show(third.id)).memory.position).toBe(2);
  });

  it('of what is somebody’s, without a word whose, are not those of all such', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      { content: 'Raj brought his wife Inés.', speaker: 'Ana' },
      { content: 'Bert came with his wife.', speaker: 'Ana' },
    ]);
    await expect(memory.graph.explore({ of: 'wife' })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await memory.recall('Inés')).results[0]?.content).toBe('Raj brought his wife Inés.');
  });

  it('“that’s why” makes the turn before the cause', async () => {
    const { memory } = await openTestMemory();
    const { receipts } = await memory.rememberAll([
      { content: 'The plumber closed the gas of the whole flat.', session: 's', speaker: 'Priya' },
      { content: "That's why the soup was cold.", session: 's', speaker: 'Priya' },
    ]);
    const causes = (await memory.show(receipts[1]?.id ?? '')).links.filter(
      ({ role }) => role === 'causes',
    );
    expect(causes).toMatchObject([{ direction: 'in', other: receipts[0]?.id }]);
  });
});

describe('languages', () => {
  it.each([
    ['ja', '来月、京都で新しい包丁を買います。', '包丁はどこで買いますか？'],
    [
      'de',
      'Meine Großmutter hat den Apfelkuchen immer mit Zimt und ohne Rosinen gebacken.',
      'Womit hat die Großmutter den Kuchen gebacken?',
    ],
    [
      'pt',
      'A minha irmã trabalha à noite no hospital de Coimbra e dorme durante o dia.',
      'Onde trabalha a irmã à noite?',
    ],
  ])(
    '%s is told, kept and found by a question in the same language',
    async (language, content, query) => {
      const { memory } = await openTestMemory();
      const others = [
        'The kettle is red.',
        'Tom ran sixteen kilometres.',
        'O comboio chega às nove.',
        'Der Zug kommt um neun.',
        '電車は九時に来ます。',
      ];
      await memory.rememberAll(others);
      const { id } = await memory.remember(content);
      expect((await memory.show(id)).memory).toMatchObject({ language, content });
      expect((await found(memory, query))[0]).toBe(content);
    },
  );
});

describe('whom a name means', () => {
  it.each([
    ['Ms. Katherine Ashby runs the office.', 'Catherine Ashby signed it.', 'Katherine Ashby'],
    ['Aisha Nwosu reviewed a play.', 'Nwosu found it too long.', 'Aisha Nwosu'],
    [
      'The European Space Agency ordered a camera.',
      'A lens was sent to ESA by post.',
      'European Space Agency',
    ],
    ['Samuel Ortega wrote the draft.', 'Samual Ortega sent the draft.', 'Samuel Ortega'],
  ])('after “%s”, in “%s” it is %s', async (first, second, who) => {
    const { memory } = await openTestMemory();
    await memory.remember(first);
    expect((await memory.remember(second)).entities).toContain(who);
  });

  it('is not settled by what somebody else is called in short, nor by a name of which the end is another', async () => {
    const { memory } = await openTestMemory();
    await memory.remember('Samuel Ortega wrote the draft.');
    await memory.remember('Ortega sent the draft to Lisbon.');
    expect((await memory.remember('Susan Ortega read the draft.')).entities).not.toContain(
      'Samuel Ortega',
    );
    await memory.remember('Giulia Moretti cooks.');
    expect((await memory.remember('Giulio Moretti keeps the books.')).entities).not.toContain(
      'Giulia Moretti',
    );
  });
});
