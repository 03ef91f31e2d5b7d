import { describe, expect, it } from 'vitest';
import type { Mneme, RememberInput } from '@mneme/mneme/index.js';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';

type NoteFields = NonNullable<RememberInput['note']>;

const saidOn = (day: string, content: string): RememberInput => ({
  content,
  speaker: 'Ylva',
  session: day,
  saidAt: `${day}T10:00:00Z`,
});

async function noted(
  memory: Mneme,
  content: string,
  note: Partial<NoteFields> & Pick<NoteFields, 'value'>,
): Promise<string> {
  const { id } = await memory.remember({
    content,
    note: { about: 'Ylva', aspect: 'rent', ...note },
  });
  return id;
}

/** The validity of each result by id, queried on a day. */
async function holding(memory: Mneme, day: string, query = 'What rent does Ylva pay?') {
  const { results } = await memory.recall({ query, now: `${day}T12:00:00Z` });
  return { first: results[0], by: new Map(results.map(({ id, validity }) => [id, validity])) };
}

async function withRent() {
  const { memory } = await openTestMemory();
  const turn = await memory.remember(saidOn('2025-01-10', 'the flat is 700 a month, fine by me'));
  const old = await noted(memory, 'Ylva pays 700 euros of rent a month.', {
    value: '700 euros',
    turns: [turn.id],
    asks: ['How much does her flat cost?'],
  });
  return { memory, turn, old };
}

