import { isMeaningfulFunctionWord } from '../../../language/code/code-reader.js';
import {
  type CodeCandidate,
  type CodeFeatureGroup,
  CodeMatch,
  type CodePool,
  type CodeQuestion,
  makePool,
} from './code-match.js';
import {
  type CodeVocabulary,
  functionWords,
  gramsOf,
  NAME,
  ROLES,
  SUMMARY,
} from './code-vocabulary.js';
import {
  citedFeatures,
  earlyFeatures,
  fieldFeatures,
  missingFeatures,
  nameFeatures,
  pairFeatures,
  roleFeatures,
  translationFeatures,
} from './word-features.js';

/** Number of best candidates used for pseudo-relevance feedback. */
const FEEDBACK = 10;
const FIRST_ORDER = fieldFeatures.names.indexOf('bm25f_alike');

/**
 * Cosines of rarity-weighted words: question and function, question and description, and function and the best
 * candidates (pseudo-relevance feedback; Rocchio 1971).
 */
const likenessFeatures: CodeFeatureGroup = {
  names: [
    'likeness',
    'likeness_told',
    'likeness_summary',
    'summary_asked',
    'feedback',
    'feedback_name',
  ],
  prepare: (pool) => {
    const feedback = bestOf(pool);
    return (match, row) => [...likeness(match), ...feedback(match, row)];
  },
};

function likeness({ question, met, known, function: own }: CodeMatch): number[] {
  let [all, told, summary, asked] = [0, 0, 0, 0];
  for (const at of met) {
    const weight = question.weights.get(own.hashes[at] ?? 0);
    if (weight === undefined) continue;
    all += weight * (known.weights[at] ?? 0);
    const tells = own.told[at] ?? 0;
    if (tells === 0) continue;
    const rarity = known.rarities[at] ?? 0;
    told += weight * (rarity * tells);
    if ((own.counts[at * ROLES + SUMMARY] ?? 0) === 0) continue;
    summary += weight * rarity;
    asked += rarity;
  }
  const cosine = (product: number, length: number): number =>
    length === 0 ? 0 : product / length / question.norm;
  return [
    cosine(all, known.norm),
    cosine(told, known.toldNorm),
    cosine(summary, known.summaryNorm),
    known.summarySum === 0 ? 0 : asked / known.summarySum,
  ];
}

/** A candidate's similarity to the centroid of the best ones, excluding its own contribution. */
function bestOf({
  matches,
  fields,
  vocabulary,
}: CodePool): (match: CodeMatch, row: number) => [number, number] {
  const scores = fields.map((each) => each[FIRST_ORDER] ?? 0);
  const best = new Set(
    scores
      .map((_, row) => row)
      .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
      .slice(0, FEEDBACK),
  );
  const middle = new Float64Array(vocabulary.words);
  const held = new Set<number>();
  for (const row of best) {
    const { numbers, weights, norm } = (matches[row] as CodeMatch).known;
    const share = (scores[row] ?? 0) / norm;
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at] ?? 0;
      held.add(number);
      middle[number] = (middle[number] ?? 0) + share * (weights[at] ?? 0);
    }
  }
  let square = 0;
  for (const number of held) {
    const weight = middle[number] ?? 0;
    square += weight * weight;
  }
  const length = Math.sqrt(square) || 1;
  return ({ function: { counts }, known: { numbers, weights, norm } }, row) => {
    const own = best.has(row) ? (scores[row] ?? 0) : 0;
    let [all, name] = [0, 0];
    for (let at = 0; at < numbers.length; at++) {
      const near = middle[numbers[at] ?? 0] ?? 0;
      if (near === 0) continue;
      const weight = (weights[at] ?? 0) / norm;
      const product = weight * (near - own * weight);
      all += product;
      if ((counts[at * ROLES + NAME] ?? 0) > 0) name += product;
    }
    return [all / length, name / length];
  };
}

const K1 = 1.2;
const B = 0.75;
/** Decay from one word to the next. */
const DECAY = 0.96;
const FRAME = 0.02;
/**
 * Typical numbers of 4-grams in the words of a function and of its name, which dominate when there are few
 * candidates.
 */
