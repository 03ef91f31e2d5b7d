import { type CodeCandidate, type CodeFeatureGroup, CodeMatch, makePool } from './code-match.js';
import type { CodeQuestion } from './code-question.js';
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
import { type CodeVocabulary, functionWords } from './code-vocabulary.js';
import { gramFeatures, likenessFeatures } from './similarity-features.js';

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
