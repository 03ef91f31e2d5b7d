import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Edge } from '../../packages/core/src/domain/graph.js';
import type {
  BankName,
  EntityId,
  MemoryId,
  SessionId,
} from '../../packages/core/src/domain/ids.js';
import { expiryTag } from '../../packages/core/src/domain/memory-times.js';
import type { Memory } from '../../packages/core/src/domain/memory.js';
import {
  meetsMetadata,
  readMetadataFilter,
} from '../../packages/core/src/domain/metadata-filter.js';
import type { Filter, JournalQuery, Store } from '../../packages/core/src/ports/store.js';
import { BANK, change, codeOf, ENCODER, id, ids, memory, OTHER } from './store-changes.js';
import { describeCare } from './store-care-contract.js';
import { describeJournal } from './store-journal-contract.js';
import { describeKept } from './store-kept-contract.js';
import { describeTurns } from './store-turns-contract.js';
import { describeVotes } from './votes-contract.js';

const entityId = (number: number): EntityId => `e_${String(number).padStart(13, '0')}` as EntityId;

function edge(
  from: Edge['from'],
  role: Edge['role'],
  to: Edge['to'],
  weight = 0.5,
  evidence: MemoryId | null = null,
): Edge {
  return { from, to, role, label: '', weight, confidence: weight, status: 'resolved', evidence };
}