const USUAL = { all: 400, name: 12, candidates: 10 } as const;

/**
 * BM25 over the 4-grams that question and function share: words with the same stem ("serialise", "serializer",
 * "deserialised"), truncated or run together.
 */
const gramFeatures: CodeFeatureGroup = {
  names: ['grams', 'grams_name'],
  prepare: (pool) => {
    const wanted = wantedGrams(pool);
    const hits = readWords(pool, wanted);
    const weights = Float64Array.from(
      wanted.weights,
      (weight, gram) => weight * rarity(pool.vocabulary.size, wanted.frequencies[gram] ?? 0),
    );
    const total = Math.max(
      1e-6,
      weights.reduce((sum, weight) => sum + weight, 0),
    );
    const sizes = pool.matches.map(({ known }) => [known.grams, known.nameGrams] as const);
    const usual = [0, 1].map(
      (kind) =>
        sizes.reduce(
          (sum, size) => sum + (size[kind] ?? 0),
          USUAL.candidates * (kind === 0 ? USUAL.all : USUAL.name),
        ) /
        (sizes.length + USUAL.candidates),
    );
    const score = (counts: Float64Array, size: number, mean: number): number => {
      const damping = K1 * (1 - B + (B * size) / mean);
      let sum = 0;
      for (let gram = 0; gram < counts.length; gram++) {
        const count = counts[gram] ?? 0;
        if (count > 0) sum += ((weights[gram] ?? 0) * count) / (count + damping);
      }
      return sum / total;
    };
    const [all, named] = [new Float64Array(weights.length), new Float64Array(weights.length)];
    return ({ function: { counts }, known: { numbers } }, row) => {
      all.fill(0);
      named.fill(0);
      for (let word = 0; word < numbers.length; word++) {
        const grams = hits[numbers[word] ?? 0];
        if (grams === undefined) continue;
        let count = 0;
        for (let role = 0; role < ROLES; role++) count += counts[word * ROLES + role] ?? 0;
        const inName = counts[word * ROLES + NAME] ?? 0;
        for (const gram of grams) {
          all[gram] = (all[gram] ?? 0) + count;
          named[gram] = (named[gram] ?? 0) + inName;
        }
      }
      return [
        score(all, sizes[row]?.[0] ?? 0, usual[0] ?? 1),
        score(named, sizes[row]?.[1] ?? 0, usual[1] ?? 1),
      ];
    };
  },
};

/** The question's grams by number, their weights, and the number of memories in which words with each were seen. */
interface Wanted {
  readonly numbers: ReadonlyMap<string, number>;
  readonly weights: readonly number[];
  readonly frequencies: number[];
}

function wantedGrams({ question: { words } }: CodePool): Wanted {
  const numbers = new Map<string, number>();
  const weights: number[] = [];
  for (const { term, place, frame } of words) {
    if (isMeaningfulFunctionWord(term)) continue;
    for (const gram of gramsOf(term)) {
      if (numbers.has(gram)) continue;
      numbers.set(gram, weights.length);
      weights.push(DECAY ** place * (frame ? FRAME : 1));
    }
  }
  return { numbers, weights, frequencies: weights.map(() => 0) };
}

/**
 * For each word, by number, its wanted grams; counts the memories in which the candidates' words with each were seen.
 */
function readWords(
  { matches, vocabulary }: CodePool,
  { numbers, frequencies }: Wanted,
): readonly (readonly number[] | undefined)[] {
  const hits = new Array<number[] | undefined>(vocabulary.words);
  for (const [gram, at] of numbers)
    for (const word of vocabulary.wordsWith(gram)) (hits[word] ??= []).push(at);
  const counted = new Uint8Array(vocabulary.words);
  for (const { known } of matches) {
    for (const word of known.numbers) {
      const found = hits[word];
      if (found === undefined || counted[word] === 1) continue;
      counted[word] = 1;
      const seen = vocabulary.frequency(vocabulary.hash(word));
      for (const gram of new Set(found)) frequencies[gram] = (frequencies[gram] ?? 0) + seen;
    }
  }
  return hits;
}