describe('a note', () => {
  it('and the turn it was read off are one result, the sentence with the words below it', async () => {
    const { memory, turn, old } = await withRent();
    const { results } = await memory.recall('How much does her flat cost?');
    expect(results[0]).toMatchObject({
      id: old,
      kind: 'note',
      validity: 'current',
      saidAt: Date.UTC(2025, 0, 10, 10),
      note: { value: '700 euros', turns: [{ id: turn.id, speaker: 'Ylva' }] },
    });
    expect(results.map(({ id }) => id)).not.toContain(turn.id);
  });

  it('gives way to what was said since and nobody has read yet', async () => {
    const { memory, old } = await withRent();
    const said = await memory.remember(
      saidOn('2025-03-02', 'her flat does cost 780 a month by now'),
    );
    const asked = { query: 'How much does her flat cost a month?', now: '2025-04-01T12:00:00Z' };
    const { results } = await memory.recall(asked);
    expect(results[0]).toMatchObject({ id: said.id, validity: 'unread' });
    expect(results.map(({ id }) => id)).toContain(old);
    await memory.remember(saidOn('2025-03-03', 'lovely weather today, I took the bike'));
    expect((await memory.recall(asked)).results[0]?.id).toBe(said.id);
  });

  it('of the month asked for comes first, the last of that name where the past is asked for', async () => {
    const { memory, turn, old } = await withRent();
    const told = await memory.remember(saidOn('2025-03-02', 'from May the rent is 780'));
    const next = await noted(memory, 'From May 2025 Ylva pays 780 euros of rent a month.', {
      ...{ value: '780 euros', from: '2025-05-01', status: 'planned' },
      ...{ turns: [told.id], replaces: [old as never] },
    });
    expect(turn.id).not.toBe(told.id);
    const firstOf = async (query: string) => (await holding(memory, '2026-02-01', query)).first?.id;
    expect(await firstOf('What rent was Ylva asked for in April?')).toBe(old);
    expect(await firstOf('What rent was Ylva asked for in June?')).toBe(next);
    expect(await firstOf('What rent does Ylva pay?')).toBe(next);
  });

  it('whose value is a day holds before that day', async () => {
    const { memory } = await openTestMemory();
    const due = async (day: string, value: string, replaces: readonly string[]) => {
      const turn = await memory.remember(saidOn(day, `the baby is due on ${value}`));
      return noted(memory, `Ylva's baby is due on ${value}.`, {
        ...{ aspect: 'due date', value, from: value, asks: ['When is the baby due?'] },
        ...{ turns: [turn.id], replaces: replaces as never[] },
      });
    };
    const first = await due('2025-02-08', '2025-07-12', []);
    const second = await due('2025-04-08', '2025-07-05', [first]);
    const query = 'When is the baby due?';
    expect((await holding(memory, '2025-03-01', query)).first?.id).toBe(first);
    const later = await holding(memory, '2025-05-01', query);
    expect(later.first?.id).toBe(second);
    expect(later.by.get(first as never)).toBe('superseded');
  });

  it('that replaces another stands before it, and undoing gives the other back its place', async () => {
    const { memory, turn, old } = await withRent();
    const told = await memory.remember(saidOn('2025-03-02', 'rent went up to 780'));
    const { receipts, sequence } = await memory.rememberAll([
      {
        content: 'Ylva pays 780 euros of rent a month.',
        note: {
          about: 'Ylva',
          aspect: 'rent',
          value: '780 euros',
          turns: [told.id],
          replaces: [old as never],
        },
      },
    ]);
    const now = await holding(memory, '2025-04-01');
    expect(now.first?.id).toBe(receipts[0]?.id);
    expect(now.by.get(old as never)).toBe('superseded');
    const before = await holding(memory, '2025-04-01', 'What rent did Ylva pay before?');
    expect(before.first?.id).toBe(old);
    const { changes } = await memory.curation.log({ limit: 1 });
    expect(changes[0]?.sequence).toBe(sequence);
    await memory.undo(changes[0]?.reversal ?? '');
    const again = await holding(memory, '2025-04-01');
    expect(again.by.get(old as never)).toBe('current');
    expect(turn.outcome).toBe('remembered');
  });

  it('that is announced replaces on its day, unless it is called off', async () => {
    const { memory, old } = await withRent();
    const next = await noted(memory, 'Ylva pays 780 euros of rent from 1 May 2025 on.', {
      value: '780 euros',
      status: 'planned',
      from: '2025-05-01',
      replaces: [old as never],
    });
    expect((await holding(memory, '2025-04-30')).by.get(old as never)).toBe('current');
    expect((await holding(memory, '2025-05-01')).by.get(old as never)).toBe('superseded');
    await noted(memory, 'The higher rent of Ylva was called off.', {
      value: 'called off',
      status: 'cancelled',
      replaces: [next as never],
    });
    expect((await holding(memory, '2025-05-02')).by.get(old as never)).toBe('current');
  });

  it('that holds for a while gives way again', async () => {
    const { memory, old } = await withRent();
    await noted(memory, 'In June 2025 Ylva pays 350 euros of rent, as the bath is torn out.', {
      value: '350 euros',
      from: '2025-06-01',
      until: '2025-06-30',
      replaces: [old as never],
    });
    expect((await holding(memory, '2025-06-10')).by.get(old as never)).toBe('superseded');
    expect((await holding(memory, '2025-07-01')).by.get(old as never)).toBe('current');
  });

  it('that only tells when another ends does not bring it back', async () => {
    const { memory, old } = await withRent();
    const ends = await noted(memory, 'Ylva pays 700 euros of rent until 30 June 2025.', {
      value: '700 euros, until the end of June',
      until: '2025-06-30',
      replaces: [old as never],
    });
    const later = await holding(memory, '2025-07-01');
    expect(later.by.get(old as never)).toBe('superseded');
    expect(later.by.get(ends as never)).toBe('past');
  });

  it('of an end told ahead holds until its day', async () => {
    const { memory, old } = await withRent();
    const ends = await noted(memory, 'The lease of Ylva ends on 30 June 2025.', {
      ...{ value: 'ends in June', aspect: 'lease', status: 'ended', until: '2025-06-30' },
      replaces: [old as never],
    });
    expect((await holding(memory, '2025-06-30')).by.get(ends as never)).toBe('current');
    expect((await holding(memory, '2025-07-01')).by.get(ends as never)).toBe('ended');
  });

  it('of a plan gives way at once where it is moved, and stays so where that is called off', async () => {
    const { memory } = await withRent();
    const plan = { aspect: 'handover', type: 'event', status: 'planned' } as const;
    const asked = 'When is the handover of the keys of Ylva?';
    const first = await noted(memory, 'The handover of Ylva’s keys is on 5 May 2025.', {
      ...{ ...plan, value: '5 May', from: '2025-05-05' },
    });
    const moved = await noted(memory, 'The handover of Ylva’s keys was moved to 9 May 2025.', {
      ...{ ...plan, value: '9 May', from: '2025-05-09', replaces: [first as never] },
    });
    expect((await holding(memory, '2025-05-01', asked)).by.get(first as never)).toBe('superseded');
    await noted(memory, 'The handover of Ylva’s keys was called off.', {
      ...{ ...plan, value: 'called off', status: 'cancelled', replaces: [moved as never] },
    });
    expect((await holding(memory, '2025-05-01', asked)).by.get(first as never)).toBe('superseded');
  });

  it('that is only planned leaves what is so until its day', async () => {
    const { memory, old } = await withRent();
    await noted(memory, 'Ylva moves out of the flat on 1 August 2025.', {
      ...{ value: 'moves out', type: 'plan', status: 'planned', from: '2025-08-01' },
      replaces: [old as never],
    });
    expect((await holding(memory, '2025-07-31')).by.get(old as never)).toBe('current');
    expect((await holding(memory, '2025-08-01')).by.get(old as never)).toBe('superseded');
  });

  it('that puts another in doubt says so of it', async () => {
    const { memory, old } = await withRent();
    await noted(memory, 'Bertil, Ylva’s landlord, sold the house in March 2025.', {
      value: 'sold',
      aspect: 'landlord',
      type: 'event',
      doubts: [old as never],
    });
    expect((await holding(memory, '2025-04-01')).by.get(old as never)).toBe('doubtful');
  });

  it.each([
    ['a turn that is none', { turns: ['m_0000000000000'] }, 'input.note.turns'],
    ['a note that is none', { replaces: ['m_0000000000000'] }, 'input.note.replaces'],
    [
      'an end before its beginning',
      { from: '2025-02-01', until: '2025-01-01' },
      'input.note.until',
    ],
  ])('is refused with %s', async (_what, more, field) => {
    const { memory } = await openTestMemory();
    await expect(
      noted(memory, 'Ylva pays.', { value: 'x', ...(more as object) }),
    ).rejects.toMatchObject({ code: 'invalid_input', field });
    expect((await memory.care.stats()).memories).toBe(0);
  });
});

it('that is a plan without a day ends nothing until it is told that it came', async () => {
  const { memory } = await openTestMemory();
  const home = (content: string, value: string, more: object = {}) =>
    noted(memory, content, { aspect: 'home', value, ...more });
  const old = await home('Ylva lives on Carlaw Ave.', 'Carlaw Ave');
  const plan = await home('Ylva wants to move to Leslie Street.', 'Leslie Street', {
    ...{ type: 'plan', status: 'planned', replaces: [old] },
  });
  const state = async () =>
    (await holding(memory, '2025-04-01', 'Where does Ylva live?')).by.get(old as never);
  expect(await state()).toBe('current');
  await home('Ylva moved to Leslie Street.', 'Leslie Street', { status: 'done', replaces: [plan] });
  expect(await state()).toBe('superseded');
});
