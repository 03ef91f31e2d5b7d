import type { BankName } from '../domain/ids.js';
import type { Store } from '../ports/store.js';
import type { BankIndex } from './bank-index.js';
import type { EdgeIndex } from './edge-index.js';
import type { IndexLabels } from './index-columns.js';

/** Must change with the layout of any part below. */
const LAYOUT = 'mneme-index-8';

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
  /** Number of parts that the pieces of the vectors are packed in. */
  readonly vectors: number;
  readonly passageVectors: number;
  readonly causalCodes: number;
}

/**
 * Bytes stored as one value, about: a part is written in one turn of the event loop, which requests wait for, and
 * freed blocks of this size are returned to the operating system.
 */
const PIECE = 32 * 2 ** 20;

type Part = readonly [name: string, data: Uint8Array];

/** An index as byte parts: loading them is many times faster than loading the memories. */
export function* snapshotParts(index: BankIndex, edges: EdgeIndex, piece = PIECE): Iterable<Part> {
  for (const [name, data] of wholeParts(index, edges)) {
    const count = Math.ceil(data.length / piece);
    if (count <= 1) yield [name, data];
    else
      for (let at = 0; at < count; at++)
        yield [`${name}#${at}/${count}`, data.subarray(at * piece, (at + 1) * piece)];
  }
}

function* wholeParts(index: BankIndex, edges: EdgeIndex): Iterable<Part> {
  const vectors = yield* packed('vectors', index.vectors.dump());
  const passageVectors = yield* packed('passage-vectors', index.passageVectors.dump());
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
  const causalCodes = yield* packed('causal-codes', joined(index.causal.values()));
  const names: Names = {
    labels: index.labels,
    terms: postings.terms,
    speakers: index.speakers.all(),
    sessions: index.sessions.all(),
    contexts: index.contexts.all(),
    edges: edges.names,
    vectors,
    passageVectors,
    causalCodes,
  };
  yield ['names', new TextEncoder().encode(JSON.stringify(names))];
}

/** Loads the bank's snapshot into an empty index. False when a part is missing: the index must then be discarded. */
export async function restoreSnapshot(
  index: BankIndex,
  edges: EdgeIndex,
  store: Pick<Store, 'snapshotParts'>,
  bank: BankName,
): Promise<boolean> {
  const parts = await storedParts(store.snapshotParts(bank));
  const part = (name: string): Uint8Array | null => {
    const data = parts.get(name);
    parts.delete(name);
    // A driver may return a Buffer, whose `slice` does not copy: all of its underlying buffer would be read.
    return data === undefined
      ? null
      : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  };
  const [names, starts, sequence] = [part('names'), part('starts'), part('sequence')];
  if (names === null || starts === null || sequence === null) return false;
  const read = JSON.parse(new TextDecoder().decode(names)) as Names;
  for (const [name, column] of Object.entries(index.columns)) {
    const data = part(`column/${name}`);
    if (data === null) return false;
    column.fromBytes(data);
  }
  for (const [name, { column }] of Object.entries(edges.columns)) {
    const data = part(`edge/${name}`);
    if (data === null) return false;
    column.fromBytes(data);
  }
  const slots = part('causal/slots');
  if (slots === null) return false;
  for (const [name, count, restore] of [
    ['vectors', read.vectors, (pieces) => index.vectors.restore(pieces)],
    ['passage-vectors', read.passageVectors, (pieces) => index.passageVectors.restore(pieces)],
    ['causal-codes', read.causalCodes, (pieces) => restoreCodes(index.causal, slots, pieces)],
  ] as readonly [string, number, (pieces: Iterable<Uint8Array>) => void][]) {
    const pieces: Uint8Array[] = [];
    for (let piece = 0; piece < count; piece++) {
      const data = part(`${name}/${piece}`);
      if (data === null) return false;
      pieces.push(data);
    }
    restore(unpacked(pieces));
  }
  index.postings.restore(read.terms, int32sOf(starts), int32sOf(sequence));
  const [owners, ends] = [part('passage/owners'), part('passage/ends')];
  if (owners === null || ends === null) return false;
  index.passages.restore(int32sOf(owners), int32sOf(ends));
  for (const [numbering, texts] of [
    [index.speakers, read.speakers],
    [index.sessions, read.sessions],
    [index.contexts, read.contexts],
  ] as const) {
    for (const text of texts) numbering.number(text);
  }
  index.adopt(read.labels);
  edges.adopt(read.edges);
  return true;
}