/** What every store must do. `open` gives a fresh store; the suite closes it. */
export function describeStore(name: string, open: () => Promise<Store>): void {
  describe(`store: ${name}`, () => {
    let store: Store;
    let banks = 0;
    beforeEach(async () => {
      store = await open();
      await store.ensureBank(BANK, ENCODER, 1);
      await store.ensureBank(OTHER, ENCODER, 1);
    });
    afterEach(() => store.close());
    describeVotes(() => store, { bank: BANK, other: OTHER, change, memory: memory(1) });
    describeKept(() => store);
    describeJournal(() => store);
    describeCare(() => store);
    describeTurns(() => store);

    it('numbers changes, tells of them, and gives back what was put', async () => {
      const first = await store.commit(
        change([memory(1), memory(2)], {
          entities: [
            {
              id: entityId(1),
              name: 'Ana',
              type: 'person',
              aliases: ['Annie'],
              firstSeenAt: 5,
              version: 1,
            },
          ],
        }),
      );
      const second = await store.commit(
        change([
          memory(3, {
            tags: ['red'],
            metadata: { n: 1 },
            speaker: 'Ana',
            session: 's' as SessionId,
          }),
        ]),
      );
      expect(second).toBeGreaterThan(first);
      expect(await store.get(BANK, [id(3), id(9), id(1)])).toEqual([
        memory(3, { tags: ['red'], metadata: { n: 1 }, speaker: 'Ana', session: 's' as SessionId }),
        memory(1),
      ]);
      const journal = await store.since(BANK, 0, 10);
      expect(
        journal.map((entry) => [entry.sequence, entry.memories.length, entry.entities.length]),
      ).toEqual([
        [first, 2, 1],
        [second, 1, 0],
      ]);
      expect((await store.since(BANK, first, 10)).map((entry) => entry.sequence)).toEqual([second]);
      expect((await store.bank(BANK))?.sequence).toBe(second);
      expect(await store.allEntities(BANK)).toEqual([
        {
          id: entityId(1),
          name: 'Ana',
          type: 'person',
          aliases: ['Annie'],
          firstSeenAt: 5,
          version: 1,
        },
      ]);
    });

    it('applies a change whole or not at all', async () => {
      await store.commit(change([memory(1)]));
      const broken = change([memory(2)], {
        embeddings: [
          { memory: id(77), space: 'semantic', encoder: ENCODER, vector: Int8Array.of(1) },
        ],
      });
      expect(await codeOf(store.commit(broken))).toBe('not_found');
      expect(await store.get(BANK, [id(2)])).toEqual([]);
      expect(await store.search.lexical(BANK, '2', {}, 5)).toEqual([]);
      expect(await store.since(BANK, 0, 10)).toHaveLength(1);
    });

    it('refuses a change that was decided on an older state', async () => {
      const sequence = await store.commit(change([memory(1)]));
      expect(
        await codeOf(store.commit(change([memory(2)]), { expectedSequence: sequence - 1 })),
      ).toBe('conflict');
      expect(await store.get(BANK, [id(2)])).toEqual([]);
      await store.commit(change([memory(2)]), { expectedSequence: sequence });
      expect(await codeOf(store.commit(change([memory(3)], { bank: 'nowhere' as BankName })))).toBe(
        'not_found',
      );
    });

    it('tells which standing memories are over by a moment, the soonest first', async () => {
      const ends = (at: number): readonly string[] => [expiryTag(at), 'zz'];
      await store.commit(
        change([
          memory(1, { tags: [...ends(3_000)] }),
          memory(2, { tags: ['x', `a"mneme:expires:1`] }),
          memory(3, { tags: [...ends(1_000)] }),
          memory(4, { tags: [...ends(2_000)], retractedAt: 7 }),
          memory(5, { tags: [...ends(9_000_000_000_000)] }),
        ]),
      );
      await store.commit({ ...change([memory(6, { tags: [...ends(500)] })]), bank: OTHER });
      const over = async (until: number, limit = 10): Promise<string[]> =>
        (await store.expired(BANK, until, limit)).map((found) => found.id);
      expect(await over(999)).toEqual([]);
      expect(await over(1_000)).toEqual([id(3)]);
      expect(await over(8_000)).toEqual([id(3), id(1)]);
      expect(await over(8_000, 1)).toEqual([id(3)]);
      await store.commit({
        ...change([]),
        memories: [
          memory(3, { tags: ['zz'], version: 2 }),
          memory(5, { tags: [...ends(10)], version: 2 }),
        ],
      });
      expect(await over(8_000)).toEqual([id(5), id(1)]);
    });

    it('remembers what each memory was at any moment', async () => {
      await store.commit(change([memory(1, { recordedAt: 100 })], { at: 100 }));
      await store.commit({
        ...change([]),
        at: 200,
        memories: [memory(1, { recordedAt: 100, confidence: 0.5, version: 2 })],
      });
      await store.commit({
        ...change([]),
        at: 300,
        verb: 'forget',
        memories: [memory(1, { recordedAt: 100, confidence: 0.5, version: 3, retractedAt: 300 })],
      });
      await store.commit({
        ...change([]),
        at: 400,
        verb: 'restore',
        memories: [memory(1, { recordedAt: 100, confidence: 0.5, version: 4 })],
      });
      const versionAt = async (moment: number): Promise<number | undefined> =>
        (await store.get(BANK, [id(1)], moment))[0]?.version;
      expect([
        await versionAt(99),
        await versionAt(150),
        await versionAt(250),
        await versionAt(350),
        await versionAt(450),
      ]).toEqual([undefined, 1, 2, 3, 4]);
      expect((await store.get(BANK, [id(1)], 350)).map(({ retractedAt }) => retractedAt)).toEqual([
        300,
      ]);
      expect((await store.find(BANK, { asOf: 350 }, 5)).items).toEqual([]);
      expect(
        (await store.find(BANK, { asOf: 150 }, 5)).items.map(({ version }) => version),
      ).toEqual([1]);
    });

    it('tells the changes of one memory, newest first, by verbs too', async () => {
      await store.commit(change([memory(1), memory(2)]));
      await store.commit(change([memory(1)], { bank: OTHER }));
      await store.commit({ ...change([]), verb: 'boost', memories: [memory(1, { version: 2 })] });
      await store.commit({
        ...change([]),
        verb: 'forget',
        memories: [memory(2, { version: 2, retractedAt: 300 })],
      });
      const verbs = async (query: JournalQuery): Promise<string[]> =>
        (await store.journal(BANK, query, 10)).map(({ verb }) => verb);
      expect(await verbs({ memory: id(1) })).toEqual(['boost', 'remember']);
      expect(await verbs({ memory: id(2), verbs: ['remember', 'boost'] })).toEqual(['remember']);
      expect(await verbs({ verbs: ['boost', 'forget'] })).toEqual(['forget', 'boost']);
      expect(await verbs({ memory: id(9) })).toEqual([]);
      const [boost, first] = (await store.journal(BANK, { memory: id(1) }, 10)).map(
        ({ sequence }) => sequence,
      );
      expect(await verbs({ sequences: [first ?? 0, boost ?? 0] })).toEqual(['boost', 'remember']);
      expect(await verbs({ sequences: [] })).toEqual([]);
    });

    it('finds by metadata just what the filter says, whatever it says', async () => {
      const values = fc.constantFrom(
        'P-1',
        'P-2',
        '1',
        'true',
        'Ä',
        '💧',
        1,
        2,
        -0.5,
        1e20,
        true,
        false,
      );
      const names = fc.constantFrom('ticket', 'or', "it's", 'a"b', '$.x', 'café');
      const metadata = fc.dictionary(names, values, { maxKeys: 4 });
      const field = fc.oneof(
        values,
        fc.record({ eq: values }),
        fc.record({ ne: values }),
        fc.record({ in: fc.array(values, { minLength: 1, maxLength: 3 }) }),
        fc.record({ exists: fc.boolean() }),
        fc
          .tuple(
            fc.constantFrom('gt', 'gte', 'lt', 'lte'),
            values.filter((v) => typeof v !== 'boolean'),
          )
          .map(([test, value]) => ({ [test]: value })),
      );
      const flat = fc.dictionary(names, field, { minKeys: 1, maxKeys: 2 });
      const filter = fc.oneof(
        flat,
        fc.record({ or: fc.array(flat, { minLength: 1, maxLength: 3 }) }),
        fc.record({ not: flat, and: fc.array(flat, { minLength: 1, maxLength: 2 }) }),
      );
      await fc.assert(
        fc.asyncProperty(
          fc.array(metadata, { minLength: 1, maxLength: 12 }),
          fc.array(filter, { minLength: 1, maxLength: 6 }),
          async (kept, filters) => {
            const bank = `m${++banks}` as BankName;
            await store.ensureBank(bank, ENCODER, 1);
            const all = kept.map((each, at) => memory(at, { metadata: each }));
            await store.commit({ ...change(all, { embeddings: [] }), bank });
            for (const each of filters) {
              const condition = readMetadataFilter(each);
              const { items } = await store.find(bank, { metadata: condition }, 50);
              expect(ids(items)).toEqual(
                ids(all.filter((one) => meetsMetadata(condition, one.metadata))),
              );
            }
          },
        ),
        { numRuns: 40 },
      );
    });

    it('pages through every filter without loss or repeat', async () => {
      const all = Array.from({ length: 40 }, (_, at) =>
        memory(at, {
          kind: at % 2 === 0 ? 'fact' : 'opinion',
          speaker: ['Ana', 'Tom', null][at % 3] ?? null,
          session: (at % 4 === 0 ? 's' : null) as SessionId | null,
          confidence: (at % 10) / 10,
          tags: at % 5 === 0 ? ['red', 'blue'] : [],
          retractedAt: at % 7 === 0 ? 5_000 : null,
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
        [
          { occurred: { from: 10_000, to: 20_000 } },
          ({ occurredFrom }) => occurredFrom >= 10_000 && occurredFrom < 20_000,
        ],
        // All of them are moments: days of the calendar have bounds of their own.
        [
          { occurred: { from: 10_000, to: 20_000, dated: { from: 40_000, to: 50_000 } } },
          ({ occurredFrom }) => occurredFrom >= 10_000 && occurredFrom < 20_000,
        ],
        [
          { occurred: { from: 10_000, dated: { to: 5_000 } } },
          ({ occurredFrom }) => occurredFrom >= 10_000,
        ],
      ];
      for (const [filter, wanted] of cases) {
        const expected = ids(
          all.filter(
            (each) =>
              wanted(each) && (filter.includeRetracted === true || each.retractedAt === null),
          ),
        );
        const found: MemoryId[] = [];
        for (let after: string | undefined; ;) {
          const page = await store.find(BANK, filter, 7, after);
          found.push(...ids(page.items));
          if (page.next === null) break;
          after = page.next;
        }
        expect(found).toEqual(expected);
      }
      expect(await codeOf(store.find(BANK, {}, 5, 'nonsense'))).toBe('invalid_input');
    });

    it('finds words that it holds in pieces: marks of Indic scripts, points, colons, apostrophes, letters outside the first plane', async () => {
      const pieced = ['दिल्ली', '3.11', '10:30', "d'accord", 'snake_case', '\u{1e900}\u{1e901}'];
      await store.commit(change(pieced.map((content, at) => memory(10 + at, { content }))));
      for (const [at, word] of pieced.slice(0, -1).entries())
        expect(ids(await store.search.lexical(BANK, `${word} quinces`, {}, 5)), word).toEqual([
          id(10 + at),
        ]);
      expect(await store.search.lexical(BANK, pieced.at(-1) ?? '', {}, 5)).toEqual(
        expect.any(Array),
      );
    });

    it('finds by words, by vector and by time, within the filter', async () => {
      await store.commit(
        change([
          memory(1, { content: 'apples and pears' }),
          memory(2, { content: 'apples apples apples' }),
          memory(3, { content: '日本 本語 plums' }),
          memory(4, { content: 'apples gone', retractedAt: 9 }),
        ]),
      );
      expect((await store.search.lexical(BANK, 'apples', {}, 5)).map((hit) => hit.id)).toEqual([
        id(2),
        id(1),
      ]);
      expect(
        (await store.search.lexical(BANK, 'apples', { includeRetracted: true }, 5))
          .map((hit) => hit.id)
          .sort(),
      ).toEqual([id(1), id(2), id(4)]);
      expect(ids(await store.search.lexical(BANK, '本語', {}, 5))).toEqual([id(3)]);
      expect(await store.search.lexical(BANK, '" OR NEAR( * apples"', {}, 5)).toEqual(
        expect.any(Array),
      );
      const near = await store.search.nearest(
        BANK,
        'semantic',
        ENCODER,
        Int8Array.of(100, 0, 0, 1),
        {},
        2,
      );
      expect(near.map((hit) => hit.id)).toEqual([id(1), id(2)]);
      expect(near[0]?.score).toBeCloseTo(1, 5);
      expect(
        await store.search.nearest(
          BANK,
          'semantic',
          'another encoder',
          Int8Array.of(100, 0, 0, 1),
          {},
          2,
        ),
      ).toEqual([]);
      expect(ids(await store.search.between(BANK, 1_500, 3_500, {}, 5))).toEqual([id(3), id(2)]);
      // What was taken back by then takes no place from what was not.
      expect(
        ids(await store.search.lexical(BANK, 'apples gone', { includeRetracted: true }, 1)),
      ).toEqual([id(4)]);
      expect(
        ids(await store.search.lexical(BANK, 'apples gone', { asOf: Date.UTC(2040, 0, 1) }, 1)),
      ).toEqual([id(2)]);
    });

    it('tells in the journal which edges a change put and which it took away', async () => {
      const ana = entityId(1);
      const [first, second] = [
        edge(id(1), 'mentions', ana, 0.4, id(1)),
        edge(id(1), 'follows', id(2), 0.6, id(1)),
      ];
      await store.commit(change([memory(1), memory(2)], { edges: [first, second] }));
      await store.commit({
        ...change([]),
        edges: [{ ...first, weight: 0.9 }],
        removedEdges: [second],
      });
      const journal = await store.since(BANK, 0, 10);
      expect(
        journal.map((entry) => entry.edges.map(({ role, weight }) => [role, weight]).sort()),
      ).toEqual([[['mentions', 0.9]], [['mentions', 0.9]]]);
      expect(journal.map((entry) => entry.removedEdges.map(({ role }) => role))).toEqual([
        [],
        ['follows'],
      ]);
      const all: string[] = [];
      for await (const page of store.edges(BANK))
        all.push(...page.map(({ role, weight }) => `${role} ${weight}`));
      expect(all).toEqual(['mentions 0.9']);
    });

    it('walks edges, strongest first, and hides those of what was taken back', async () => {
      const ana = entityId(1);
      await store.commit(
        change([memory(1), memory(2)], {
          edges: [
            edge(id(1), 'mentions', ana, 0.4, id(1)),
            edge(id(2), 'mentions', ana, 0.8, id(2)),
            edge(id(1), 'follows', id(2), 0.6, id(1)),
            edge(ana, 'causes', entityId(2), 0.9, id(2)),
          ],
        }),
      );
      const weights = async (
        families: Parameters<Store['neighbours']>[2],
        limit = 9,
      ): Promise<number[]> =>
        (await store.neighbours(BANK, [ana], families, limit)).map((each) => each.weight);
      expect(
        await weights(['relational', 'causal', 'temporal', 'semantic', 'hierarchical']),
      ).toEqual([0.9, 0.8, 0.4]);
      expect(await weights(['relational'])).toEqual([0.8, 0.4]);
      expect(await weights(['relational'], 1)).toEqual([0.8]);
      await store.commit({
        ...change([]),
        verb: 'forget',
        memories: [memory(2, { retractedAt: 50, version: 2 })],
      });
      expect(await weights(['relational', 'causal'])).toEqual([0.4]);
      await store.commit({ ...change([]), verb: 'restore', memories: [memory(2, { version: 3 })] });
      expect(await weights(['relational', 'causal'])).toEqual([0.9, 0.8, 0.4]);
      await store.commit({ ...change([]), removedEdges: [edge(id(1), 'mentions', ana)] });
      expect(await weights(['relational'])).toEqual([0.8]);
    });

    it('keeps banks apart, whatever is committed to which', async () => {
      const steps = fc.array(
        fc.record({ bank: fc.constantFrom(BANK, OTHER), number: fc.integer({ min: 0, max: 6 }) }),
        { maxLength: 12 },
      );
      await fc.assert(
        fc.asyncProperty(steps, async (commits) => {
          const fresh = await open();
          try {
            for (const bank of [BANK, OTHER]) await fresh.ensureBank(bank, ENCODER, 1);
            const expected = new Map([
              [BANK, new Set<MemoryId>()],
              [OTHER, new Set<MemoryId>()],
            ]);
            for (const { bank, number } of commits) {
              await fresh.commit({ ...change([memory(number, { content: `in ${bank}` })]), bank });
              expected.get(bank)?.add(id(number));
            }
            for (const [bank, wanted] of expected) {
              expect(new Set(ids((await fresh.find(bank, {}, 100)).items))).toEqual(wanted);
              expect(new Set(ids(await fresh.search.lexical(bank, 'in', {}, 100)))).toEqual(wanted);
              expect(
                (await fresh.find(bank, {}, 100)).items.every(
                  ({ content }) => content === `in ${bank}`,
                ),
              ).toBe(true);
            }
          } finally {
            await fresh.close();
          }
        }),
        { numRuns: 15 },
      );
    });

    it('lists what is held back, and leaves it out of every index', async () => {
      const held = memory(3, {
        retractedAt: 30,
        quarantine: { status: 'held', score: 0.9, reasons: ['a sign'] },
      });
      await store.commit(
        change([
          memory(1),
          held,
          memory(4, {
            retractedAt: 40,
            quarantine: { status: 'rejected', score: 0.8, reasons: [] },
          }),
        ]),
      );
      expect((await store.find(BANK, { quarantined: true }, 10)).items).toEqual([held]);
      expect((await store.find(BANK, {}, 10)).items.map((each) => each.id)).toEqual([id(1)]);
      const indexed: string[] = [];
      for await (const rows of store.indexRows(BANK, 'semantic', ENCODER))
        indexed.push(...rows.map((row) => row.memory.id));
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
  });
}
