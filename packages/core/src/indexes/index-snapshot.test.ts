import { describe, expect, it } from 'vitest';
import { createExactIndex } from '../adapters/index/exact/exact-index.js';
import type { BankName, ContextId, EntityId, MemoryId, SessionId } from '../domain/ids.js';
import type { IndexRow } from '../ports/store.js';
import { BankIndex } from './bank-index.js';
import { EdgeIndex } from './edge-index.js';
import { restoreSnapshot, snapshotParts } from './index-snapshot.js';
import { putPassageVectors, withoutPassageVectors } from './put-into-index.js';

const DIMENSIONS = 16;
interface Both {
  readonly index: BankIndex;
  readonly edges: EdgeIndex;
}

function fresh(): Both {
  const index = new BankIndex(
    createExactIndex(DIMENSIONS),
    (name) => name.toLowerCase(),
    createExactIndex(DIMENSIONS),
  );
  return { index, edges: new EdgeIndex(index) };
}

/** A memory with a link to the one before, to an entity and to a context. */
function put({ index, edges }: Both, at: number): void {
  index.put(row(at));
  if (at === 18)
    putPassageVectors(
      index,
      index.slot(row(at).memory.id),
      Int8Array.from({ length: 3 * DIMENSIONS }, (_, place) => (place * 13) % 90),
    );
  const { id } = row(at).memory;
  const plain = {
    from: id,
    label: '',
    weight: 0.5 + at / 100,
    confidence: 1,
    status: 'resolved',
    evidence: id,
  } as const;
  edges.put({ ...plain, to: `e_${at % 3}` as EntityId, role: 'mentions' });
  edges.put({ ...plain, to: `c_${at % 2}` as ContextId, role: 'belongs_to' });
  if (at > 0)
    edges.put({ ...plain, to: row(at - 1).memory.id, role: 'follows', label: `after ${at % 4}` });
}

function row(at: number): IndexRow {
  return {
    memory: {
      id: `m_${String(at).padStart(13, '0')}` as MemoryId,
      kind: at % 3 === 0 ? 'fact' : 'experience',
      speaker: at % 2 === 0 ? 'Ana' : 'Bo Li',
      session: (at % 5 === 0 ? null : `s${at % 4}`) as SessionId | null,
      context: null,
      position: 40 - at,
      saidAt: 1_000 * at,
      occurredFrom: 1_000 * at,
      occurredTo: 1_000 * at + 5,
      recordedAt: 2_000 * at,
      retractedAt: at === 7 ? 99_999 : null,
      supersededBy: at === 5 ? (`m_${String(12).padStart(13, '0')}` as MemoryId) : null,
      confidence: 0.9 - at / 100,
      importance: at / 50,
      trust: at % 3 === 0 ? 'web' : 'user',
      tags: at === 3 ? ['red', 'blue'] : [],
    },
    usage:
      at === 4 ? { accessCount: 2, lastAccessedAt: 5 } : { accessCount: 0, lastAccessedAt: null },
    terms:
      at === 9
        ? ''
        : at % 10 === 8
          ? `word${at % 6} shared\n\nshared other${at} shared`
          : `word${at % 6} shared word${at % 6} other${at}`,
    traits: at,
    vector:
      at === 11
        ? null
        : Int8Array.from(
            { length: DIMENSIONS },
            (_, place) => ((at * 31 + place * 17) % 200) - 100,
          ),
  };
}

