import { expect, it } from 'vitest';
import { type Change, EMPTY_CHANGE } from '../../packages/core/src/domain/change.js';
import type { Erasure } from '../../packages/core/src/domain/forgetting-and-merging.js';
import type { Goal } from '../../packages/core/src/domain/goal.js';
import type { ContextId, GoalId, MemoryId, SessionId } from '../../packages/core/src/domain/ids.js';
import type { LearnedRecord } from '../../packages/core/src/domain/learned-record.js';
import type { Memory } from '../../packages/core/src/domain/memory.js';
import type { WorkingMemory } from '../../packages/core/src/domain/working-memory.js';
import type { Store } from '../../packages/core/src/ports/store.js';
import {
  BANK,
  change,
  codeOf,
  ENCODER,
  id,
  ids,
  memory,
  OTHER,
  putSnapshot,
} from './store-changes.js';

const ERASURE: Erasure = {
  memories: [id(1)],
  rewritten: [],
  entities: [],
  renamed: [],
  contexts: [],
  learned: [],
  names: [],
  stems: [],
  tokens: [],
};

function goal(number: number, changes: Partial<Goal> = {}): Goal {
  return {
    id: `g_${String(number).padStart(13, '0')}` as GoalId,
    description: `goal ${number}`,
    level: 'north_star',
    parent: null,
    weight: 1,
    status: 'active',
    createdAt: 100,
    changedAt: 100,
    retractedAt: null,
    version: 1,
    ...changes,
  };
}

