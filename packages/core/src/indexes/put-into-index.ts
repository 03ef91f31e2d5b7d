import {
  type Change,
  type JournalEntry,
  PASSAGE_VECTORS,
  type SpaceName,
} from '../domain/change.js';
import type { BankName, MemoryId } from '../domain/ids.js';
import { type Memory, SOURCES, UNUSED } from '../domain/memory.js';
import { retoldOf } from '../domain/memory-times.js';
import { TimeSlice } from '../domain/pace.js';
import { type BankIndex, NONE } from './bank-index.js';
import type { MemoryCache } from './caches.js';
import type { ConflictIndex, EntityDirectory } from './record-indexes.js';
import type { EdgeIndex } from './edge-index.js';
import type { NoteIndex } from './note-index.js';
import { detectLanguage } from '../language/detect-language.js';
import { passagesOf } from '../language/passages.js';
import type { Stemmer } from '../language/stem.js';
import { indexTerms, writeTerms } from '../language/terms.js';
import type { IndexRow, Store } from '../ports/store.js';

type PassageIndex = Pick<BankIndex, 'passages' | 'passageVectors'>;

/** Stores the concatenated vectors of a text's passages; ignores them if their number does not match. */
export function putPassageVectors(
  { passages, passageVectors }: PassageIndex,
  slot: number,
  code: Int8Array,
): void {
  const { dimensions } = passageVectors;
  const count = passages.count(slot);
  if (code.length !== count * dimensions) return;
  for (let at = 0; at < count; at++)
    passageVectors.put(
      passages.first(slot) + at,
      code.subarray(at * dimensions, (at + 1) * dimensions),
    );
}

/** Slots of long texts whose passages have no vectors. */
export function withoutPassageVectors({ passages, passageVectors }: PassageIndex): number[] {
  const slots: number[] = [];
  for (let passage = 0; passage < passages.size; passage++) {
    const slot = passages.owner(passage);
    if (passage === passages.first(slot) && !passageVectors.has(passage)) slots.push(slot);
  }
  return slots;
}

/** The semantic space, and the encoders of codes in the other spaces. */
interface CodeEncoders {
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

/**
 * Applies a change to the caches without reading it back from the store; false, and nothing applied, unless it only
 * adds memories.
 */
export function applyOwnChange(
  caches: Caches,
  makers: CodeEncoders,
  change: Change,
  sequence: number,
): boolean {
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
 * Whether a change only adds memories, together with everything extracted from them: then it can be applied as it is,
 * without reading from the store what was just written to it.
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

/** The journal entry of such a change. */
function entryOf(change: Change, sequence: number): JournalEntry {
  const { bank, at, verb, actor, reason, memories, entities, edges } = change;
  return {
    ...{ sequence, bank, at, verb, actor, reason, edges, removedEdges: [], votes: [] },
    memories: memories.map(({ id }) => id),
    entities: entities.map(({ id }) => id),
  };
}

/** Puts its memories into the index as the store would return them: without quarantined ones. */
function putMemories({ index, encoder }: Caches, made: CodeEncoders, change: Change): void {
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

/** Where codes are stored, and the encoders of those that an index holds in addition to its vectors. */
interface CodeSource {
  readonly store: Store;
  readonly bank: BankName;
  readonly causal: string;
  readonly imageEncoder: string;
}

/** Loads codes that most memories lack (causal, pictures, passage vectors); of all memories unless `ids` are given. */
export async function putCodes(
  index: BankIndex,
  source: CodeSource,
  encoder: string,
  ids?: readonly MemoryId[],
): Promise<void> {
  await putPassages(index, source, encoder, ids);
  await eachCode(index, source, ['causal', source.causal], ids, (slot, code) =>
    index.causal.set(slot, code),
  );
  await putPictures(index, source, ids);
}

/** Loads the passage vectors of an encoder. */
export function putPassages(
  index: BankIndex,
  source: CodeSource,
  encoder: string,
  ids?: readonly MemoryId[],
): Promise<void> {
  return eachCode(index, source, [PASSAGE_VECTORS, encoder], ids, (slot, code) =>
    putPassageVectors(index, slot, code),
  );
}

/** Codes that are stored as passage vectors: for a note, the vectors of its `asks` and `matters`. */
export async function noteVectors(
  { store, bank }: Pick<CodeSource, 'store' | 'bank'>,
  encoder: string,
  ids: readonly MemoryId[],
): Promise<ReadonlyMap<MemoryId, Int8Array>> {
  const codes = new Map<MemoryId, Int8Array>();
  for await (const page of store.codes(bank, PASSAGE_VECTORS, encoder, ids))
    for (const { memory, code } of page) codes.set(memory, code);
  return codes;
}

/** Loads the codes of pictures. */
export function putPictures(
  index: BankIndex,
  source: CodeSource,
  ids?: readonly MemoryId[],
): Promise<void> {
  return eachCode(index, source, ['multimodal', source.imageEncoder], ids, (slot, code) =>
    index.pictures.set(slot, code),
  );
}

async function eachCode(
  index: BankIndex,
  { store, bank }: CodeSource,
  [space, encoder]: readonly [space: SpaceName | typeof PASSAGE_VECTORS, encoder: string],
  ids: readonly MemoryId[] | undefined,
  take: (slot: number, code: Int8Array) => void,
): Promise<void> {
  const pace = new TimeSlice();
  for await (const page of ids === undefined
    ? store.codes(bank, space, encoder)
    : store.codes(bank, space, encoder, ids)) {
    for (const { memory, code } of page) {
      const slot = index.slot(memory);
      // A memory committed after the snapshot has no slot yet; the journal adds it.
      if (slot !== NONE) take(slot, code);
    }
    await pace.rest();
  }
}

/** Stored terms of more characters than this are seldom one passage. */
const MAX_PASSAGE_TERMS = 1_500;

type Load = (ids: readonly MemoryId[]) => Promise<readonly Pick<Memory, 'id' | 'content'>[]>;

/** The long texts among these that were indexed before passages existed. */
export async function withoutPassages(
  rows: readonly IndexRow[],
  load: Load,
): Promise<readonly Pick<Memory, 'id' | 'content'>[]> {
  const ids = rows.flatMap(({ memory, terms }) =>
    terms.length > MAX_PASSAGE_TERMS && !terms.includes('\n') ? [memory.id] : [],
  );
  if (ids.length === 0) return [];
  return (await load(ids)).filter(({ content }) => passagesOf(content).length > 1);
}

/** The rows, with the words of such texts split by passage, for this process only; `doctor` stores the split. */
export async function readByPassage(
  rows: readonly IndexRow[],
  load: Load,
  stemmer: Stemmer,
): Promise<readonly IndexRow[]> {
  const earlier = await withoutPassages(rows, load);
  if (earlier.length === 0) return rows;
  const read = new Map(
    earlier.map(({ id, content }) => [
      id,
      writeTerms(indexTerms(content, detectLanguage(content), stemmer).passages),
    ]),
  );
  return rows.map((row) => ({ ...row, terms: read.get(row.memory.id) ?? row.terms }));
}
