import { MnemeError } from '../domain/errors.js';
import {
  type CodeReader,
  codeSynonyms,
  codeWords,
  isCodeFrameWord,
} from '../language/code/code-reader.js';
import { CODE_ROLES, type CodeReading, type CodeRole } from '../language/code/code-reading.js';
import type { Stemmer } from '../language/stem.js';
import { cosine, normalise, quantise } from './dense-vectors.js';
import { hashText } from '../language/text-hash.js';
import type { Inquiry, StoredSpace } from './space.js';

const DIMENSIONS = 1536;
/** Number of signed entries in one feature's vector. */
const NON_ZEROS = 6;
const SEEDS = {
  word: 0x3c6ef372,
  place: 0x510e527f,
  context: 0x1f83d9ab,
  path: 0x5be0cd19,
} as const;
/** The weight of a word by its role: a name says more about a function than any line of it. */
const ROLE_WEIGHTS: Readonly<Record<CodeRole, number>> = {
  name: 2.5,
  summary: 2,
  comment: 0.8,
  called: 1,
  parameter: 0.8,
  import: 0.7,
  literal: 0.6,
  identifier: 0.8,
};
const CONTEXT_WEIGHT = 0.4;
const PATH_WEIGHT = 0.25;
const SYNONYM_WEIGHT = 0.35;
/** Weight of a word that only frames the question ("python", "function") and says little about what the code does. */
const FRAME_WEIGHT = 0.15;
const MAX_WORDS = 1_000;

/** A word of a memory's code, by hash, with its role and count. */
export interface CodeWord {
  readonly hash: number;
  readonly role: CodeRole;
  readonly count: number;
}

/**
 * A memory's code in E7: its vector, and its words by role, so that they can be weighted by their rarity in a bank. A
 * query has no words.
 */
export interface Code {
  readonly vector: Int8Array;
  readonly words: readonly CodeWord[];
}

export interface CodeSpace extends StoredSpace<Code> {
  /** Ids of earlier versions, whose codes have the same format and remain usable until recomputed. */
  readonly earlier: readonly string[];
}

/** The hash under which a code's words are stored. 28 bits: words of one function hardly ever collide. */
export const wordHash = (stem: string): number => hashText(stem, SEEDS.word) >>> 4;

/**
 * E7: split identifiers, comments and the paths of the syntax tree (code2vec: Alon et al. 2019), feature-hashed with
 * signs (Weinberger et al. 2009), counts damped, eight bits each. Absent without code. While the grammars cannot be
 * loaded, only identifiers are read, under another id, as the reader reports.
 */
export function createCodeSpace(reader: CodeReader, stemmer: Stemmer): CodeSpace {
  const synonyms = codeSynonyms(stemmer);
  return {
    name: 'code',
    get id() {
      return reader.mode === 'trees' ? 'mneme-code-2' : 'mneme-code-lexed-2';
    },
    earlier: ['mneme-code-1', 'mneme-code-lexed-1'],
    dimensions: DIMENSIONS,
    memory: ({ content }) => {
      if (!reader.holdsCode(content)) return null;
      const reading = reader.read(content);
      return reading === null || reading.terms.length === 0
        ? null
        : { vector: quantise(normalise(readingVector(reading, stemmer))), words: wordsOf(reading) };
    },
    query: (inquiry) => {
      const reading = reader.holdsCode(inquiry.text) ? reader.read(inquiry.text) : null;
      const vector =
        reading === null
          ? new Float32Array(DIMENSIONS)
          : normalise(readingVector(reading, stemmer));
      addQuestion(vector, inquiry, stemmer, synonyms);
      return vector.some((value) => value !== 0) ? { vector: quantise(vector), words: [] } : null;
    },
    similarity: (query, memory) => cosine(query.vector, memory.vector),
    likeness: (a, b) => cosine(a.vector, b.vector),
    pack,
    unpack,
  };
}

function readingVector({ terms, paths }: CodeReading, stemmer: Stemmer): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  const amounts = new Map<string, number>();
  const placed = new Map<string, number>();
  for (const { term, role } of terms) {
    amounts.set(term, (amounts.get(term) ?? 0) + ROLE_WEIGHTS[role]);
    placed.set(`${role}:${term}`, ROLE_WEIGHTS[role]);
  }
  for (const [term, amount] of amounts) add(vector, hashText(term, SEEDS.word), Math.log1p(amount));
  for (const [key, weight] of placed) add(vector, hashText(key, SEEDS.place), 0.3 * weight);
  const counts = new Map<number, number>();
  const count = (hash: number): unknown => counts.set(hash, (counts.get(hash) ?? 0) + 1);
  const ends = new Map<string, string>();
  const end = (text: string): string => {
    let words = ends.get(text);
    if (words === undefined) ends.set(text, (words = codeWords(text, stemmer).join(' ')));
    return words;
  };
  for (const { from, path, to } of paths)
    count(hashText(`${end(from)}|${path}|${end(to)}`, SEEDS.context));
  for (const [hash, times] of counts) add(vector, hash, CONTEXT_WEIGHT * Math.log1p(times));
  counts.clear();
  for (const { path } of paths) count(hashText(String(path), SEEDS.path));
  for (const [hash, times] of counts) add(vector, hash, PATH_WEIGHT * Math.log1p(times));
  return vector;
}

