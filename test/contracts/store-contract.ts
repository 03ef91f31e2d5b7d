import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_CHANGE, type Change } from '../../src/domain/change.js';
import type { Goal } from '../../src/domain/goal.js';
import type { Edge } from '../../src/domain/graph.js';
import type { BankName, ContextId, EntityId, GoalId, MemoryId, SessionId } from '../../src/domain/ids.js';
import type { LearnedRecord } from '../../src/domain/learned/record.js';
import type { Memory } from '../../src/domain/memory.js';
import type { WorkingMemory } from '../../src/domain/working-memory.js';
import type { Filter, Store } from '../../src/ports/store.js';
import { describeVotes } from './votes-contract.js';

const BANK = 'first' as BankName;
const OTHER = 'second' as BankName;
const ENCODER = 'test-encoder';

const id = (number: number): MemoryId => `m_${String(number).padStart(13, '0')}` as MemoryId;
const entityId = (number: number): EntityId => `e_${String(number).padStart(13, '0')}` as EntityId;

export function memory(number: number, changes: Partial<Memory> = {}): Memory {
  return {
    id: id(number), kind: 'fact', content: `memory ${number}`, contentHash: `hash-${number}`, language: 'en', speaker: null, session: null, position: 0,
    saidAt: 1_000 * number, occurredFrom: 1_000 * number, occurredTo: 1_000 * number + 1, occurredPrecision: 'minute', recordedAt: 10 * number,
    retractedAt: null, retraction: null, quarantine: null, confidence: 0.9, importance: 0.5, version: 1, supersededBy: null, tags: [], metadata: {},
    provenance: [{ source: 'user', speaker: null, session: null, turn: null, origin: null, saidAt: 1_000 * number }], dates: [], context: null, images: [],
    ...changes,
  };
}

function goal(number: number, changes: Partial<Goal> = {}): Goal {
  return {
    id: `g_${String(number).padStart(13, '0')}` as GoalId, description: `goal ${number}`, level: 'north_star', parent: null, weight: 1, status: 'active',
    createdAt: 100, changedAt: 100, retractedAt: null, version: 1, ...changes,
  };
}

/** A change that puts the memories with their words and vectors. */
export function change(memories: readonly Memory[], more: Partial<Change> = {}): Change {
  return {
    ...EMPTY_CHANGE, bank: BANK, at: 1_000, verb: 'remember', actor: 'test', reason: '', memories,
    readings: memories.map((each) => ({ memory: each.id, terms: each.content.toLowerCase(), traits: 3 })),
    embeddings: memories.map((each, at) => ({ memory: each.id, space: 'semantic', encoder: ENCODER, vector: Int8Array.of(100, at * 10, 0, 1) })),
    ...more,
  };
}

function edge(from: Edge['from'], role: Edge['role'], to: Edge['to'], weight = 0.5, evidence: MemoryId | null = null): Edge {
  return { from, to, role, label: '', weight, confidence: weight, status: 'resolved', evidence };
}