function rarity(size: number, frequency: number): number {
  const seen = Math.min(size, frequency);
  return Math.log(1 + (size - seen + 0.5) / (seen + 0.5));
}

const GROUPS: readonly CodeFeatureGroup[] = [
  roleFeatures,
  fieldFeatures,
  nameFeatures,
  pairFeatures,
  missingFeatures,
  translationFeatures,
  likenessFeatures,
  earlyFeatures,
  gramFeatures,
  citedFeatures,
];

const READ: readonly string[] = GROUPS.flatMap(({ names }) => names);

/** Features that are scaled by the best candidate, with the minimum that the best must reach. */
const OF_BEST: readonly (readonly [name: string, least: number])[] = [
  // A best below the minimum is no measure: the only function among conversation is not the answer just because it
  // is the only one.
  ...['told', 'held', 'role_bm25', 'code_cosine', 'cosine'].map((name) => [name, 0.35] as const),
  ...[
    'bm25f',
    'bm25f_alike',
    'likeness',
    'likeness_told',
    'name_balance',
    'translated',
    'early',
    'grams',
    'grams_name',
  ].map((name) => [name, 0.2] as const),
];

/** Features that also count by the candidate's rank in them. */
const PLACED = ['bm25', 'cosine', 'code_cosine', 'bm25f_alike', 'grams'] as const;
/** At this rank, from 0, a candidate counts half. */
const HALF_PLACE = 3;

/**
 * The inputs of the learned fusion for code, in order. A change requires refitting: `npm run bench -- code --cosqa
 * PATH --fit`.
 */
export const CODE_FEATURES: readonly string[] = Object.freeze([
  ...READ,
  ...OF_BEST.map(([name]) => `${name}_of_best`),
  ...PLACED.map((name) => `${name}_place`),
]);

/** Every candidate's features, row by row; {@link CODE_FEATURES} names the columns. Pure. */
export function codeFeatures(
  candidates: readonly CodeCandidate[],
  question: CodeQuestion,
  vocabulary: CodeVocabulary,
): Float32Array {
  const width = CODE_FEATURES.length;
  const functions = candidates.map(({ code }) => {
    const words = functionWords(code);
    return { words, known: vocabulary.known(words) };
  });
  const bears = bearing(question, vocabulary);
  const matches = functions.map(
    (own, row) => new CodeMatch(candidates[row] as CodeCandidate, question, own, bears),
  );
  const values = new Float32Array(candidates.length * width);
  const pool = makePool(question, matches, vocabulary);
  let start = 0;
  for (const { names, prepare } of GROUPS) {
    const read = prepare(pool);
    for (let row = 0; row < matches.length; row++)
      values.set(read(matches[row] as CodeMatch, row), row * width + start);
    start += names.length;
  }
  for (const [name, least] of OF_BEST) addShares(values, width, READ.indexOf(name), start++, least);
  for (const name of PLACED) addPlaces(values, width, READ.indexOf(name), start++);
  return values;
}

/** Marks the words related to the question, by number. */
function bearing({ bearings }: CodeQuestion, vocabulary: CodeVocabulary): Uint8Array {
  const marks = new Uint8Array(vocabulary.words);
  for (const hash of bearings.keys()) {
    const number = vocabulary.numberOf(hash);
    if (number >= 0) marks[number] = 1;
  }
  return marks;
}

function addShares(
  values: Float32Array,
  width: number,
  from: number,
  to: number,
  least: number,
): void {
  let best = least;
  for (let at = from; at < values.length; at += width) best = Math.max(best, values[at] ?? 0);
  for (let row = 0; row < values.length; row += width)
    values[row + to] = (values[row + from] ?? 0) / best;
}

function addPlaces(values: Float32Array, width: number, from: number, to: number): void {
  const rows: number[] = [];
  for (let row = 0; row < values.length; row += width)
    if ((values[row + from] ?? 0) > 0) rows.push(row);
  rows.sort((a, b) => (values[b + from] ?? 0) - (values[a + from] ?? 0) || a - b);
  rows.forEach((row, place) => {
    values[row + to] = 1 / (1 + place / HALF_PLACE);
  });
}