/** The question's words by their weight in the bank, and programmers' synonyms for them. */
function addQuestion(
  vector: Float32Array,
  { text, terms }: Inquiry,
  stemmer: Stemmer,
  synonyms: ReturnType<typeof codeSynonyms>,
): void {
  const known = new Map(terms.map(({ term, weight }) => [term, weight]));
  const heaviest = Math.max(1e-6, ...known.values());
  for (const [stem, frame] of questionWords(text, stemmer)) {
    const weight = ((known.get(stem) ?? heaviest * 0.3) / heaviest) * (frame ? FRAME_WEIGHT : 1);
    add(vector, hashText(stem, SEEDS.word), weight);
    for (const role of ['name', 'summary'] as const)
      add(vector, hashText(`${role}:${stem}`, SEEDS.place), 0.5 * weight);
    const same = synonyms(stem);
    for (const other of same)
      add(vector, hashText(other, SEEDS.word), (SYNONYM_WEIGHT * weight) / Math.sqrt(same.length));
  }
}

/**
 * The distinct words of a question about code, in the form in which code has them; true for a word that only frames
 * it.
 */
export function questionWords(text: string, stemmer: Stemmer): Map<string, boolean> {
  const words = new Map<string, boolean>();
  for (const word of text.toLowerCase().split(/[^\p{L}\p{M}\p{N}_+#$]+/u)) {
    const frame = isCodeFrameWord(word);
    for (const stem of codeWords(word, stemmer))
      words.set(stem, frame && words.get(stem) !== false);
  }
  // The case of an identifier separates its words.
  for (const stem of codeWords(text, stemmer)) if (!words.has(stem)) words.set(stem, false);
  return words;
}

function add(vector: Float32Array, hash: number, amount: number): void {
  let state = hash | 1;
  for (let step = 0; step < NON_ZEROS; step++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const place = (state >>> 4) % DIMENSIONS;
    vector[place] = (vector[place] ?? 0) + ((state & 1) === 0 ? amount : -amount);
  }
}

function wordsOf({ terms }: CodeReading): CodeWord[] {
  const counts = new Map<number, CodeWord>();
  for (const { term, role } of terms) {
    const hash = wordHash(term);
    const key = hash * CODE_ROLES.length + CODE_ROLES.indexOf(role);
    const known = counts.get(key);
    if (known === undefined && counts.size >= MAX_WORDS) continue;
    counts.set(key, { hash, role, count: Math.min(MAX_COUNT, (known?.count ?? 0) + 1) });
  }
  return [...counts.values()];
}

const MAX_COUNT = 127;
/** Bytes per word: hash and role in 32 bits, and the count. */
const WORD_BYTES = 5;
const ROLE_BITS = 4;

function pack({ vector, words }: Code): Int8Array {
  const bytes = new Int8Array(DIMENSIONS + words.length * WORD_BYTES);
  bytes.set(vector);
  const view = new DataView(bytes.buffer);
  words.forEach(({ hash, role, count }, at) => {
    const start = DIMENSIONS + at * WORD_BYTES;
    view.setUint32(start, ((hash << ROLE_BITS) | CODE_ROLES.indexOf(role)) >>> 0, true);
    view.setInt8(start + 4, count);
  });
  return bytes;
}

function unpack(bytes: Int8Array): Code {
  const count = (bytes.length - DIMENSIONS) / WORD_BYTES;
  if (count < 0 || !Number.isInteger(count)) throw corrupt(`${bytes.length} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const words = Array.from({ length: count }, (_, at): CodeWord => {
    const start = DIMENSIONS + at * WORD_BYTES;
    const packed = view.getUint32(start, true);
    const role = CODE_ROLES[packed & ((1 << ROLE_BITS) - 1)];
    const times = view.getInt8(start + 4);
    if (role === undefined || times < 1) throw corrupt(`word ${at}`);
    return { hash: packed >>> ROLE_BITS, role, count: times };
  });
  return { vector: bytes.slice(0, DIMENSIONS), words };
}

const corrupt = (value: string): MnemeError =>
  new MnemeError('corrupt', 'A memory’s code in the code space is damaged.', {
    field: 'code',
    value,
    hint: 'Import the memory again.',
  });
