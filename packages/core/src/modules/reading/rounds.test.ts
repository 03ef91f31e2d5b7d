/** An agent reads pending turns itself: notified of them, shown them, and submitting notes. */
import { describe, expect, it } from 'vitest';
import { unreadOf } from '../../../../../test/support/unread-of.js';
import { openTestMemory, testClock } from '../../../../../test/support/open-test-memory.js';
import { scriptedReader } from '../../../../../test/support/scripted-reader.js';
import { MnemeError } from '../../domain/errors.js';
import type { Mneme, OpenOptions } from '@mneme/mneme/index.js';
import { stripRecalled } from '../../domain/recalled-text.js';

const HOUR = 3_600_000;
const NONE =
  'as no reader is configured. The tool `unread`, or `mneme reading --next`, shows what to do.';

async function open(options: Omit<OpenOptions, 'clock'> = {}) {
  const clock = testClock();
  const { memory } = await openTestMemory({ clock, owner: 'Nadia', ...options });
  const said = async (content: string, session = 's'): Promise<string> =>
    (await memory.remember({ content, speaker: 'Nadia', session, saidAt: '2025-01-20' })).id;
  return { memory, clock, said };
}

const lineOf = async (memory: Mneme, more: object = {}): Promise<string | null> =>
  (await memory.context({ query: 'Where does Nadia live?', ...more })).unread;

describe('the line on what waits', () => {
  it('says how many turns wait and by which verb they are got', async () => {
    const { memory, said } = await open();
    expect(await lineOf(memory)).toBeNull();
    await said('I live in Utrecht.');
    expect(await lineOf(memory)).toBe(`Unread: 1 turn waits to be read into notes, ${NONE}`);
    expect((await memory.brief()).unread).toContain('1 turn waits');
    await said('The boat is green.', 't');
    expect((await memory.brief()).unread).toContain('2 turns wait');
  });

  it('is told once a conversation, and where none is named once an hour', async () => {
    const { memory, clock, said } = await open();
    await said('I live in Utrecht.');
    for (const named of [{ delta: 'a' }, { within: { session: 'b' } }, { exceptSession: 'c' }]) {
      expect(await lineOf(memory, named)).toContain('1 turn');
      clock.advance(2 * HOUR);
      expect(await lineOf(memory, named)).toBeNull();
    }
    expect(await lineOf(memory)).toContain('1 turn');
    expect(await lineOf(memory)).toBeNull();
    clock.advance(HOUR);
    expect(await lineOf(memory)).toContain('1 turn');
  });

  it('is not told to who cannot read, or where reading was switched off', async () => {
    const { memory, said } = await open();
    await said('I live in Utrecht.');
    expect(await lineOf(memory, { offer: ['recall'] })).toBeNull();
    expect(await lineOf(memory, { offer: ['unread'] })).toContain('1 turn');
    const off = await open({ reading: false });
    await off.said('I live in Utrecht.');
    expect(await lineOf(off.memory)).toBeNull();
  });

  it('is told of a reader that fails, with the reason, and not of one that reads', async () => {
    const reader = scriptedReader();
    const { memory, said } = await open({ reader, reading: { on: true, quietMs: 86_400_000 } });
    await said('I live in Utrecht.');
    expect(await lineOf(memory)).toBeNull();
    reader.answer(() => {
      throw new MnemeError('unavailable', 'program claude ended with code 1.');
    });
    await memory.reading.run();
    expect(await lineOf(memory)).toBe(
      'Unread: 1 turn waits to be read into notes, as the reader failed (it ended with code 1). The tool `unread`, or `mneme reading --next`, shows what to do.',
    );
  });

  it('counts to a hundred, and is no memory when it comes back', async () => {
    const { memory } = await open();
    await memory.rememberAll(
      Array.from({ length: 130 }, (_, at) => ({
        content: `Nadia saw ${at} herons.`,
        session: 's',
      })),
    );
    const line = await lineOf(memory);
    expect(line).toContain('more than 100 turns wait');
    expect(stripRecalled(`${line}\nNadia likes tea.`).text).toBe('Nadia likes tea.');
  });
});

const note = (text: string, turns: readonly string[], more: object = {}) => ({
  text,
  about: 'Nadia',
  aspect: 'home',
  value: text,
  turns: [...turns],
  ...more,
});