/** Packs several pieces into each part, after their count and lengths. Returns the number of parts. */
function* packed(name: string, pieces: Iterable<Uint8Array>): Generator<Part, number> {
  let parts = 0;
  let held: Uint8Array[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    held.push(piece);
    bytes += piece.length;
    if (bytes < PIECE) continue;
    yield [`${name}/${parts++}`, pack(held)];
    [held, bytes] = [[], 0];
  }
  if (held.length > 0) yield [`${name}/${parts++}`, pack(held)];
  return parts;
}

function pack(pieces: readonly Uint8Array[]): Uint8Array {
  const head = Buffer.alloc(4 * (pieces.length + 1));
  [pieces.length, ...pieces.map(({ length }) => length)].forEach((number, at) =>
    head.writeUInt32LE(number, 4 * at),
  );
  return Buffer.concat([head, ...pieces]);
}

/** The pieces of each part in turn; a part is released once it is read. */
function* unpacked(parts: Uint8Array[]): Iterable<Uint8Array> {
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    const head = new DataView(part.buffer, part.byteOffset, part.byteLength);
    const count = head.getUint32(0, true);
    let at = 4 * (count + 1);
    for (let piece = 1; piece <= count; piece++) {
      const length = head.getUint32(4 * piece, true);
      yield part.subarray(at, at + length);
      at += length;
    }
  }
}

/** The stored parts, their pieces joined; a part that lacks a piece is left out. */
async function storedParts(stored: AsyncIterable<Part>): Promise<Map<string, Uint8Array>> {
  const parts = new Map<string, Uint8Array>();
  const cut = new Map<string, (Uint8Array | null)[]>();
  for await (const [name, data] of stored) {
    const [, whole = '', at = '', count = ''] = /^(.+)#(\d+)\/(\d+)$/.exec(name) ?? [];
    if (whole === '') {
      parts.set(name, data);
      continue;
    }
    const pieces = cut.get(whole) ?? Array<null>(Number(count)).fill(null);
    pieces[Number(at)] = data;
    cut.set(whole, pieces);
  }
  for (const [name, pieces] of cut) {
    const there = pieces.filter((piece) => piece !== null);
    if (there.length === pieces.length) parts.set(name, Buffer.concat(there));
  }
  return parts;
}

/** Codes that are kept in one piece. */
const CODES_TOGETHER = 4_096;

/** Concatenates codes of equal length, some thousand to a piece. */
function* joined(codes: Iterable<Int8Array>): Iterable<Uint8Array> {
  let held: Uint8Array[] = [];
  for (const { buffer, byteOffset, length } of codes) {
    held.push(new Uint8Array(buffer, byteOffset, length));
    if (held.length < CODES_TOGETHER) continue;
    yield Buffer.concat(held);
    held = [];
  }
  if (held.length > 0) yield Buffer.concat(held);
}

/** The codes of the slots, in their order. */
function restoreCodes(
  into: Map<number, Int8Array>,
  slots: Uint8Array,
  pieces: Iterable<Uint8Array>,
): void {
  const numbers = int32sOf(slots);
  let next = 0;
  for (const piece of pieces) {
    const count = Math.min(CODES_TOGETHER, numbers.length - next);
    const length = piece.length / count;
    for (let at = 0; at < count; at++)
      into.set(
        numbers[next + at] ?? 0,
        new Int8Array(piece.buffer, piece.byteOffset + at * length, length),
      );
    next += count;
  }
}

function bytesOf(numbers: Int32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength).slice();
}

/** Copies, because the bytes may not be aligned to four. */
function int32sOf(data: Uint8Array): Int32Array {
  return new Int32Array(data.slice().buffer);
}
