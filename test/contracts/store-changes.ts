/** The banks, memories and changes that the store's contract is written in. */
import { EMPTY_CHANGE, type Change } from '../../packages/core/src/domain/change.js';
import type { BankName, MemoryId } from '../../packages/core/src/domain/ids.js';
import type { Memory } from '../../packages/core/src/domain/memory.js';
import type { SnapshotHead, Store } from '../../packages/core/src/ports/store.js';

export const BANK = 'first' as BankName;
export const OTHER = 'second' as BankName;
export const ENCODER = 'test-encoder';

export const id = (number: number): MemoryId => `m_${String(number).padStart(13, '0')}` as MemoryId;
export const ids = (memories: readonly { readonly id: MemoryId }[]): MemoryId[] =>
  memories.map((each) => each.id);

/** The code of the error that the work fails with; null when it does not fail. */
export const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: { code?: unknown }) => error.code,
  );

export function memory(number: number, changes: Partial<Memory> = {}): Memory {
  return {
    id: id(number),
    kind: 'fact',
    content: `memory ${number}`,
    contentHash: `hash-${number}`,
    language: 'en',
    speaker: null,
    session: null,
    position: 0,
    saidAt: 1_000 * number,
    occurredFrom: 1_000 * number,
    occurredTo: 1_000 * number + 1,
    occurredPrecision: 'minute',
    recordedAt: 10 * number,
    retractedAt: null,
    retraction: null,
    quarantine: null,
    confidence: 0.9,
    importance: 0.5,
    version: 1,
    supersededBy: null,
    tags: [],
    metadata: {},
    provenance: [
      {
        source: 'user',
        speaker: null,
        session: null,
        turn: null,
        origin: null,
        saidAt: 1_000 * number,
      },
    ],
    dates: [],
    context: null,
    images: [],
    ...changes,
  };
}

/** A change that puts the memories with their words and vectors. */
export function change(memories: readonly Memory[], more: Partial<Change> = {}): Change {
  return {
    ...EMPTY_CHANGE,
    bank: BANK,
    at: 1_000,
    verb: 'remember',
    actor: 'test',
    reason: '',
    memories,
    readings: memories.map((each) => ({
      memory: each.id,
      terms: each.content.toLowerCase(),
      traits: 3,
    })),
    embeddings: memories.map((each, at) => ({
      memory: each.id,
      space: 'semantic',
      encoder: ENCODER,
      vector: Int8Array.of(100, at * 10, 0, 1),
    })),
    ...more,
  };
}

/** Stores a snapshot with these parts; false if it was refused. */
export async function putSnapshot(
  store: Store,
  head: SnapshotHead,
  parts: readonly (readonly [string, Uint8Array])[],
): Promise<boolean> {
  const begun = await store.beginSnapshot(BANK, head);
  if (begun === null) return false;
  for (const [part, data] of parts)
    if (!(await store.putSnapshotPart(BANK, begun, part, data))) return false;
  return store.putSnapshot(BANK, begun, parts.length);
}