/** What every store must keep beside memories and edges: what indexes load, and a bank's goals, lessons, settings and sealed values. */
export function describeKept(open: () => Store): void {
  it('serves what an index loads, counts uses, and replaces derived data', async () => {
    await open().commit(
      change([memory(1), memory(2)], {
        sessions: [{ id: 's' as SessionId, origin: null, startedAt: 3 }],
        contexts: [{ id: 'c_0000000000001' as ContextId, name: 'fruit', createdAt: 4 }],
      }),
    );
    await open().recordUsage(BANK, [id(2), id(2)], 77);
    const rows = [];
    for await (const page of open().indexRows(BANK, 'semantic', ENCODER)) rows.push(...page);
    expect(
      rows.map((row) => [
        row.memory.id,
        row.terms,
        row.traits,
        row.vector?.length,
        row.usage.accessCount,
      ]),
    ).toEqual([
      [id(1), 'memory 1', 3, 4, 0],
      [id(2), 'memory 2', 3, 4, 2],
    ]);
    expect((await open().usage(BANK, [id(2)])).get(id(2))).toEqual({
      accessCount: 2,
      lastAccessedAt: 77,
    });
    await open().putDerived(
      BANK,
      [{ memory: id(1), space: 'semantic', encoder: 'next', vector: Int8Array.of(1, 2) }],
      [{ memory: id(1), terms: 'quinces', traits: 1 }],
    );
    expect(ids(await open().search.lexical(BANK, 'quinces', {}, 5))).toEqual([id(1)]);
    expect(ids(await open().search.lexical(BANK, 'memory', {}, 5))).toEqual([id(2)]);
    expect(await open().sessions(BANK)).toHaveLength(1);
    expect((await open().contexts(BANK, ['c_0000000000001' as ContextId]))[0]?.name).toBe('fruit');
    expect(await open().findByHash(BANK, ['hash-2', 'none'])).toEqual([memory(2)]);
    expect(await open().counts(BANK)).toMatchObject({
      memories: 2,
      retracted: 0,
      sessions: 1,
      contexts: 1,
      changes: 1,
    });
  });

  it('serves the codes of one space, of those who have one', async () => {
    const code = (number: number, space: string, encoder: string) => ({
      memory: id(number),
      space,
      encoder,
      vector: Int8Array.of(number, -number),
    });
    await open().commit(
      change([memory(1), memory(2), memory(3)], {
        embeddings: [
          code(3, 'causal', 'a'),
          code(1, 'causal', 'a'),
          code(2, 'causal', 'b'),
          code(2, 'semantic', 'a'),
        ],
      }),
    );
    const served = async (wanted?: readonly MemoryId[]) => {
      const found = [];
      for await (const page of wanted === undefined
        ? open().codes(BANK, 'causal', 'a')
        : open().codes(BANK, 'causal', 'a', wanted))
        found.push(...page);
      return found.map((each) => [each.memory, [...each.code]]);
    };
    expect(await served()).toEqual([
      [id(1), [1, -1]],
      [id(3), [3, -3]],
    ]);
    expect(await served([id(3), id(2)])).toEqual([[id(3), [3, -3]]]);
    expect(await served([])).toEqual([]);
  });

  it('gives the codes of one space, of those that have any, and keeps pictures with their memory', async () => {
    const images: Memory['images'] = [
      {
        mediaType: 'image/png',
        width: 3,
        height: 4,
        bytes: 99,
        sha256: 'ab',
        alt: 'a heron',
        source: null,
      },
    ];
    const code = { space: 'multimodal', encoder: 'eyes', vector: Int8Array.of(1, -2, 3) };
    await open().commit(
      change([memory(1), memory(2, { images }), memory(3)], {
        embeddings: [
          { memory: id(3), ...code },
          { memory: id(2), ...code, vector: Int8Array.of(5) },
        ],
      }),
    );
    await open().commit({
      ...change([memory(4)]),
      bank: OTHER,
      embeddings: [{ memory: id(4), ...code }],
    });
    const codes = async (...asked: Parameters<Store['codes']>): Promise<unknown[]> => {
      const found = [];
      for await (const page of open().codes(...asked))
        found.push(...page.map((each) => [each.memory, [...each.code]]));
      return found;
    };
    expect(await codes(BANK, 'multimodal', 'eyes')).toEqual([
      [id(2), [5]],
      [id(3), [1, -2, 3]],
    ]);
    expect(await codes(BANK, 'multimodal', 'eyes', [id(3), id(1), id(9)])).toEqual([
      [id(3), [1, -2, 3]],
    ]);
    expect(await codes(OTHER, 'multimodal', 'eyes')).toEqual([[id(4), [1, -2, 3]]]);
    expect(await codes(BANK, 'multimodal', 'other eyes')).toEqual([]);
    await open().commit({
      ...change([]),
      at: 2_000,
      memories: [memory(2, { images, version: 2, confidence: 0.5 })],
    });
    expect((await open().get(BANK, [id(2)]))[0]).toMatchObject({ version: 2, images });
    expect((await open().get(BANK, [id(2)], 1_500))[0]).toMatchObject({ version: 1, images });
    expect((await open().get(BANK, [id(1)]))[0]?.images).toEqual([]);
  });

  it('keeps an index snapshot until derived data change', async () => {
    await open().commit(change([memory(1)]));
    expect(await open().snapshot(BANK)).toBeNull();
    await putSnapshot(open(), { sequence: 1, format: 'f' }, [
      ['a', Uint8Array.of(1, 2)],
      ['b', Uint8Array.of(3)],
    ]);
    await putSnapshot(open(), { sequence: 2, format: 'g' }, [['a', Uint8Array.of(9)]]);
    expect(await open().snapshot(BANK)).toEqual({ sequence: 2, format: 'g' });
    const parts: (readonly [string, readonly number[]])[] = [];
    for await (const [part, data] of open().snapshotParts(BANK)) parts.push([part, [...data]]);
    expect(parts).toEqual([['a', [9]]]);
    await open().putDerived(BANK, [], [{ memory: id(1), terms: 'x', traits: 0 }]);
    expect(await open().snapshot(BANK)).toBeNull();
  });

  it('serves the last whole snapshot while another is in the making or was left in it, and none with erased words', async () => {
    const sequence = await open().commit(change([memory(1), memory(2)]));
    const parts = async (): Promise<string[]> => {
      const names: string[] = [];
      for await (const [part] of open().snapshotParts(BANK)) names.push(part);
      return names;
    };
    const head = { sequence, format: 'f' };
    expect(await putSnapshot(open(), head, [['a', Uint8Array.of(1)]])).toBe(true);
    const left = String(await open().beginSnapshot(BANK, { ...head, format: 'left' }));
    expect(await open().putSnapshotPart(BANK, left, 'b', Uint8Array.of(2))).toBe(true);
    expect([await open().snapshot(BANK), await parts()]).toEqual([head, ['a']]);
    const begun = String(await open().beginSnapshot(BANK, { ...head, format: 'g' }));
    expect(await open().putSnapshotPart(BANK, left, 'c', Uint8Array.of(3))).toBe(false);
    expect(await open().putSnapshot(BANK, left, 1)).toBe(false);
    expect(await open().putSnapshotPart(BANK, begun, 'd', Uint8Array.of(4))).toBe(true);
    expect(await open().putSnapshot(BANK, begun, 2)).toBe(false);
    expect([await open().snapshot(BANK), await parts()]).toEqual([head, ['a']]);
    await open().commit({
      ...EMPTY_CHANGE,
      bank: BANK,
      at: 9,
      verb: 'erase',
      actor: 'test',
      reason: '',
      erasure: ERASURE,
    });
    expect(await open().putSnapshotPart(BANK, begun, 'e', Uint8Array.of(5))).toBe(false);
    expect(await open().putSnapshot(BANK, begun, 1)).toBe(false);
    expect(await putSnapshot(open(), head, [['a', Uint8Array.of(1)]])).toBe(false);
    expect([await open().snapshot(BANK), await parts()]).toEqual([null, []]);
    const after = (await open().bank(BANK))?.sequence ?? 0;
    expect(await putSnapshot(open(), { ...head, sequence: after }, [])).toBe(true);
  });

  it('keeps learned records, what they were at any moment, and which changed since', async () => {
    const record = (
      number: number,
      over: Partial<LearnedRecord<'habit'>> = {},
    ): LearnedRecord<'habit'> => ({
      id: `h_${String(number).padStart(13, '0')}` as LearnedRecord['id'],
      kind: 'habit',
      key: `user ${number}`,
      createdAt: 100,
      changedAt: 100,
      retractedAt: null,
      version: 1,
      body: {
        entity: `user ${number}`,
        follows: { '': { ask: 2 } },
        hours: {},
        last: null,
        seen: 2,
        guesses: { made: 1, right: 0 },
        pauses: { sum: 0, count: 0 },
      },
      ...over,
    });
    const first = await open().commit({
      ...change([]),
      at: 100,
      verb: 'learn',
      learned: [record(1), record(2)],
    });
    const gone = record(2, { changedAt: 200, retractedAt: 200, version: 2 });
    await open().commit({
      ...change([]),
      at: 200,
      verb: 'learn',
      learned: [gone, record(3, { createdAt: 200 })],
    });
    expect(await open().learned(BANK, {})).toEqual([
      record(1),
      gone,
      record(3, { createdAt: 200 }),
    ]);
    expect(await open().learned(BANK, { asOf: 150 })).toEqual([record(1), record(2)]);
    expect(await open().learned(BANK, { changedAfter: first })).toEqual([
      gone,
      record(3, { createdAt: 200 }),
    ]);
    expect(await open().learned(BANK, { kinds: ['habit'], keys: ['user 1', 'user 9'] })).toEqual([
      record(1),
    ]);
    expect(await open().learned(BANK, { ids: [record(3).id], kinds: ['strategy'] })).toEqual([]);
    expect(await open().learned(OTHER, {})).toEqual([]);
    const broken = {
      ...change([]),
      learned: [record(4)],
      embeddings: [
        { memory: id(77), space: 'semantic', encoder: ENCODER, vector: Int8Array.of(1) },
      ],
    };
    expect(await codeOf(open().commit(broken))).toBe('not_found');
    expect(await open().learned(BANK, {})).toHaveLength(3);
  });

  it('keeps goals, what they were at any moment, and each bank’s own', async () => {
    const [star, child] = [
      goal(1),
      goal(2, {
        level: 'tactical',
        parent: goal(1).id,
        weight: 0.5,
        createdAt: 200,
        changedAt: 200,
      }),
    ];
    await open().commit({ ...change([]), at: 100, verb: 'goal', goals: [star] });
    await open().commit({ ...change([]), at: 200, verb: 'goal', goals: [child] });
    const next = { ...star, description: 'another end', changedAt: 300, version: 2 };
    await open().commit({ ...change([]), at: 300, verb: 'goal', goals: [next] });
    await open().commit({
      ...change([]),
      at: 400,
      verb: 'goal',
      goals: [{ ...child, retractedAt: 400, version: 2 }],
    });
    expect(await open().goals(BANK)).toEqual([next, { ...child, retractedAt: 400, version: 2 }]);
    expect([
      await open().goals(BANK, 99),
      await open().goals(BANK, 150),
      await open().goals(BANK, 250),
      await open().goals(BANK, 350),
    ]).toEqual([[], [star], [star, child], [next, child]]);
    expect(await open().goals(OTHER)).toEqual([]);
    expect((await open().since(BANK, 0, 9)).map(({ verb }) => verb)).toEqual([
      'goal',
      'goal',
      'goal',
      'goal',
    ]);
    const broken = {
      ...change([]),
      goals: [goal(3)],
      embeddings: [
        { memory: id(77), space: 'semantic', encoder: ENCODER, vector: Int8Array.of(1) },
      ],
    };
    expect(await codeOf(open().commit(broken))).toBe('not_found');
    expect(await open().goals(BANK)).toHaveLength(2);
    expect(await open().check()).toEqual([]);
  });

  it('keeps vectors of two encoders side by side, tells what one lacks, changes over in one step and drops the other', async () => {
    await open().commit(change([memory(1), memory(2), memory(3, { retractedAt: 9 })]));
    await open().commit({ ...change([memory(1)]), bank: OTHER });
    const vectors = async (encoder: string): Promise<(number | undefined)[]> => {
      const found = [];
      for await (const page of open().indexRows(BANK, 'semantic', encoder))
        found.push(...page.map(({ vector }) => vector?.[0]));
      return found;
    };
    await putSnapshot(open(), { sequence: 1, format: 'f' }, []);
    await open().putDerived(
      BANK,
      [{ memory: id(2), space: 'semantic', encoder: 'next', vector: Int8Array.of(7, 7) }],
      [],
    );
    expect(await open().snapshot(BANK)).not.toBeNull();
    expect(await vectors(ENCODER)).toEqual([100, 100, 100]);
    expect(await vectors('next')).toEqual([undefined, 7, undefined]);
    const first = await open().withoutVector(BANK, 'semantic', 'next', 1);
    expect(ids(first.items)).toEqual([id(1)]);
    expect(
      ids((await open().withoutVector(BANK, 'semantic', 'next', 5, first.next ?? '')).items),
    ).toEqual([id(3)]);
    expect(await open().withoutVector(BANK, 'semantic', ENCODER, 5)).toEqual({
      items: [],
      next: null,
    });

    const before = (await open().bank(BANK))?.sequence ?? 0;
    const swap = { ...change([]), verb: 'reindex' as const, encoder: 'next' };
    expect(await codeOf(open().commit(swap, { expectedSequence: before - 1 }))).toBe('conflict');
    expect((await open().bank(BANK))?.encoder).toBe(ENCODER);
    const sequence = await open().commit(swap, { expectedSequence: before });
    expect(await open().bank(BANK)).toMatchObject({ encoder: 'next', sequence });
    expect(
      (await open().since(BANK, before, 5)).map(({ verb, memories }) => [verb, memories]),
    ).toEqual([['reindex', []]]);
    expect(await open().snapshot(BANK)).toBeNull();
    expect(await open().dropVectors(BANK, 'semantic', 'next')).toBe(3);
    expect(await vectors(ENCODER)).toEqual([undefined, undefined, undefined]);
    expect(await vectors('next')).toEqual([undefined, 7, undefined]);
    expect(
      (await open().search.nearest(OTHER, 'semantic', ENCODER, Int8Array.of(100, 0, 0, 1), {}, 5))
        .length,
    ).toBe(1);
    expect((await open().check()).map(({ what }) => what)).toEqual(['2 memories have no vector.']);
  });

  it('keeps what a bank is set to, part by part, and other banks apart', async () => {
    const set = (settings: Change['settings']): Change => ({
      ...change([]),
      verb: 'configure',
      settings,
    });
    const even = { scepticism: 3, literalism: 3, empathy: 3 };
    expect((await open().bank(BANK))?.settings).toMatchObject({
      disposition: even,
      reflectedUpTo: 0,
    });
    await open().commit(set({ disposition: { ...even, empathy: 5 } }));
    await open().commit(set({ reflectedUpTo: 7 }));
    await open().commit(change([memory(1)]));
    expect((await open().bank(BANK))?.settings).toMatchObject({
      disposition: { ...even, empathy: 5 },
      reflectedUpTo: 7,
    });
    expect((await open().bank(OTHER))?.settings).toMatchObject({
      disposition: even,
      reflectedUpTo: 0,
    });
    expect((await open().since(BANK, 0, 2)).map(({ verb }) => verb)).toEqual([
      'configure',
      'configure',
    ]);
  });

  it('keeps sealed values by token and fingerprint, each bank its own', async () => {
    const value = (number: number) => ({
      token: `[card_${number}]`,
      kind: 'card',
      print: `print-${number}`,
      sealed: `sealed-${number}`,
    });
    await open().commit(change([], { verb: 'seal', sealed: [value(1), value(2)] }));
    expect(await open().sealed(BANK, { tokens: ['[card_2]', '[card_9]'] })).toEqual([value(2)]);
    expect(await open().sealed(BANK, { prints: ['print-1'] })).toEqual([value(1)]);
    expect([...(await open().lastSealed(BANK, ['card', 'iban']))]).toEqual([['card', 2]]);
    expect(await open().lastSealed(OTHER, ['card'])).toEqual(new Map());
  });

  it('keeps what sessions have in mind apart, beside the journal', async () => {
    const working = (session: string, at: number): WorkingMemory => ({
      session: session as SessionId,
      task: null,
      phase: null,
      events: [],
      turns: [{ speaker: null, text: `said ${at}`, at }],
      changedAt: at,
    });
    const sequence = (await open().bank(BANK))?.sequence;
    expect(await open().workingMemory(BANK, 's' as SessionId)).toBeNull();
    expect(
      await open().reviseWorkingMemory(BANK, 's' as SessionId, (before) =>
        before === null ? working('s', 5) : null,
      ),
    ).toEqual(working('s', 5));
    expect(await open().workingMemory(BANK, 's' as SessionId)).toEqual(working('s', 5));
    expect(await open().workingMemory(BANK, 't' as SessionId)).toBeNull();
    expect(await open().workingMemory(OTHER, 's' as SessionId)).toBeNull();
    expect((await open().bank(BANK))?.sequence).toBe(sequence);
    await expect(
      open().reviseWorkingMemory(BANK, 's' as SessionId, () => {
        throw new RangeError('no');
      }),
    ).rejects.toThrow('no');
    expect(
      await open().reviseWorkingMemory(BANK, 's' as SessionId, (before) =>
        before?.changedAt === 5 ? null : before,
      ),
    ).toBeNull();
    expect(await open().workingMemory(BANK, 's' as SessionId)).toBeNull();
  });

  it('keeps what background work notes, apart for each bank and work, beside the journal', async () => {
    const sequence = (await open().bank(BANK))?.sequence;
    expect(await open().job(BANK, 'reading')).toBeNull();
    const note = { upTo: 3, lease: { holder: 'x_1', until: 5 } };
    expect(
      await open().reviseJob(BANK, 'reading', (before) => (before === null ? note : null)),
    ).toEqual(note);
    expect(await open().job(BANK, 'reading')).toEqual(note);
    expect(await open().job(BANK, 'writing')).toBeNull();
    expect(await open().job(OTHER, 'reading')).toBeNull();
    expect((await open().bank(BANK))?.sequence).toBe(sequence);
    await expect(
      open().reviseJob(BANK, 'reading', () => {
        throw new RangeError('no');
      }),
    ).rejects.toThrow('no');
    expect(await open().reviseJob(BANK, 'reading', () => null)).toBeNull();
    expect(await open().job(BANK, 'reading')).toBeNull();
  });
}
