import { MnemeError } from '../domain/errors.js';
import { hammingDistance, Hypervectors } from '../language/hypervectors.js';
import { foldAccents } from '../language/names/name-spelling.js';
import { isStopWord } from '../language/stop-words.js';
import { words } from '../language/segmentation.js';
import type { StoredSpace } from './space.js';

const BITS = 10_000;
const BYTES = BITS / 8;
/** Marks both ends of every word. */
const EDGE = 1;
/** Words from this length on count twice: long words rarely match by chance. */
const LONG = 6;

/**
 * E9, the hyperdimensional space: 10,000 bits per text, bundled from the character trigrams of its words (see {@link
 * Hypervectors}). A typing error changes three trigrams of a word and leaves the others, so a misspelt name is still
 * close to the correct one. Word order is ignored. Function words are left out; nothing is learned, and nothing
 * depends on the bank. Only about the first 4,000 trigrams of a text are used.
 */
export function createHyperdimensionalSpace(): StoredSpace<Int32Array> {
  const vectors = new Hypervectors(BITS);
  const encode = (text: string, language: string): Int32Array | null => {
    addWords(text, language, vectors);
    return vectors.count === 0 ? null : vectors.majority();
  };
  const similarity = (a: Int32Array, b: Int32Array): number =>
    1 - (2 * hammingDistance(a, b)) / BITS;
  return {
    name: 'hyperdimensional',
    id: 'mneme-trigrams-1',
    dimensions: BITS,
    memory: ({ content, language }) => encode(content, language),
    query: ({ text, language }) => encode(text, language),
    similarity,
    likeness: similarity,
    pack: (code) => new Int8Array(code.buffer.slice(code.byteOffset, code.byteOffset + BYTES)),
    unpack,
  };
}

function addWords(text: string, language: string, vectors: Hypervectors): void {
  const all = words(text);
  const telling = all.filter((word) => !isStopWord(word.text, language));
  // A text of function words alone is encoded by them.
  for (const word of telling.length > 0 ? telling : all) {
    const letters = foldAccents(word.text);
    const times = letters.length >= LONG ? 2 : 1;
    for (let time = 0; time < times; time++) addTrigrams(letters, vectors);
  }
}

function addTrigrams(letters: string, vectors: Hypervectors): void {
  let first = EDGE;
  let second = letters.charCodeAt(0);
  for (let at = 1; at <= letters.length; at++) {
    const third = at < letters.length ? letters.charCodeAt(at) : EDGE;
    vectors.add(first, second, third);
    first = second;
    second = third;
  }
}

function unpack(bytes: Int8Array): Int32Array {
  if (bytes.length !== BYTES) {
    throw new MnemeError(
      'corrupt',
      `A hyperdimensional code has ${BYTES} bytes, not ${bytes.length}.`,
      {
        field: 'hyperdimensional',
        value: bytes.length,
        hint: 'Rebuild it with `mneme doctor --rebuild`.',
      },
    );
  }
  const padded = new Int8Array(Math.ceil(BYTES / 4) * 4);
  padded.set(bytes);
  return new Int32Array(padded.buffer);
}
