import type { BankIndex } from '../../indexes/bank-index.js';
import { postingSlot } from '../../indexes/postings.js';
import type { QueryTerm, Understanding } from '../understand.js';
import { strangers } from './known-evidence.js';
import type { Evidence, Logistic } from './logistic.js';

/**
 * Evidence, before any recall, for whether the bank will have an answer: only the words of the question,
 * who says them, and where they occur together. Milliseconds faster than a recall, and blind to what the
 * texts mean.
 */
export const FEELING_EVIDENCE = [
  'unheard',
  'rarest',
  'best',
  'own',
  'other',
  'lead',
  'pair',
  'near',
  'relative',
  'stranger',
  'asked',
  'words',
] as const;
export type FeelingEvidence = Evidence<(typeof FEELING_EVIDENCE)[number]>;
export type FeelingModel = Logistic<(typeof FEELING_EVIDENCE)[number]>;

/** Words in more memories than this say nothing about where an answer is. */
const MAX_POSTINGS = 20_000;
/** A mention this many turns before still counts as near. */
const NEAR = 2;

export function readFeelingEvidence(
  understanding: Understanding,
  index: BankIndex,
): FeelingEvidence {
  const { terms, speakers, relatives, instances } = understanding;
  const heaviest = Math.max(1, ...terms.map(({ weight }) => weight));
  const weightOf = ({ number, weight }: QueryTerm): number => (number < 0 ? heaviest : weight);
  const total = terms.reduce((sum, term) => sum + weightOf(term), 0) || 1;
  const coverage = coveredBy(terms, index);
  const [person] = speakers.length === 1 ? speakers : [];
  let [best, own, other, near] = [0, 0, 0, 0];
  for (const [slot, weight] of coverage) {
    best = Math.max(best, weight);
    if (person === undefined || index.speaker(slot) === person) own = Math.max(own, weight);
    else other = Math.max(other, weight);
    let around = weight;
    for (let step = 1; step <= NEAR; step++)
      around += (coverage.get(slot - step) ?? 0) / (step + 1);
    near = Math.max(near, around);
  }
  const known = terms.filter(({ number }) => number >= 0);
  return {
    unheard: 1 - known.reduce((sum, term) => sum + weightOf(term), 0) / total,
    rarest: Math.max(0, ...known.map(({ weight }) => weight)),
    best: best / total,
    own: own / total,
    other: other / total,
    lead: person === undefined ? 0 : (own - other) / total,
    pair: Math.log1p(countPairs(known, index)),
    near: near / total,
    relative: Math.log1p(relatives.size),
    stranger: Number(strangers(understanding).length > 0),
    asked: Math.log1p(instances.size),
    words: terms.length,
  };
}

/** For each slot with any of the words, the sum of their weights. */
function coveredBy(terms: readonly QueryTerm[], index: BankIndex): Map<number, number> {
  const coverage = new Map<number, number>();
  for (const { number, weight } of terms) {
    if (number < 0 || index.postings.documentFrequency(number) > MAX_POSTINGS) continue;
    for (const posting of index.postings.list(number)) {
      const slot = postingSlot(posting);
      if (index.isLive(slot)) coverage.set(slot, (coverage.get(slot) ?? 0) + weight);
    }
  }
  return coverage;
}

/** Counts the slots with both of the two rarest words. */
function countPairs(known: readonly QueryTerm[], index: BankIndex): number {
  const [one, two] = [...known].sort((a, b) => b.weight - a.weight);
  if (
    one === undefined ||
    two === undefined ||
    index.postings.documentFrequency(two.number) > MAX_POSTINGS
  )
    return 0;
  const first = new Set(index.postings.list(one.number).map(postingSlot));
  return index.postings.list(two.number).filter((posting) => first.has(postingSlot(posting)))
    .length;
}