/** What every store must do. `open` gives a fresh store; the suite closes it. */
export function describeStore(name: string, open: () => Promise<Store>): void {
  describe(`store: ${name}`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
      await store.ensureBank(BANK, ENCODER, 1);
      await store.ensureBank(OTHER, ENCODER, 1);
    });
    afterEach(() => store.close());
    const ids = (memories: readonly { readonly id: MemoryId }[]): MemoryId[] => memories.map((each) => each.id);
    describeVotes(() => store, { bank: BANK, other: OTHER, change, memory: memory(1) });
    const codeOf = (work: Promise<unknown>): Promise<unknown> => work.then(() => null, (error: { code?: unknown }) => error.code);

    it('numbers changes, tells of them, and gives back what was put', async () => {
      const first = await store.commit(change([memory(1), memory(2)], { entities: [{ id: entityId(1), name: 'Ana', type: 'person', aliases: ['Annie'], firstSeenAt: 5, version: 1 }] }));
      const second = await store.commit(change([memory(3, { tags: ['red'], metadata: { n: 1 }, speaker: 'Ana', session: 's' as SessionId })]));
      expect(second).toBeGreaterThan(first);
      expect(await store.get(BANK, [id(3), id(9), id(1)])).toEqual([memory(3, { tags: ['red'], metadata: { n: 1 }, speaker: 'Ana', session: 's' as SessionId }), memory(1)]);
      const journal = await store.since(BANK, 0, 10);
      expect(journal.map((entry) => [entry.sequence, entry.memories.length, entry.entities.length])).toEqual([[first, 2, 1], [second, 1, 0]]);
      expect((await store.since(BANK, first, 10)).map((entry) => entry.sequence)).toEqual([second]);
      expect((await store.bank(BANK))?.sequence).toBe(second);
      expect(await store.allEntities(BANK)).toEqual([{ id: entityId(1), name: 'Ana', type: 'person', aliases: ['Annie'], firstSeenAt: 5, version: 1 }]);
    });

    it('applies a change whole or not at all', async () => {
      await store.commit(change([memory(1)]));
      const broken = change([memory(2)], { embeddings: [{ memory: id(77), space: 'semantic', encoder: ENCODER, vector: Int8Array.of(1) }] });
      expect(await codeOf(store.commit(broken))).toBe('not_found');
      expect(await store.get(BANK, [id(2)])).toEqual([]);
      expect(await store.search.lexical(BANK, '2', {}, 5)).toEqual([]);
      expect(await store.since(BANK, 0, 10)).toHaveLength(1);
    });

    it('refuses a change that was decided on an older state', async () => {
      const sequence = await store.commit(change([memory(1)]));
      expect(await codeOf(store.commit(change([memory(2)]), { expectedSequence: sequence - 1 }))).toBe('conflict');
      expect(await store.get(BANK, [id(2)])).toEqual([]);
      await store.commit(change([memory(2)]), { expectedSequence: sequence });
      expect(await codeOf(store.commit(change([memory(3)], { bank: 'nowhere' as BankName })))).toBe('not_found');
    });

    it('remembers what each memory was at any moment', async () => {
      await store.commit(change([memory(1, { recordedAt: 100 })], { at: 100 }));
      await store.commit({ ...change([]), at: 200, memories: [memory(1, { recordedAt: 100, confidence: 0.5, version: 2 })] });
      await store.commit({ ...change([]), at: 300, verb: 'forget', memories: [memory(1, { recordedAt: 100, confidence: 0.5, version: 3, retractedAt: 300 })] });
      await store.commit({ ...change([]), at: 400, verb: 'restore', memories: [memory(1, { recordedAt: 100, confidence: 0.5, version: 4 })] });
      const versionAt = async (moment: number): Promise<number | undefined> => (await store.get(BANK, [id(1)], moment))[0]?.version;
      expect([await versionAt(99), await versionAt(150), await versionAt(250), await versionAt(350), await versionAt(450)]).toEqual([undefined, 1, 2, undefined, 4]);
      expect((await store.find(BANK, { asOf: 350 }, 5)).items).toEqual([]);
      expect((await store.find(BANK, { asOf: 150 }, 5)).items.map(({ version }) => version)).toEqual([1]);
    });

    it('pages through every filter without loss or repeat', async () => {
      const all = Array.from({ length: 40 }, (_, at) =>
        memory(at, {
          kind: at % 2 === 0 ? 'fact' : 'opinion', speaker: ['Ana', 'Tom', null][at % 3] ?? null, session: (at % 4 === 0 ? 's' : null) as SessionId | null,
          confidence: (at % 10) / 10, tags: at % 5 === 0 ? ['red', 'blue'] : [], retractedAt: at % 7 === 0 ? 5_000 : null,
        }),
      );
      await store.commit(change(all));
      const cases: readonly [Filter, (each: Memory) => boolean][] = [
        [{}, () => true],
        [{ includeRetracted: true }, () => true],
        [{ kinds: ['opinion'] }, ({ kind }) => kind === 'opinion'],
        [{ speaker: 'ANA' }, ({ speaker }) => speaker === 'Ana'],
        [{ session: 's' as SessionId }, ({ session }) => session === 's'],
        [{ minConfidence: 0.5 }, ({ confidence }) => confidence >= 0.5],
        [{ tags: ['red', 'blue'] }, ({ tags }) => tags.length === 2],
        [{ occurred: { from: 10_000, to: 20_000 } }, ({ occurredFrom }) => occurredFrom >= 10_000 && occurredFrom < 20_000],
      ];
      for (const [filter, wanted] of cases) {
        const expected = ids(all.filter((each) => wanted(each) && (filter.includeRetracted === true || each.retractedAt === null)));
        const found: MemoryId[] = [];
        for (let after: string | undefined; ; ) {
          const page = await store.find(BANK, filter, 7, after);
          found.push(...ids(page.items));
          if (page.next === null) break;
          after = page.next;
        }
        expect(found).toEqual(expected);
      }
      expect(await codeOf(store.find(BANK, {}, 5, 'nonsense'))).toBe('invalid_input');
    });

    it('finds by words, by vector and by time, within the filter', async () => {
      await store.commit(change([memory(1, { content: 'apples and pears' }), memory(2, { content: 'apples apples apples' }), memory(3, { content: '日本 本語 plums' }), memory(4, { content: 'apples gone', retractedAt: 9 })]));
      expect((await store.search.lexical(BANK, 'apples', {}, 5)).map((hit) => hit.id)).toEqual([id(2), id(1)]);
      expect((await store.search.lexical(BANK, 'apples', { includeRetracted: true }, 5)).map((hit) => hit.id).sort()).toEqual([id(1), id(2), id(4)]);
      expect(ids(await store.search.lexical(BANK, '本語', {}, 5))).toEqual([id(3)]);
      expect(await store.search.lexical(BANK, '" OR NEAR( * apples"', {}, 5)).toEqual(expect.any(Array));
      const near = await store.search.nearest(BANK, 'semantic', ENCODER, Int8Array.of(100, 0, 0, 1), {}, 2);
      expect(near.map((hit) => hit.id)).toEqual([id(1), id(2)]);
      expect(near[0]?.score).toBeCloseTo(1, 5);
      expect(await store.search.nearest(BANK, 'semantic', 'another encoder', Int8Array.of(100, 0, 0, 1), {}, 2)).toEqual([]);
      expect(ids(await store.search.between(BANK, 1_500, 3_500, {}, 5))).toEqual([id(3), id(2)]);
    });

    it('tells in the journal which edges a change put and which it took away', async () => {
      const ana = entityId(1);
      const [first, second] = [edge(id(1), 'mentions', ana, 0.4, id(1)), edge(id(1), 'follows', id(2), 0.6, id(1))];
      await store.commit(change([memory(1), memory(2)], { edges: [first, second] }));
      await store.commit({ ...change([]), edges: [{ ...first, weight: 0.9 }], removedEdges: [second] });
      const journal = await store.since(BANK, 0, 10);
      expect(journal.map((entry) => entry.edges.map(({ role, weight }) => [role, weight]).sort())).toEqual([[['mentions', 0.9]], [['mentions', 0.9]]]);
      expect(journal.map((entry) => entry.removedEdges.map(({ role }) => role))).toEqual([[], ['follows']]);
      const all: string[] = [];
      for await (const page of store.edges(BANK)) all.push(...page.map(({ role, weight }) => `${role} ${weight}`));
      expect(all).toEqual(['mentions 0.9']);
    });

    it('walks edges, strongest first, and hides those of what was taken back', async () => {
      const ana = entityId(1);
      await store.commit(change([memory(1), memory(2)], { edges: [edge(id(1), 'mentions', ana, 0.4, id(1)), edge(id(2), 'mentions', ana, 0.8, id(2)), edge(id(1), 'follows', id(2), 0.6, id(1)), edge(ana, 'causes', entityId(2), 0.9, id(2))] }));
      const weights = async (families: Parameters<Store['neighbours']>[2], limit = 9): Promise<number[]> => (await store.neighbours(BANK, [ana], families, limit)).map((each) => each.weight);
      expect(await weights(['relational', 'causal', 'temporal', 'semantic', 'hierarchical'])).toEqual([0.9, 0.8, 0.4]);
      expect(await weights(['relational'])).toEqual([0.8, 0.4]);
      expect(await weights(['relational'], 1)).toEqual([0.8]);
      await store.commit({ ...change([]), verb: 'forget', memories: [memory(2, { retractedAt: 50, version: 2 })] });
      expect(await weights(['relational', 'causal'])).toEqual([0.4]);
      await store.commit({ ...change([]), verb: 'restore', memories: [memory(2, { version: 3 })] });
      expect(await weights(['relational', 'causal'])).toEqual([0.9, 0.8, 0.4]);
      await store.commit({ ...change([]), removedEdges: [edge(id(1), 'mentions', ana)] });
      expect(await weights(['relational'])).toEqual([0.8]);
    });

    it('keeps banks apart, whatever is committed to which', async () => {
      const steps = fc.array(fc.record({ bank: fc.constantFrom(BANK, OTHER), number: fc.integer({ min: 0, max: 6 }) }), { maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(steps, async (commits) => {
          const fresh = await open();
          try {
            for (const bank of [BANK, OTHER]) await fresh.ensureBank(bank, ENCODER, 1);
            const expected = new Map([[BANK, new Set<MemoryId>()], [OTHER, new Set<MemoryId>()]]);
            for (const { bank, number } of commits) {
              await fresh.commit({ ...change([memory(number, { content: `in ${bank}` })]), bank });
              expected.get(bank)?.add(id(number));
            }
            for (const [bank, wanted] of expected) {
              expect(new Set(ids((await fresh.find(bank, {}, 100)).items))).toEqual(wanted);
              expect(new Set(ids(await fresh.search.lexical(bank, 'in', {}, 100)))).toEqual(wanted);
              expect((await fresh.find(bank, {}, 100)).items.every(({ content }) => content === `in ${bank}`)).toBe(true);
            }
          } finally {
            await fresh.close();
          }
        }),
        { numRuns: 15 },
      );
    });

    it('serves what an index loads, counts uses, and replaces derived data', async () => {
      await store.commit(change([memory(1), memory(2)], { sessions: [{ id: 's' as SessionId, origin: null, startedAt: 3 }], contexts: [{ id: 'c_0000000000001' as ContextId, name: 'fruit', createdAt: 4 }] }));
      await store.recordUsage(BANK, [id(2), id(2)], 77);
      const rows = [];
      for await (const page of store.indexRows(BANK, 'semantic', ENCODER)) rows.push(...page);
      expect(rows.map((row) => [row.memory.id, row.terms, row.traits, row.vector?.length, row.usage.accessCount])).toEqual([[id(1), 'memory 1', 3, 4, 0], [id(2), 'memory 2', 3, 4, 2]]);
      expect((await store.usage(BANK, [id(2)])).get(id(2))).toEqual({ accessCount: 2, lastAccessedAt: 77 });
      await store.putDerived(BANK, [{ memory: id(1), space: 'semantic', encoder: 'next', vector: Int8Array.of(1, 2) }], [{ memory: id(1), terms: 'quinces', traits: 1 }]);
      expect(ids(await store.search.lexical(BANK, 'quinces', {}, 5))).toEqual([id(1)]);
      expect(ids(await store.search.lexical(BANK, 'memory', {}, 5))).toEqual([id(2)]);
      expect(await store.sessions(BANK)).toHaveLength(1);
      expect((await store.contexts(BANK, ['c_0000000000001' as ContextId]))[0]?.name).toBe('fruit');
      expect(await store.findByHash(BANK, ['hash-2', 'none'])).toEqual([memory(2)]);
      expect(await store.counts(BANK)).toMatchObject({ memories: 2, retracted: 0, sessions: 1, contexts: 1, changes: 1 });
    });

    it('serves the codes of one space, of those who have one', async () => {
      const code = (number: number, space: string, encoder: string) => ({ memory: id(number), space, encoder, vector: Int8Array.of(number, -number) });
      await store.commit(change([memory(1), memory(2), memory(3)], { embeddings: [code(3, 'causal', 'a'), code(1, 'causal', 'a'), code(2, 'causal', 'b'), code(2, 'semantic', 'a')] }));
      const served = async (wanted?: readonly MemoryId[]) => {
        const found = [];
        for await (const page of wanted === undefined ? store.codes(BANK, 'causal', 'a') : store.codes(BANK, 'causal', 'a', wanted)) found.push(...page);
        return found.map((each) => [each.memory, [...each.code]]);
      };
      expect(await served()).toEqual([[id(1), [1, -1]], [id(3), [3, -3]]]);
      expect(await served([id(3), id(2)])).toEqual([[id(3), [3, -3]]]);
      expect(await served([])).toEqual([]);
    });

    it('gives the codes of one space, of those that have any, and keeps pictures with their memory', async () => {
      const images: Memory['images'] = [{ mediaType: 'image/png', width: 3, height: 4, bytes: 99, sha256: 'ab', alt: 'a heron', source: null }];
      const code = { space: 'multimodal', encoder: 'eyes', vector: Int8Array.of(1, -2, 3) };
      await store.commit(change([memory(1), memory(2, { images }), memory(3)], { embeddings: [{ memory: id(3), ...code }, { memory: id(2), ...code, vector: Int8Array.of(5) }] }));
      await store.commit({ ...change([memory(4)]), bank: OTHER, embeddings: [{ memory: id(4), ...code }] });
      const codes = async (...asked: Parameters<Store['codes']>): Promise<unknown[]> => {
        const found = [];
        for await (const page of store.codes(...asked)) found.push(...page.map((each) => [each.memory, [...each.code]]));
        return found;
      };
      expect(await codes(BANK, 'multimodal', 'eyes')).toEqual([[id(2), [5]], [id(3), [1, -2, 3]]]);
      expect(await codes(BANK, 'multimodal', 'eyes', [id(3), id(1), id(9)])).toEqual([[id(3), [1, -2, 3]]]);
      expect(await codes(OTHER, 'multimodal', 'eyes')).toEqual([[id(4), [1, -2, 3]]]);
      expect(await codes(BANK, 'multimodal', 'other eyes')).toEqual([]);
      await store.commit({ ...change([]), at: 2_000, memories: [memory(2, { images, version: 2, confidence: 0.5 })] });
      expect((await store.get(BANK, [id(2)]))[0]).toMatchObject({ version: 2, images });
      expect((await store.get(BANK, [id(2)], 1_500))[0]).toMatchObject({ version: 1, images });
      expect((await store.get(BANK, [id(1)]))[0]?.images).toEqual([]);
    });

    it('keeps an index snapshot until derived data change', async () => {
      await store.commit(change([memory(1)]));
      expect(await store.snapshot(BANK)).toBeNull();
      await store.putSnapshot(BANK, { sequence: 1, format: 'f' }, [['a', Uint8Array.of(1, 2)], ['b', Uint8Array.of(3)]]);
      await store.putSnapshot(BANK, { sequence: 2, format: 'g' }, [['a', Uint8Array.of(9)]]);
      expect(await store.snapshot(BANK)).toEqual({ sequence: 2, format: 'g' });
      expect([...((await store.snapshotPart(BANK, 'a')) ?? [])]).toEqual([9]);
      expect(await store.snapshotPart(BANK, 'b')).toBeNull();
      await store.putDerived(BANK, [], [{ memory: id(1), terms: 'x', traits: 0 }]);
      expect(await store.snapshot(BANK)).toBeNull();
    });

    it('keeps learned records, what they were at any moment, and which changed since', async () => {
      const record = (number: number, over: Partial<LearnedRecord<'habit'>> = {}): LearnedRecord<'habit'> => ({
        id: `h_${String(number).padStart(13, '0')}` as LearnedRecord['id'], kind: 'habit', key: `user ${number}`, createdAt: 100, changedAt: 100, retractedAt: null, version: 1,
        body: { entity: `user ${number}`, follows: { '': { ask: 2 } }, hours: {}, last: null, seen: 2, guesses: { made: 1, right: 0 }, pauses: { sum: 0, count: 0 } },
        ...over,
      });
      const first = await store.commit({ ...change([]), at: 100, verb: 'learn', learned: [record(1), record(2)] });
      const gone = record(2, { changedAt: 200, retractedAt: 200, version: 2 });
      await store.commit({ ...change([]), at: 200, verb: 'learn', learned: [gone, record(3, { createdAt: 200 })] });
      expect(await store.learned(BANK, {})).toEqual([record(1), gone, record(3, { createdAt: 200 })]);
      expect(await store.learned(BANK, { asOf: 150 })).toEqual([record(1), record(2)]);
      expect(await store.learned(BANK, { changedAfter: first })).toEqual([gone, record(3, { createdAt: 200 })]);
      expect(await store.learned(BANK, { kinds: ['habit'], keys: ['user 1', 'user 9'] })).toEqual([record(1)]);
      expect(await store.learned(BANK, { ids: [record(3).id], kinds: ['strategy'] })).toEqual([]);
      expect(await store.learned(OTHER, {})).toEqual([]);
      const broken = { ...change([]), learned: [record(4)], embeddings: [{ memory: id(77), space: 'semantic', encoder: ENCODER, vector: Int8Array.of(1) }] };
      expect(await codeOf(store.commit(broken))).toBe('not_found');
      expect(await store.learned(BANK, {})).toHaveLength(3);
    });

    it('keeps goals, what they were at any moment, and each bank’s own', async () => {
      const [star, child] = [goal(1), goal(2, { level: 'tactical', parent: goal(1).id, weight: 0.5, createdAt: 200, changedAt: 200 })];
      await store.commit({ ...change([]), at: 100, verb: 'goal', goals: [star] });
      await store.commit({ ...change([]), at: 200, verb: 'goal', goals: [child] });
      const next = { ...star, description: 'another end', changedAt: 300, version: 2 };
      await store.commit({ ...change([]), at: 300, verb: 'goal', goals: [next] });
      await store.commit({ ...change([]), at: 400, verb: 'goal', goals: [{ ...child, retractedAt: 400, version: 2 }] });
      expect(await store.goals(BANK)).toEqual([next, { ...child, retractedAt: 400, version: 2 }]);
      expect([await store.goals(BANK, 99), await store.goals(BANK, 150), await store.goals(BANK, 250), await store.goals(BANK, 350)]).toEqual([[], [star], [star, child], [next, child]]);
      expect(await store.goals(OTHER)).toEqual([]);
      expect((await store.since(BANK, 0, 9)).map(({ verb }) => verb)).toEqual(['goal', 'goal', 'goal', 'goal']);
      const broken = { ...change([]), goals: [goal(3)], embeddings: [{ memory: id(77), space: 'semantic', encoder: ENCODER, vector: Int8Array.of(1) }] };
      expect(await codeOf(store.commit(broken))).toBe('not_found');
      expect(await store.goals(BANK)).toHaveLength(2);
      expect(await store.check()).toEqual([]);
    });

    it('keeps purpose samples by what measured them, in order, without a change', async () => {
      const sample = (at: number, alignment: number) => ({ at, alignment, memories: 50 });
      await store.recordPurpose(BANK, 'a', [sample(20, 0.5), sample(10, 0.25)], []);
      await store.recordPurpose(BANK, 'b', [sample(10, 1)], []);
      expect(await store.purposeSamples(BANK, 'a')).toEqual([sample(10, 0.25), sample(20, 0.5)]);
      await store.recordPurpose(BANK, 'a', [sample(20, 0.75)], [10]);
      expect([await store.purposeSamples(BANK, 'a'), await store.purposeSamples(BANK, 'b'), await store.purposeSamples(OTHER, 'a')]).toEqual([[sample(20, 0.75)], [sample(10, 1)], []]);
      expect((await store.bank(BANK))?.sequence).toBe(0);
    });

    it('keeps vectors of two encoders side by side, tells what one lacks, changes over in one step and drops the other', async () => {
      await store.commit(change([memory(1), memory(2), memory(3, { retractedAt: 9 })]));
      await store.commit({ ...change([memory(1)]), bank: OTHER });
      const vectors = async (encoder: string): Promise<(number | undefined)[]> => {
        const found = [];
        for await (const page of store.indexRows(BANK, 'semantic', encoder)) found.push(...page.map(({ vector }) => vector?.[0]));
        return found;
      };
      await store.putSnapshot(BANK, { sequence: 1, format: 'f' }, []);
      await store.putDerived(BANK, [{ memory: id(2), space: 'semantic', encoder: 'next', vector: Int8Array.of(7, 7) }], []);
      expect(await store.snapshot(BANK)).not.toBeNull();
      expect(await vectors(ENCODER)).toEqual([100, 100, 100]);
      expect(await vectors('next')).toEqual([undefined, 7, undefined]);
      const first = await store.withoutVector(BANK, 'semantic', 'next', 1);
      expect(ids(first.items)).toEqual([id(1)]);
      expect(ids((await store.withoutVector(BANK, 'semantic', 'next', 5, first.next ?? '')).items)).toEqual([id(3)]);
      expect(await store.withoutVector(BANK, 'semantic', ENCODER, 5)).toEqual({ items: [], next: null });

      const before = (await store.bank(BANK))?.sequence ?? 0;
      const swap = { ...change([]), verb: 'reindex' as const, encoder: 'next' };
      expect(await codeOf(store.commit(swap, { expectedSequence: before - 1 }))).toBe('conflict');
      expect((await store.bank(BANK))?.encoder).toBe(ENCODER);
      const sequence = await store.commit(swap, { expectedSequence: before });
      expect(await store.bank(BANK)).toMatchObject({ encoder: 'next', sequence });
      expect((await store.since(BANK, before, 5)).map(({ verb, memories }) => [verb, memories])).toEqual([['reindex', []]]);
      expect(await store.snapshot(BANK)).toBeNull();
      expect(await store.dropVectors(BANK, 'semantic', 'next')).toBe(3);
      expect(await vectors(ENCODER)).toEqual([undefined, undefined, undefined]);
      expect(await vectors('next')).toEqual([undefined, 7, undefined]);
      expect((await store.search.nearest(OTHER, 'semantic', ENCODER, Int8Array.of(100, 0, 0, 1), {}, 5)).length).toBe(1);
      expect((await store.check()).map(({ what }) => what)).toEqual(['2 memories have no vector.']);
    });

    it('keeps what a bank is set to, part by part, and other banks apart', async () => {
      const set = (settings: Change['settings']): Change => ({ ...change([]), verb: 'configure', settings });
      const even = { scepticism: 3, literalism: 3, empathy: 3 };
      expect((await store.bank(BANK))?.settings).toMatchObject({ disposition: even, reflectedUpTo: 0 });
      await store.commit(set({ disposition: { ...even, empathy: 5 } }));
      await store.commit(set({ reflectedUpTo: 7 }));
      await store.commit(change([memory(1)]));
      expect((await store.bank(BANK))?.settings).toMatchObject({ disposition: { ...even, empathy: 5 }, reflectedUpTo: 7 });
      expect((await store.bank(OTHER))?.settings).toMatchObject({ disposition: even, reflectedUpTo: 0 });
      expect((await store.since(BANK, 0, 2)).map(({ verb }) => verb)).toEqual(['configure', 'configure']);
    });

    it('keeps sealed values by token and fingerprint, each bank its own', async () => {
      const value = (number: number) => ({ token: `[card_${number}]`, kind: 'card', print: `print-${number}`, sealed: `sealed-${number}` });
      await store.commit(change([], { verb: 'seal', sealed: [value(1), value(2)] }));
      expect(await store.sealed(BANK, { tokens: ['[card_2]', '[card_9]'] })).toEqual([value(2)]);
      expect(await store.sealed(BANK, { prints: ['print-1'] })).toEqual([value(1)]);
      expect([await store.lastSealed(BANK, 'card'), await store.lastSealed(BANK, 'iban'), await store.lastSealed(OTHER, 'card')]).toEqual([2, 0, 0]);
    });

    it('lists what is held back, and leaves it out of every index', async () => {
      const held = memory(3, { retractedAt: 30, quarantine: { status: 'held', score: 0.9, reasons: ['a sign'] } });
      await store.commit(change([memory(1), held, memory(4, { retractedAt: 40, quarantine: { status: 'rejected', score: 0.8, reasons: [] } })]));
      expect((await store.find(BANK, { quarantined: true }, 10)).items).toEqual([held]);
      expect((await store.find(BANK, {}, 10)).items.map((each) => each.id)).toEqual([id(1)]);
      const indexed: string[] = [];
      for await (const rows of store.indexRows(BANK, 'semantic', ENCODER)) indexed.push(...rows.map((row) => row.memory.id));
      expect(indexed).toEqual([id(1)]);
    });

    it('is healthy after all this, rebuilds, and says so when it is closed', async () => {
      await store.commit(change([memory(1), memory(2)]));
      expect(await store.check()).toEqual([]);
      await store.rebuild();
      expect(await store.check()).toEqual([]);
      await store.close();
      expect(await codeOf(store.get(BANK, [id(1)]))).toBe('closed');
      expect(await codeOf(store.commit(change([memory(3)])))).toBe('closed');
    });

    it('keeps what sessions have in mind apart, beside the journal', async () => {
      const working = (session: string, at: number): WorkingMemory => ({ session: session as SessionId, task: null, phase: null, events: [], turns: [{ speaker: null, text: `said ${at}`, at }], changedAt: at });
      const sequence = (await store.bank(BANK))?.sequence;
      expect(await store.workingMemory(BANK, 's' as SessionId)).toBeNull();
      expect(await store.reviseWorkingMemory(BANK, 's' as SessionId, (before) => (before === null ? working('s', 5) : null))).toEqual(working('s', 5));
      expect(await store.workingMemory(BANK, 's' as SessionId)).toEqual(working('s', 5));
      expect(await store.workingMemory(BANK, 't' as SessionId)).toBeNull();
      expect(await store.workingMemory(OTHER, 's' as SessionId)).toBeNull();
      expect((await store.bank(BANK))?.sequence).toBe(sequence);
      await expect(store.reviseWorkingMemory(BANK, 's' as SessionId, () => { throw new RangeError('no'); })).rejects.toThrow('no');
      expect(await store.reviseWorkingMemory(BANK, 's' as SessionId, (before) => (before?.changedAt === 5 ? null : before))).toBeNull();
      expect(await store.workingMemory(BANK, 's' as SessionId)).toBeNull();
    });
  });
}
