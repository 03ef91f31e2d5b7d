import { expect, it } from 'vitest';
import { type Change, EMPTY_CHANGE, UNDONE } from '../../packages/core/src/domain/change.js';
import type { Conflict } from '../../packages/core/src/domain/validity.js';
import type { Erasure } from '../../packages/core/src/domain/forgetting-and-merging.js';
import type { Edge, Entity } from '../../packages/core/src/domain/graph.js';
import type {
  ConflictId,
  ContextId,
  EntityId,
  SessionId,
} from '../../packages/core/src/domain/ids.js';
import type { Store } from '../../packages/core/src/ports/store.js';
import { BANK, change, codeOf, ENCODER, id, ids, memory, OTHER } from './store-changes.js';
import { toldBy } from './told-by.js';

const entity = (number: number, changes: Partial<Entity> = {}): Entity => ({
  id: `e_${String(number).padStart(13, '0')}` as EntityId,
  name: `Name ${number}`,
  type: 'person',
  aliases: [],
  firstSeenAt: 5,
  version: 1,
  ...changes,
});
const CONTEXT = { id: 'c_0000000000001' as ContextId, name: 'fruit', createdAt: 4 };
const SESSION = { id: 's' as SessionId, origin: null, startedAt: 3 };

const mentions = (number: number, of: Entity, weight = 0.5): Edge => ({
  from: id(number),
  role: 'mentions',
  to: of.id,
  label: '',
  weight,
  confidence: weight,
  status: 'resolved',
  evidence: id(number),
});

const conflict = (changes: Partial<Conflict> = {}): Conflict => ({
  id: 'k_0000000000001' as ConflictId,
  older: id(1),
  newer: id(2),
  subject: 'Ana',
  slot: 'lives in',
  olderValue: 'Bern',
  newerValue: 'Lyon',
  verdict: 'actual',
  reason: 'both cannot be',
  status: 'pending',
  settlement: null,
  lowered: { older: 0, newer: 0 },
  foundAt: 50,
  version: 1,
  ...changes,
});

/** Two memories that name somebody, one of them in a context and a session. */
const said = (): Change =>
  change(
    [
      memory(1, { context: CONTEXT.id, session: SESSION.id, content: 'Ana likes pears' }),
      memory(2),
    ],
    {
      at: 100,
      entities: [entity(1)],
      contexts: [CONTEXT],
      sessions: [SESSION],
      edges: [mentions(1, entity(1)), mentions(2, entity(1))],
      claims: [{ memory: id(1), key: 'ana|likes', claim: '{"value":"pears"}' }],
    },
  );

