import type { BankIndex } from '../../indexes/bank-index.js';
import { readTalkTraits } from '../ranking/talk-traits.js';
import type { Understanding } from '../understand.js';
import type { Ranked } from '../ranking/ranked.js';
import type { Evidence } from './logistic.js';

/**
 * Evidence for whether a result answers the question: its score, how it compares with the others, and what
 * is asked.
 */
export const RESULT_EVIDENCE = [
  'logit',
  'share',
  'rank',
  'behind',
  'coverage',
  'several',
  'weight',
  'known',
  'chat',
  'message',
  'few',
] as const;
export type ResultEvidence = Evidence<(typeof RESULT_EVIDENCE)[number]>;

/**
 * A result is judged among this many of the best, whatever the limit: its probability must not depend on
 * the limit.
 */
export const JUDGED_AMONG = 20;

/** From this number of memories on, a bank is not small. */
const MANY = 400;
/** The smallest banks in the fitting data had this value; there is no data for smaller ones. */
const FEWEST = 0.5;

/**
 * How small a bank is: among twenty memories, one that matches a question's words is far likelier to answer
 * it than among hundreds.
 */
const fewness = ({ size }: BankIndex): number =>
  Math.max(0, Math.min(FEWEST, 1 - Math.log1p(size) / Math.log1p(MANY)));

/** What all results of one answer share. */
export interface AnswerGround {
  /** Everything that was ranked, best first. */
  readonly pool: readonly Ranked[];
  readonly understanding: Understanding;
  readonly index: BankIndex;
  /** Log-odds that the bank knows an answer at all. */
  readonly known: number;
  /**
   * A small bank has few candidates; missing ones count as candidates with this logit, or a single one
   * would always be certain.
   */
  readonly background: number;
}

/** Reads the evidence of results one by one. */
export function resultReader({
  pool,
  understanding: { terms, wanted, reading },
  index,
  known,
  background,
}: AnswerGround): (result: Ranked) => ResultEvidence {
  const best = pool[0]?.logit ?? 0;
  const among = pool.slice(0, JUDGED_AMONG);
  const lacking = (JUDGED_AMONG - among.length) * Math.exp(background - best);
  const mass = Math.log(among.reduce((sum, { logit }) => sum + Math.exp(logit - best), lacking));
  const weight = terms.reduce((sum, term) => sum + term.weight, 0) / 10;
  const [chat = 0, message = 0] = readTalkTraits(index, reading);
  const few = fewness(index);
  const ranks = new Map(pool.map(({ slot }, rank) => [slot, rank]));
  return ({ slot, logit, feature }) => ({
    logit,
    /** Logarithm of its share of the softmax, the quantity that ListNet was fitted on. */
    share: logit - best - mass,
    rank: Math.log1p(ranks.get(slot) ?? pool.length),
    behind: best - logit,
    coverage: feature('coverage'),
    several: Number(wanted.list),
    weight,
    known,
    chat,
    message,
    few,
  });
}
