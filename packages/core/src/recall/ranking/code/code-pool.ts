import type { CodeMatch } from './code-match.js';
import type { CodeQuestion } from './code-question.js';
import type { CodeVocabulary } from './code-vocabulary.js';
import { readFields } from './read-fields.js';
import { ROLES } from './function-words.js';

/** All candidates of one question that are code. */
export interface CodePool {
  readonly question: CodeQuestion;
  readonly matches: readonly CodeMatch[];
  /** Mean number of words per role in a function. */
  readonly usualLengths: Float64Array;
  /** Field statistics of each candidate, shared by several groups. */
  readonly fields: readonly (readonly number[])[];
  readonly vocabulary: CodeVocabulary;
  /** Inverse document frequency of a function's word in the bank, by hash. */
  readonly rarity: (hash: number) => number;
}

/**
 * A group of features computed together; `prepare` is called once per pool, and the result gives
 * `names.length` numbers per candidate.
 */
export interface CodeFeatureGroup {
  readonly names: readonly string[];
  readonly prepare: (pool: CodePool) => (match: CodeMatch, row: number) => readonly number[];
}

/** With few candidates, the typical lengths count as this many of them. */
const USUAL = 10;
/** Mean words per role, in the order of the roles, in functions of several libraries. */
const ELSEWHERE = [2.2, 4, 8, 8, 5, 1, 6, 14] as const;

export function makePool(
  question: CodeQuestion,
  matches: readonly CodeMatch[],
  vocabulary: CodeVocabulary,
): CodePool {
  const usualLengths = Float64Array.from({ length: ROLES }, (_, role) => {
    const sum = matches.reduce(
      (all, match) => all + (match.function.lengths[role] ?? 0),
      USUAL * (ELSEWHERE[role] ?? 1),
    );
    return Math.max(1, sum / (matches.length + USUAL));
  });
  return {
    question,
    matches,
    usualLengths,
    fields: matches.map((match) => readFields(match, usualLengths)),
    vocabulary,
    rarity: (hash) => vocabulary.rarity(hash),
  };
}
