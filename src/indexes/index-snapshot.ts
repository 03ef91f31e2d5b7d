import type { BankName } from '../domain/ids.js';
import type { Store } from '../ports/store.js';
import type { BankIndex, IndexLabels } from './bank-index.js';
import type { EdgeIndex } from './edge-index.js';

/** Must change with the layout of any part below. */
const LAYOUT = 'mneme-index-5';

/** `encoders` identifies the encoders of the vectors and codes. */
export function snapshotFormat(index: BankIndex, encoders: string): string {
  return `${LAYOUT}/${encoders}/${index.vectors.format}`;
}

interface Names {
  readonly labels: IndexLabels;
  readonly terms: readonly string[];
  readonly speakers: readonly string[];
  readonly sessions: readonly string[];
  readonly contexts: readonly string[];
  readonly edges: EdgeIndex['names'];
  /** Number of pieces of the vectors. */
  readonly vectors: number;
  readonly passageVectors: number;
}

/** An index as byte parts: loading them is many times faster than loading the memories. */
export function* snapshotParts(
  index: BankIndex,
  edges: EdgeIndex,
): Iterable<readonly [string, Uint8Array]> {
  let vectors = 0;
  for (const piece of index.vectors.dump()) yield [`vectors/${vectors++}`, piece];
  let passageVectors = 0;
  for (const piece of index.passageVectors.dump())
    yield [`passage-vectors/${passageVectors++}`, piece];
  for (const [name, column] of Object.entries(index.columns))
    yield [`column/${name}`, column.toBytes(index.size)];
  for (const [name, { column, length }] of Object.entries(edges.columns))
    yield [`edge/${name}`, column.toBytes(length)];
  const { postings } = index;
  yield ['starts', bytesOf(postings.starts)];
  yield ['sequence', bytesOf(postings.sequence.subarray(0, postings.totalLength))];
  yield ['passage/owners', bytesOf(index.passages.columns.owners)];
  yield ['passage/ends', bytesOf(index.passages.columns.ends)];
  yield ['causal/slots', bytesOf(Int32Array.from(index.causal.keys()))];
  yield ['causal/codes', joined([...index.causal.values()])];
  const names: Names = {
    labels: index.labels,
    terms: postings.terms,
    speakers: index.speakers.all(),
    sessions: index.sessions.all(),
    contexts: index.contexts.all(),
    edges: edges.names,
    vectors,
    passageVectors,
  };
  yield ['names', new TextEncoder().encode(JSON.stringify(names))];
}

/** Loads the bank's snapshot into an empty index; false, and the index must be discarded, when a part is missing. */
export async function restoreSnapshot(
  index: BankIndex,
  edges: EdgeIndex,
  store: Pick<Store, 'snapshotPart'>,
  bank: BankName,
): Promise<boolean> {
  const part = async (name: string): Promise<Uint8Array | null> => {
    const data = await store.snapshotPart(bank, name);
    // A driver may return a Buffer, whose `slice` does not copy: views would read the bytes around
    // it, too.
    return data && new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  };
  const [names, starts, sequence] = [
    await part('names'),
    await part('starts'),
    await part('sequence'),
  ];
  if (names === null || starts === null || sequence === null) return false;
  const read = JSON.parse(new TextDecoder().decode(names)) as Names;
  for (const [name, column] of Object.entries(index.columns)) {
    const data = await part(`column/${name}`);
    if (data === null) return false;
    column.fromBytes(data);
  }
  for (const [name, { column }] of Object.entries(edges.columns)) {
    const data = await part(`edge/${name}`);
    if (data === null) return false;
    column.fromBytes(data);
  }
  for (const [name, count, into] of [
    ['vectors', read.vectors, index.vectors],
    ['passage-vectors', read.passageVectors, index.passageVectors],
  ] as const) {
    const pieces: Uint8Array[] = [];
    for (let piece = 0; piece < count; piece++) {
      const data = await part(`${name}/${piece}`);
      if (data === null) return false;
      pieces.push(data);
    }
    into.restore(pieces);
  }
  index.postings.restore(read.terms, int32sOf(starts), int32sOf(sequence));
  const [owners, ends] = [await part('passage/owners'), await part('passage/ends')];
  if (owners === null || ends === null) return false;
  index.passages.restore(int32sOf(owners), int32sOf(ends));
  for (const [numbering, texts] of [
    [index.speakers, read.speakers],
    [index.sessions, read.sessions],
    [index.contexts, read.contexts],
  ] as const) {
    for (const text of texts) numbering.number(text);
  }
  if (!restoreCodes(index.causal, await part('causal/slots'), await part('causal/codes')))
    return false;
  index.adopt(read.labels);
  edges.adopt(read.edges);
  return true;
}

/** Concatenates codes of equal length. */
function joined(codes: readonly Int8Array[]): Uint8Array {
  const length = codes[0]?.length ?? 0;
  const bytes = new Int8Array(codes.length * length);
  codes.forEach((code, at) => bytes.set(code, at * length));
  return new Uint8Array(bytes.buffer);
}

function restoreCodes(
  into: Map<number, Int8Array>,
  slots: Uint8Array | null,
  codes: Uint8Array | null,
): boolean {
  if (slots === null || codes === null) return false;
  const numbers = int32sOf(slots);
  const length = numbers.length === 0 ? 0 : codes.length / numbers.length;
  if (!Number.isInteger(length)) return false;
  const bytes = new Int8Array(codes.slice().buffer);
  numbers.forEach((slot, at) => into.set(slot, bytes.subarray(at * length, (at + 1) * length)));
  return true;
}

function bytesOf(numbers: Int32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength).slice();
}

/** Copies, because the bytes may not be aligned to four. */
function int32sOf(data: Uint8Array): Int32Array {
  return new Int32Array(data.slice().buffer);
}