describe('what an agent hands in', () => {
  it('becomes notes in one change, that replace what unread showed and can be undone', async () => {
    const { memory, said } = await open();
    const first = await said('I live in Utrecht.');
    const done = await memory.reading.markRead({
      ids: [first],
      notes: [note('Nadia lives in Utrecht.', [first])],
    });
    expect(done).toMatchObject({ marked: 1, notes: 1, refused: {}, left: [], waiting: 0 });
    const second = await said('I moved to Vught, and the cat is called Mies.', 't');
    const { turns, notes, task } = await unreadOf(memory);
    expect(turns.map(({ id }) => id)).toEqual([second]);
    expect(task).toContain('mark_read');
    const [earlier] = notes;
    await memory.reading.markRead({
      ids: [second],
      notes: [
        note('Nadia lives in Vught.', [second], { replaces: [earlier?.id ?? ''] }),
        note('Nadia’s cat is called Mies.', [second], { aspect: 'cat' }),
        note('Mies lives in Vught with Nadia.', [second], { about: 'Mies', doubts: ['x2'] }),
      ],
    });
    const validity = async (): Promise<Record<string, string>> =>
      Object.fromEntries(
        (await memory.recall({ query: 'Where does Nadia live?', limit: 10 })).results.map(
          ({ content, validity }) => [content, validity],
        ),
      );
    expect((await validity())['Nadia lives in Vught.']).toBe('current');
    const [last] = (await memory.curation.log()).changes;
    expect(last).toMatchObject({ verb: 'read', reason: '3 notes of 1 turn, read by agent' });
    await memory.undo(last?.reversal ?? '');
    expect((await memory.list({ kinds: ['note'] })).memories.map(({ content }) => content)).toEqual(
      ['Nadia lives in Utrecht.'],
    );
  });

  it('is held to its turns: what stands nowhere is told by its name, and the turns wait no more', async () => {
    const { memory, said } = await open();
    const id = await said('I live in Utrecht.');
    const told = await memory.reading.markRead({
      ids: [id],
      notes: [
        note('Nadia lives in Utrecht.', [id]),
        note('Nadia pays 850 euros.', [id]),
        note('Nadia likes tea.', ['t1'], { id: 'tea' }),
      ],
    });
    expect(told).toMatchObject({ marked: 1, notes: 1, left: ['x2', 'tea'], waiting: 0 });
    expect(Object.values(told.refused)).toEqual([1, 1]);
  });

  it('is written once: handed in again only what is new is written', async () => {
    const { memory, said } = await open();
    const id = await said('I live in Utrecht and like tea.');
    const hand = (...texts: string[]) =>
      memory.reading.markRead({ ids: [id], notes: texts.map((text) => note(text, [id])) });
    await hand('Nadia lives in Utrecht.');
    const { sequence } = (await memory.curation.log()).changes[0] ?? { sequence: 0 };
    expect(await hand('Nadia lives in Utrecht.')).toMatchObject({
      ...{ marked: 0, notes: 0, left: ['x1'] },
      refused: { 'a note that is there already': 1 },
    });
    expect((await memory.curation.log()).changes[0]?.sequence).toBe(sequence);
    expect(await hand('Nadia lives in Utrecht.', 'Nadia likes tea.')).toMatchObject({
      ...{ marked: 0, notes: 1, left: ['x1'] },
    });
    expect(await memory.reading.markRead({ ids: [id] })).toMatchObject({ marked: 0 });
    expect(await memory.reading.status()).toMatchObject({ read: 1, notes: 2 });
  });

  it('names the word that nobody said, and is taken once it is mended', async () => {
    const { memory, said } = await open();
    const id = await said('I moved in with my sister.');
    const hand = (text: string) =>
      memory.reading.markRead({ ids: [id], notes: [note(text, [id])] });
    expect((await hand('Nadia moved in with Magdalena.')).reasons).toEqual([
      { id: 'x1', why: 'a name that stands nowhere', word: 'Magdalena' },
    ]);
    const refused = async () =>
      (await memory.reading.status({ review: true })).review?.refused.map(({ word }) => word);
    expect(await refused()).toEqual(['Magdalena']);
    expect(await hand('Nadia moved in with her sister.')).toMatchObject({ notes: 1, left: [] });
    expect(await refused()).toEqual([]);
    const [last] = (await memory.curation.log()).changes;
    await memory.undo(last?.reversal ?? '');
    expect(await refused()).toEqual(['Magdalena']);
  });

  it.each([
    [{ ids: [] }, 'ids'],
    [{ ids: ['t1'] }, 'ids.0'],
    [{ ids: ['m_0000000000000'], notes: [note('Nadia sings.', ['x'])] }, 'ids'],
    [{ ids: ['m_0000000000000'], notes: [{ ...note('a', ['x']), bogus: 1 }] }, 'notes.0.bogus'],
    [{ ids: ['m_0000000000000'], notes: [note('a', [])] }, 'notes.0.turns'],
  ])('is refused by the field at fault: %j', async (input, field) => {
    const { memory, said } = await open();
    await said('I live in Utrecht.');
    await expect(memory.reading.markRead(input)).rejects.toMatchObject({
      code: 'invalid_input',
      field,
    });
  });

  it('is refused where two notes have one name, and with more turns than one unread shows', async () => {
    const { memory, said } = await open();
    const ids: string[] = [];
    for (let at = 0; at < 21; at++) ids.push(await said(`I saw ${at} herons.`, 's'));
    const [id = ''] = ids;
    const twice = [note('Nadia saw herons.', [id], { id: 'a' }), note('So.', [id], { id: 'a' })];
    await expect(memory.reading.markRead({ ids: [id], notes: twice })).rejects.toMatchObject({
      field: 'notes.1.id',
    });
    await expect(
      memory.reading.markRead({ ids, notes: [note('Nadia saw herons.', [id])] }),
    ).rejects.toMatchObject({
      field: 'ids',
      hint: 'Hand in the turns of one session, as `mneme reading --next` or the tool `unread` shows them.',
    });
    expect((await unreadOf(memory)).waiting).toBe(21);
  });

  it('gets a turn that no program could be asked about', async () => {
    const { memory, said } = await open({ reading: { tokens: 6_000 } });
    await said(
      `I live in Utrecht. ${'The heron stood by the weir and did not move. '.repeat(1_000)}`,
    );
    expect((await unreadOf(memory)).turns).toHaveLength(1);
  });
});

describe('the counts', () => {
  it('are those of the bank, whoever read', async () => {
    const { memory, said } = await open();
    const [home, boat, chat] = [
      await said('I live in Utrecht.'),
      await said('The boat is green.'),
      await said('Good morning!'),
    ];
    await memory.reading.markRead({
      ids: [home, chat],
      notes: [note('Nadia lives in Utrecht.', [home])],
    });
    expect(await memory.reading.status()).toMatchObject({ read: 2, notes: 1, waiting: 1 });
    await memory.remember({
      content: 'Nadia’s boat is green.',
      note: { about: 'Nadia', aspect: 'boat', value: 'green', turns: [boat] },
    });
    expect(await memory.reading.status()).toMatchObject({ read: 3, notes: 2, waiting: 0 });
  });
});
