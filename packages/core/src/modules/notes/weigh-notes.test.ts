import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';
import type { Mneme, RememberInput } from '@mneme/mneme/index.js';

type NoteFields = NonNullable<RememberInput['note']>;

const noted = async (
  memory: Mneme,
  day: string,
  content: string,
  note: Partial<NoteFields> & Pick<NoteFields, 'about' | 'aspect' | 'value'>,
): Promise<string> =>
  (await memory.remember({ content, saidAt: `${day}T10:00:00Z`, note: { from: day, ...note } })).id;

const LESSON = { about: 'Ada', aspect: 'violin lesson', asks: ['When does Ada learn the violin?'] };

async function withLesson() {
  const { memory } = await openTestMemory();
  const id = await noted(memory, '2025-02-02', 'Ada’s violin lesson is on Thursdays at 16:30.', {
    ...LESSON,
    value: 'Thursdays at 16:30',
  });
  for (const other of ['maths test', 'swimming badge', 'school play'])
    await noted(memory, '2025-02-03', `Ada had her ${other} in January.`, {
      ...{ about: 'Ada', aspect: other, value: 'January', type: 'event' },
    });
  return { memory, id };
}

const asked = async (memory: Mneme, query: string, now = '2025-04-01T12:00:00Z') => {
  const { why, results } = await memory.recall({ query, now });
  return { known: why.known, first: results[0] };
};
const QUESTION = 'On which day is Ada’s violin lesson?';

describe('what has lapsed', () => {
  it('is told as known no more, with what it was and since when, where its end was told', async () => {
    const { memory, id } = await withLesson();
    const before = await asked(memory, QUESTION);
    expect(before.known.verdict).toBe('known');
    expect(before.known).not.toHaveProperty('lapsed');
    await noted(memory, '2025-03-24', 'Ada’s violin lessons with Mrs Pryce have ended.', {
      ...{ ...LESSON, value: 'ended', status: 'ended', replaces: [id] },
      because: 'Mrs Pryce has moved away',
    });
    const { known } = await asked(memory, QUESTION);
    expect(known.verdict).toBe('lapsed');
    expect(known.doubts[0]).toContain('2025-03-24 (Mrs Pryce has moved away)');
    expect(known.lapsed).toMatch(/^m_/);
  });

  it('is so, too, where nobody said what became of it; a new value is known again', async () => {
    const { memory, id } = await withLesson();
    await noted(memory, '2025-03-24', 'Mrs Pryce has moved to Cornwall.', {
      ...{ about: 'Mrs Pryce', aspect: 'home', value: 'Cornwall', doubts: [id] },
    });
    const { known } = await asked(memory, QUESTION);
    expect(known).toMatchObject({ verdict: 'lapsed', lapsed: id });
    expect(known.doubts[0]).toContain('Ada, violin lesson: Thursdays at 16:30');
    await noted(memory, '2025-03-30', 'Ada’s violin lesson is on Mondays at 15:00 with Mr Oke.', {
      ...{ ...LESSON, value: 'Mondays at 15:00', replaces: [id] },
    });
    expect((await asked(memory, QUESTION)).known.verdict).toBe('known');
  });

  it('is known where its past or its reason is asked for', async () => {
    const { memory, id } = await withLesson();
    await noted(memory, '2025-03-24', 'Ada’s violin lessons ended, as Mrs Pryce moved away.', {
      ...{ ...LESSON, value: 'ended', status: 'ended', replaces: [id] },
      because: 'Mrs Pryce moved away',
    });
    for (const query of [
      'On which day was Ada’s violin lesson in February 2025?',
      'Why did Ada’s violin lessons end?',
    ])
      expect((await asked(memory, query)).known.verdict).not.toBe('lapsed');
  });
});

describe('a clock that is put back', () => {
  it('asks for what held then, though other values came later', async () => {
    const { memory } = await openTestMemory();
    const lead = { about: 'the ward', aspect: 'manager', asks: ['Who runs the ward?'] };
    const first = await noted(memory, '2024-11-18', 'Declan manages the ward.', {
      ...{ ...lead, value: 'Declan' },
    });
    const acting = await noted(memory, '2024-12-28', 'Oonagh manages the ward for now.', {
      ...{ ...lead, value: 'Oonagh', replaces: [first] },
    });
    const back = await noted(memory, '2025-02-11', 'Declan is back as manager of the ward.', {
      ...{ ...lead, value: 'Declan, back', replaces: [first, acting] },
    });
    const by = async (day: string) =>
      (await asked(memory, 'Who runs the ward?', `${day}T12:00:00Z`)).first?.id;
    expect(await by('2024-12-01')).toBe(first);
    expect(await by('2025-01-06')).toBe(acting);
    expect(await by('2025-03-01')).toBe(back);
  });
});

describe('what is counted', () => {
  it('is gathered by its aspect, of whatever subject, without what has given way', async () => {
    const { memory } = await openTestMemory();
    const seats = async (who: string, value: string, day: string, more: Partial<NoteFields> = {}) =>
      noted(memory, day, `${who} takes ${value} seats for the play.`, {
        ...{ about: who, aspect: 'seats', value, ...more },
      });
    const rotary = await seats('The Rotary club', '25', '2025-10-02');
    const kept = [
      await seats('The bakery Vermassen', '20', '2025-09-23'),
      await seats('The choir', '12', '2025-10-09'),
      await seats('The library’s readers', '15', '2025-10-21'),
    ];
    const dropped = await seats('The Rotary club', 'no', '2025-11-04', { replaces: [rotary] });
    for (let at = 0; at < 12; at++)
      await noted(memory, '2025-10-01', `The play has ${at + 2} scenes in act ${at}.`, {
        ...{ about: 'the play', aspect: `act ${at}`, value: `${at + 2} scenes` },
      });
    const { results } = await memory.recall({
      query: 'How many seats are taken for the play in total?',
      now: '2025-11-10T12:00:00Z',
      limit: 5,
    });
    const ids = results.map(({ id }) => id);
    expect(ids.slice(0, 4).sort()).toEqual([...kept, dropped].sort());
  });
});