/** Everything an index answers, in comparable form. */
function answers({ index, edges }: Both): unknown {
  const query = Float32Array.from({ length: DIMENSIONS }, (_, place) => Math.sin(place));
  return {
    live: index.live,
    slots: Array.from({ length: index.size }, (_, slot) => ({
      id: index.id(slot),
      kind: index.kind(slot),
      succeeded: index.succeeded(index.id(slot)),
      live: index.isLive(slot),
      speaker: index.speaker(slot),
      session: index.session(slot),
      previous: index.previous(slot),
      next: index.next(slot),
      tags: index.tags(slot),
      usage: index.usage(slot),
      traits: index.traits.get(slot),
      saidAt: index.saidAt.get(slot),
      confidence: index.confidence.get(slot),
      similarity: index.vectors.similarity(slot, query),
      length: index.postings.length(slot),
      passages: Array.from({ length: index.passages.count(slot) }, (_, at) => {
        const passage = index.passages.first(slot) + at;
        return [
          index.passages.start(passage),
          index.passages.length(passage),
          index.passageVectors.similarity(passage, query),
        ];
      }),
    })),
    passages: [
      index.passages.list(index.postings.numberOf('shared')),
      withoutPassageVectors(index),
    ],
    shared: index.postings.list(index.postings.numberOf('shared')),
    word2: index.postings.list(index.postings.numberOf('word2')),
    sessions: index.sessions
      .all()
      .map((_, session) => [...index.sessionMembers(session), index.sessionLength(session)]),
    byWord: index.speakersByWord('li'),
    nearest: [...index.vectors.nearest(query, 5).slots],
    total: index.postings.totalLength,
    links: ['e_0', 'e_1', 'c_1', row(3).memory.id, row(7).memory.id].map((id) =>
      edges.links(edges.node(id as EntityId), -1),
    ),
    causal: [...index.causal].map(([slot, code]) => [slot, [...code]]),
  };
}

async function* told(
  parts: Iterable<readonly [string, Uint8Array]>,
): AsyncIterable<readonly [string, Uint8Array]> {
  yield* parts;
}

describe('a snapshot', () => {
  const full = fresh();
  for (let at = 0; at < 40; at++) put(full, at);
  full.index.causal.set(3, Int8Array.of(1, -2, 3)).set(20, Int8Array.of(-128, 0, 127));
  const parts = new Map(snapshotParts(full.index, full.edges));
  const store = {
    snapshotParts: () => told(parts),
  };

  it('restores an index that answers everything as the one it was taken of', async () => {
    const restored = fresh();
    expect(await restoreSnapshot(restored.index, restored.edges, store, 'b' as BankName)).toBe(
      true,
    );
    expect(answers(restored)).toEqual(answers(full));
  });

  it('restores the same from bytes that lie within others, as drivers give them', async () => {
    const within = (data: Uint8Array): Buffer =>
      Buffer.concat([Buffer.alloc(8, 7), data, Buffer.alloc(32, 9)]).subarray(8, 8 + data.length);
    const restored = fresh();
    const given = {
      snapshotParts: () => told([...parts].map(([name, data]) => [name, within(data)])),
    };
    expect(await restoreSnapshot(restored.index, restored.edges, given, 'b' as BankName)).toBe(
      true,
    );
    expect(answers(restored)).toEqual(answers(full));
  });

  it('is cut into pieces that a store can keep, in any order, and is refused without one of them', async () => {
    const cut = [...snapshotParts(full.index, full.edges, 50)];
    expect(cut.every(([, data]) => data.length <= 50)).toBe(true);
    const restored = fresh();
    const given = { snapshotParts: () => told(cut.toReversed()) };
    expect(await restoreSnapshot(restored.index, restored.edges, given, 'b' as BankName)).toBe(
      true,
    );
    expect(answers(restored)).toEqual(answers(full));
    const second = cut.findIndex(([name]) => name.startsWith('sequence#1/'));
    expect(second).toBeGreaterThan(0);
    const torn = { snapshotParts: () => told(cut.toSpliced(second, 1)) };
    const { index, edges } = fresh();
    expect(await restoreSnapshot(index, edges, torn, 'b' as BankName)).toBe(false);
  });

  it('can be added to as before', async () => {
    const restored = fresh();
    await restoreSnapshot(restored.index, restored.edges, store, 'b' as BankName);
    const grown = fresh();
    for (let at = 0; at < 41; at++) put(grown, at);
    for (const [slot, code] of full.index.causal) grown.index.causal.set(slot, code);
    put(restored, 40);
    expect(answers(restored)).toEqual(answers(grown));
  });

  it('is refused when a part is missing', async () => {
    for (const missing of [
      'names',
      'starts',
      'column/traits',
      'vectors/0',
      'edge/from',
      'passage/ends',
      'passage-vectors/0',
      'causal/slots',
      'causal-codes/0',
    ]) {
      const torn = {
        snapshotParts: () => told([...parts].filter(([name]) => name !== missing)),
      };
      const { index, edges } = fresh();
      expect(await restoreSnapshot(index, edges, torn, 'b' as BankName)).toBe(false);
    }
  });
});