/** What every store must do with changes: apply each whole, remember what was before, take them back, and erase for good. */
export function describeJournal(open: () => Store): void {
  it('leaves nothing at all of a change that fails, whatever it had done by then', async () => {
    await open().commit(said());
    await open().recordUsage(BANK, [id(1)], 5);
    const before = await toldBy(open(), BANK);
    const failing: Change = {
      ...said(),
      at: 200,
      memories: [memory(1, { content: 'changed' }), memory(3)],
      entities: [entity(1, { name: 'Changed' }), entity(2)],
      edges: [mentions(1, entity(1), 0.9), mentions(3, entity(2))],
      removedEdges: [mentions(2, entity(1))],
      conflicts: [conflict()],
      claims: [{ memory: id(3), key: 'k', claim: '{"value":1}' }],
      settings: { reflectedUpTo: 9 },
      sealed: [{ token: '[card_1]', kind: 'card', print: 'p', sealed: 's' }],
      encoder: 'another',
      readings: [{ memory: id(1), terms: 'changed', traits: 0 }],
      embeddings: [
        { memory: id(77), space: 'semantic', encoder: ENCODER, vector: Int8Array.of(1) },
      ],
    };
    expect(await codeOf(open().commit(failing))).toBe('not_found');
    expect(await toldBy(open(), BANK)).toEqual(before);
    expect(await open().search.lexical(BANK, 'changed', {}, 5)).toEqual([]);
    expect(await open().neighbours(BANK, [entity(2).id], ['relational'], 5)).toEqual([]);
    expect(await open().claims(BANK, ['k'], 5)).toEqual([]);
    expect(await open().bank(BANK)).toMatchObject({ encoder: ENCODER });
  });

  it('keeps records as they were put, whatever a caller does with them afterwards', async () => {
    const tags = ['red'];
    await open().commit(change([memory(1, { tags })]));
    tags.push('blue');
    const [read] = await open().get(BANK, [id(1)]);
    try {
      (read?.tags as string[]).push('green');
    } catch {
      // A store may hand out what cannot be changed.
    }
    expect((await open().get(BANK, [id(1)]))[0]?.tags).toEqual(['red']);
  });

  it('tells of one change what each record was before it, is after it, and is now', async () => {
    const first = await open().commit(said());
    const second = await open().commit({
      ...change([]),
      at: 200,
      memories: [memory(2, { version: 2 })],
      conflicts: [conflict()],
      settings: { reflectedUpTo: 1 },
    });
    const third = await open().commit({
      ...change([]),
      at: 300,
      memories: [memory(2, { version: 3 })],
      removedEdges: [mentions(2, entity(1))],
    });
    expect(await open().changeRecord(BANK, third + 1)).toBeNull();
    expect(await open().changeRecord(OTHER, second)).toBeNull();
    const record = await open().changeRecord(BANK, second);
    expect(record?.change).toMatchObject({ sequence: second, reverts: null, revertedBy: null });
    const touched = Object.fromEntries((record?.touched ?? []).map((each) => [each.kind, each]));
    expect(touched['memory']).toMatchObject({
      id: id(2),
      before: { version: 1 },
      after: { version: 2 },
      now: { version: 3 },
      later: [third],
    });
    expect(touched['conflict']).toMatchObject({ before: null, after: conflict(), later: [] });
    expect(touched['bank']).toMatchObject({
      before: { reflectedUpTo: 0 },
      after: { reflectedUpTo: 1, guard: 'quarantine' },
    });
    const founding = (await open().changeRecord(BANK, first))?.touched ?? [];
    expect(founding.map(({ kind, id: name }) => `${kind} ${name}`).sort()).toEqual(
      [
        `context ${CONTEXT.id}`,
        `entity ${entity(1).id}`,
        `edge ${id(1)}|mentions|${entity(1).id}|`,
        `edge ${id(2)}|mentions|${entity(1).id}|`,
        `memory ${id(1)}`,
        `memory ${id(2)}`,
        'session s',
      ].sort(),
    );
    const gone = founding.find(({ kind, id: name }) => kind === 'edge' && name.startsWith(id(2)));
    expect(gone).toMatchObject({ before: null, now: null, later: [third] });
    expect(await open().formerEdges(BANK, [mentions(2, entity(1))])).toEqual([
      mentions(2, entity(1)),
    ]);
    expect((await open().touchedMemories(BANK, 100, 300, 5)).items).toEqual([id(2)]);
    const page = await open().touchedMemories(BANK, 0, 300, 1);
    expect(page.items).toEqual([id(1)]);
    expect((await open().touchedMemories(BANK, 0, 300, 5, page.next ?? '')).items).toEqual([id(2)]);
  });

  it('takes away what nothing names any more, and brings it back in its old place', async () => {
    const first = await open().commit(said());
    await open().commit(change([memory(3)], { at: 150, entities: [entity(2)] }));
    const order = async () => (await open().allEntities(BANK)).map(({ id: name }) => name);
    const named = { kind: 'entity', id: entity(1).id } as const;
    // While a link names it, it stays.
    await open().commit({ ...change([]), at: 160, removed: [named] });
    expect(await order()).toEqual([entity(1).id, entity(2).id]);
    const taken = await open().commit({
      ...change([]),
      at: 200,
      verb: 'undo',
      reverts: first,
      memories: [1, 2].map((number) =>
        memory(number, {
          ...(number === 1 ? { context: CONTEXT.id, session: SESSION.id } : {}),
          retractedAt: 200,
          retraction: `${UNDONE}remember`,
          version: 2,
        }),
      ),
      removedEdges: [mentions(1, entity(1)), mentions(2, entity(1))],
      removed: [named, { kind: 'context', id: CONTEXT.id }, { kind: 'session', id: SESSION.id }],
    });
    expect(await order()).toEqual([entity(2).id]);
    expect(await open().sessions(BANK)).toEqual([]);
    expect((await open().changeRecord(BANK, first))?.change.revertedBy).toBe(taken);
    const indexed: string[] = [];
    for await (const rows of open().indexRows(BANK, 'semantic', ENCODER))
      indexed.push(...rows.map((row) => row.memory.id));
    expect(indexed).toEqual([id(3)]);
    await open().commit({
      ...said(),
      at: 300,
      verb: 'undo',
      reverts: taken,
      readings: [],
      embeddings: [],
      claims: [],
      entities: [],
      contexts: [],
      sessions: [],
    });
    expect(await order()).toEqual([entity(1).id, entity(2).id]);
    expect(await open().contexts(BANK, [CONTEXT.id])).toEqual([CONTEXT]);
    expect(await open().sessions(BANK)).toEqual([SESSION]);
    expect(await open().neighbours(BANK, [entity(1).id], ['relational'], 5)).toHaveLength(2);
  });

  it('finds claims by key and by memory, the newest memory first', async () => {
    const claim = (number: number, key: string) => ({
      memory: id(number),
      key,
      claim: `{"n":${number}}`,
    });
    await open().commit(
      change([memory(1), memory(2), memory(3)], {
        claims: [claim(1, 'a'), claim(3, 'a'), claim(2, 'a'), claim(2, 'b'), claim(2, 'b')],
      }),
    );
    expect(await open().claims(BANK, ['a', 'none'], 2)).toEqual([claim(3, 'a'), claim(2, 'a')]);
    expect(await open().claims(BANK, ['b', 'a'], 1)).toEqual([claim(2, 'b'), claim(3, 'a')]);
    expect(await open().claimsOf(BANK, [id(2), id(9)])).toEqual([claim(2, 'a'), claim(2, 'b')]);
    expect(await open().claims(OTHER, ['a'], 5)).toEqual([]);
  });

  it('pages through conflicts, newest first, by what is asked of them', async () => {
    const nth = (number: number, changes: Partial<Conflict> = {}): Conflict =>
      conflict({ id: `k_${String(number).padStart(13, '0')}` as ConflictId, ...changes });
    await open().commit({
      ...change([]),
      conflicts: [
        nth(1),
        nth(2, { verdict: 'review' }),
        nth(3, { status: 'resolved', older: id(7) }),
      ],
    });
    const names = (found: { items: readonly Conflict[] }) => found.items.map((each) => each.id);
    const first = await open().conflicts(BANK, {}, 2);
    expect(names(first)).toEqual([nth(3).id, nth(2).id]);
    expect(names(await open().conflicts(BANK, {}, 2, first.next ?? ''))).toEqual([nth(1).id]);
    expect(names(await open().conflicts(BANK, { verdict: 'review' }, 5))).toEqual([nth(2).id]);
    expect(names(await open().conflicts(BANK, { memories: [id(7)] }, 5))).toEqual([nth(3).id]);
    expect(names(await open().conflicts(BANK, { status: 'pending', ids: [nth(1).id] }, 5))).toEqual(
      [nth(1).id],
    );
  });

  it('erases for good: records, their past, and a name in every text', async () => {
    await open().commit(said());
    await open().commit({
      ...change([]),
      at: 200,
      reason: 'Ana said so',
      memories: [
        memory(1, { context: CONTEXT.id, session: SESSION.id, content: 'Ana likes plums' }),
      ],
    });
    await open().commit(change([memory(3, { content: 'Ana came by', contentHash: 'kept' })]));
    const erasure: Erasure = {
      memories: [id(1)],
      rewritten: [id(3)],
      entities: [entity(1).id],
      renamed: [],
      contexts: [],
      learned: [],
      names: [{ text: 'Ana', common: false, writing: [] }],
      stems: ['ana'],
      tokens: [],
    };
    await open().commit({
      ...EMPTY_CHANGE,
      bank: BANK,
      at: 300,
      verb: 'erase',
      actor: 'test',
      reason: '',
      memories: [memory(3, { content: '[erased] came by', contentHash: 'kept' })],
      readings: [{ memory: id(3), terms: 'came by', traits: 0 }],
      erasure,
    });
    expect(JSON.stringify(await toldBy(open(), BANK))).not.toMatch(/Ana|pears|plums/);
    expect(ids(await open().get(BANK, [id(1), id(2), id(3)]))).toEqual([id(2), id(3)]);
    expect(await open().get(BANK, [id(1)], 150)).toEqual([]);
    expect((await open().get(BANK, [id(3)], 299))[0]?.content).toBe('[erased] came by');
    expect(await open().search.lexical(BANK, 'ana pears plums', {}, 5)).toEqual([]);
    expect(await open().claimsOf(BANK, [id(1)])).toEqual([]);
    expect(await open().sessions(BANK)).toEqual([]);
    expect(await open().scrub(0)).toBe(true);
    expect(await open().unfinishedErasure(BANK)).toBeNull();
  });

  it('refuses a value that is sealed already, with all of its change', async () => {
    const sealed = [{ token: '[card_1]', kind: 'card', print: 'p', sealed: 's' }];
    await open().commit(change([memory(1)], { sealed }));
    expect(await codeOf(open().commit(change([memory(2)], { sealed })))).toBe('conflict');
    expect(await open().get(BANK, [id(2)])).toEqual([]);
    expect(await open().sealed(BANK, { tokens: ['[card_1]'] })).toHaveLength(1);
  });
}
