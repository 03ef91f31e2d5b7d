import { describe, expect, it } from 'vitest';
import type { Mneme, RememberInput } from '@mneme/mneme/index.js';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';

type NoteFields = NonNullable<RememberInput['note']>;

async function noted(memory: Mneme, content: string, note: Partial<NoteFields>): Promise<string> {
  const { id } = await memory.remember({
    content,
    note: { about: 'Callum', aspect: 'home', value: 'Darwin', ...note },
  });
  return id;
}

async function withTwoHomes() {
  const { memory } = await openTestMemory();
  const older = await noted(memory, 'Callum lives in Darwin.', { from: '2024-02-01' });
  const newer = await noted(memory, 'Callum lives in Perth since May 2025.', {
    value: 'Perth',
    from: '2025-05-01',
  });
  return { memory, older, newer };
}

const pairsOf = async (memory: Mneme): Promise<(readonly [string, string])[]> =>
  (await memory.validity.conflicts({ status: 'pending' })).conflicts.map(
    ({ olderValue, newerValue }) => [olderValue, newerValue],
  );

describe('two notes that hold and say different things of one aspect', () => {
  it('are a conflict, under the same id each time, with both sentences', async () => {
    const { memory, older, newer } = await withTwoHomes();
    const { conflicts } = await memory.validity.conflicts();
    expect(conflicts).toMatchObject([
      {
        ...{ older, newer, subject: 'Callum', slot: 'home', verdict: 'actual', status: 'pending' },
        ...{ olderText: 'Callum lives in Darwin.', newerValue: 'Perth' },
      },
    ]);
    expect((await memory.validity.conflicts({ memory: newer })).conflicts[0]?.id).toBe(
      conflicts[0]?.id,
    );
    expect((await memory.validity.conflicts({ status: 'resolved' })).conflicts).toEqual([]);
  });

  it('are both found and said to be disputed, what was told later first', async () => {
    const { memory, older, newer } = await withTwoHomes();
    const { results } = await memory.recall({
      query: 'Where does Callum live?',
      now: '2025-06-01T12:00:00Z',
    });
    const shown = results.filter(({ kind }) => kind === 'note');
    expect(shown.map(({ id, validity }) => [id, validity])).toEqual([
      [newer, 'disputed'],
      [older, 'disputed'],
    ]);
    expect((await memory.guidance.status()).tasks).toMatchObject([
      { task: 'settle_conflict', memories: [older, newer] },
    ]);
  });

  it('are told alike by every verb', async () => {
    const { memory } = await withTwoHomes();
    const { slots } = await memory.browse.about('Callum');
    expect(
      slots.flatMap(({ claims }) => claims.map(({ value, validity }) => [value, validity])),
    ).toEqual([
      ['Perth', 'disputed'],
      ['Darwin', 'disputed'],
    ]);
    const { sentences } = await memory.guidance.check('Callum lives in Darwin.');
    expect(sentences).toMatchObject([{ verdict: 'outdated' }]);
    const { text } = await memory.brief({ about: 'Where Callum lives' });
    expect(text).toContain('Perth');
    expect(text).not.toContain('Darwin');
  });

  it('are none any more once one is settled to hold, and one again when that is undone', async () => {
    const { memory, older, newer } = await withTwoHomes();
    const [conflict] = (await memory.validity.conflicts()).conflicts;
    const receipt = await memory.validity.resolve({ id: conflict?.id ?? '', keep: 'newer' });
    expect(receipt).toMatchObject({ holds: newer, superseded: older });
    expect(await pairsOf(memory)).toEqual([]);
    const { results } = await memory.recall('Where does Callum live?');
    expect(results[0]).toMatchObject({ id: newer, validity: 'current' });
    expect(results.filter(({ id }) => id === older).map(({ validity }) => validity)).not.toContain(
      'current',
    );
    await memory.undo(receipt.reversal ?? '');
    expect(await pairsOf(memory)).toEqual([['Darwin', 'Perth']]);
  });

  it('both go on holding where somebody says under which conditions', async () => {
    const { memory, older } = await withTwoHomes();
    const [conflict] = (await memory.validity.conflicts()).conflicts;
    await memory.validity.resolve({
      ...{ id: conflict?.id ?? '', keep: 'both', conditions: 'Darwin on weekends' },
    });
    expect(await pairsOf(memory)).toEqual([]);
    const { results } = await memory.recall('Where does Callum live?');
    expect(results.find(({ id }) => id === older)?.validity).toBe('current');
  });

  it('are listed page by page before those on record, each once', async () => {
    const { memory } = await openTestMemory();
    for (const who of ['Ann', 'Bo', 'Cy'])
      for (const value of ['Leeds', 'York'])
        await noted(memory, `${who} lives in ${value}.`, { about: who, value });
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await memory.validity.conflicts({
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      });
      found.push(...page.conflicts.map(({ subject }) => subject));
      cursor = page.next;
    }
    expect(found.sort()).toEqual(['Ann', 'Bo', 'Cy']);
  });
});

describe('no conflict are', () => {
  it.each<[string, Partial<NoteFields>, Partial<NoteFields>]>([
    ['the same in other words', { value: 'Darwin' }, { value: 'a flat in Darwin' }],
    [
      'what holds and what is planned',
      {},
      { value: 'Perth', status: 'planned', from: '2099-01-01' },
    ],
    [
      'what holds and an exception',
      {},
      { value: 'Perth', from: '2020-01-01', until: '2099-01-01' },
    ],
    ['what holds and what was thought of it', {}, { value: 'too far', type: 'opinion' }],
    ['two people of one name each', {}, { about: 'Callum Reid', value: 'Perth' }],
    ['how something went twice', { type: 'event' }, { value: 'Perth', type: 'event' }],
  ])('%s', async (_, one, other) => {
    const { memory } = await openTestMemory();
    await noted(memory, 'One note.', one);
    await noted(memory, 'Another note.', other);
    expect(await pairsOf(memory)).toEqual([]);
  });

  it('what a page tells otherwise than the owner', async () => {
    const { memory } = await openTestMemory();
    const own = await memory.remember({ content: 'I live in Darwin.', speaker: 'Callum' });
    const page = await memory.remember({ content: 'A page on Perth and Callum.', source: 'web' });
    await noted(memory, 'Callum lives in Darwin.', { turns: [own.id] });
    await noted(memory, 'Callum lives in Perth.', { value: 'Perth', turns: [page.id] });
    expect(await pairsOf(memory)).toEqual([]);
    const { slots } = await memory.browse.about('Callum');
    expect(slots.flatMap(({ claims }) => claims.map(({ validity }) => validity))).toEqual([
      'current',
      'current',
    ]);
  });

  it('the values of an aspect that has many', async () => {
    const { memory } = await openTestMemory();
    for (const value of ['rowing', 'chess', 'pottery', 'birds'])
      await noted(memory, `Callum likes ${value}.`, { aspect: 'hobby', value });
    expect(await pairsOf(memory)).toEqual([]);
  });
});
