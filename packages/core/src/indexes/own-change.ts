import type { Change, JournalEntry } from '../domain/change.js';
import { SOURCES, UNUSED } from '../domain/memory.js';
import { retoldOf } from '../domain/occurrence.js';
import { PASSAGE_VECTORS } from '../domain/space.js';
import type { IndexRow } from '../ports/store.js';
import { NONE, type BankIndex } from './bank-index.js';
import { putPassageVectors } from './passage-vectors.js';
import type { ConflictIndex } from './conflict-index.js';
import type { EdgeIndex } from './edge-index.js';
import type { EntityDirectory } from './entity-directory.js';
import type { MemoryCache } from './memory-cache.js';
import type { NoteIndex } from './note-index.js';

/** What makes the codes of a bank, besides its encoder. */
interface Makers {
  readonly space: string;
  readonly causal: string;
  readonly imageEncoder: string;
}

/** The caches of a bank. */
interface Caches {
  readonly encoder: string;
  readonly index: BankIndex;
  readonly edges: EdgeIndex;
  readonly entities: EntityDirectory;
  readonly memories: MemoryCache;
  readonly notes: NoteIndex;
  readonly conflicts: ConflictIndex;
}

/** Takes a change into the caches as it was made; false, and nothing taken, for one that does more than add memories. */
export function takeOwn(caches: Caches, makers: Makers, change: Change, sequence: number): boolean {
  if (!onlyAdds(change, caches.index, caches.encoder)) return false;
  const entry = entryOf(change, sequence);
  caches.memories.drop(entry.memories);
  caches.notes.drop(entry.memories);
  caches.conflicts.follow([entry]);
  for (const entity of change.entities) caches.entities.put(entity);
  putMemories(caches, makers, change);
  for (const edge of change.edges) caches.edges.put(edge);
  return true;
}

/**
 * Whether a change only adds memories, with all that was read off them: then the index can take it as it was
 * made, and the store need not be asked for what was just written to it.
 */
function onlyAdds(change: Change, index: BankIndex, encoder: string): boolean {
  const read = new Set(change.readings.map(({ memory }) => memory));
  return (
    (change.verb === 'remember' || change.verb === 'import') &&
    change.memories.every(({ id }) => read.has(id) && index.slot(id) === NONE) &&
    [change.votes, change.removed, change.removedEdges, change.sealed].every(
      ({ length }) => length === 0,
    ) &&
    (change.encoder === null || change.encoder === encoder) &&
    change.settings === null &&
    change.erasure === null &&
    change.reverts === null
  );
}

/** What the journal tells of such a change. */
function entryOf(change: Change, sequence: number): JournalEntry {
  const { bank, at, verb, actor, reason, memories, entities, edges } = change;
  return {
    ...{ sequence, bank, at, verb, actor, reason, edges, removedEdges: [], votes: [] },
    memories: memories.map(({ id }) => id),
    entities: entities.map(({ id }) => id),
  };
}

/** Puts its memories into the index, as they would come back from the store: without those that are held. */
function putMemories({ index, encoder }: Caches, made: Makers, change: Change): void {
  const codes = new Map<string, Int8Array>();
  for (const { memory, space, encoder: by, vector } of change.embeddings)
    codes.set(`${memory} ${space} ${by}`, vector);
  const readings = new Map(change.readings.map((reading) => [reading.memory, reading]));
  for (const memory of new Map(change.memories.map((each) => [each.id, each])).values()) {
    const { terms = '', traits = 0 } = readings.get(memory.id) ?? {};
    const codeOf = (space: string, by: string): Int8Array | null =>
      codes.get(`${memory.id} ${space} ${by}`) ?? null;
    if (memory.quarantine !== null) continue;
    const sources = new Set(memory.provenance.map(({ source }) => source));
    const row: IndexRow = {
      memory: {
        ...memory,
        trust: SOURCES.find((source) => sources.has(source)) ?? 'web',
        ...retoldOf(memory),
      },
      usage: UNUSED,
      terms,
      traits,
      vector: codeOf(made.space, encoder),
    };
    index.put(row);
    const slot = index.slot(memory.id);
    const [passages, causal, picture] = [
      codeOf(PASSAGE_VECTORS, encoder),
      codeOf('causal', made.causal),
      codeOf('multimodal', made.imageEncoder),
    ];
    if (passages !== null) putPassageVectors(index, slot, passages);
    if (causal !== null) index.causal.set(slot, causal);
    if (picture !== null) index.pictures.set(slot, picture);
  }
}
