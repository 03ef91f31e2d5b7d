import type { BankIndex } from '../../indexes/bank-index.js';
import { readTalkTraits } from '../ranking/talk-traits.js';
import type { Understanding } from '../understand.js';
import type { Ranked } from '../ranking/ranked.js';
import type { Evidence } from './logistic.js';

/** What tells whether a result answers the question: its score, how it stands among the others, and what is asked. */
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

/** A result is judged among so many of the best, however many were asked for: its chance must not depend on the breadth. */
export const JUDGED_AMONG = 20;

/** From so many memories on a bank is no small one. */
const MANY = 400;
/** As few as any bank that chances were fitted on had: nobody knows what fewer tell. */
const FEWEST = 0.5;

/** How small a bank is: among a score of memories what meets a question's words is far likelier to answer it than among hundreds. */
const fewness = ({ size }: BankIndex): number =>
  Math.max(0, Math.min(FEWEST, 1 - Math.log1p(size) / Math.log1p(MANY)));

/** What all results of one answer share. */
export interface AnswerGround {
  /** All that was ranked, best first. */
  readonly pool: readonly Ranked[];
  readonly understanding: Understanding;
  readonly index: BankIndex;
  /** Log-odds that the bank knows an answer at all. */
  readonly known: number;
  /** A bank of a few memories has few candidates; those that it lacks count as ones of this logit, or one alone would always be sure. */
  readonly background: number;
}

/** Reads the evidence of results one by one. */
export function resultReader({
  pool,
  understanding: { terms, wanted, query },
  index,
  known,
  background,
}: AnswerGround): (result: Ranked) => ResultEvidence {
  const best = pool[0]?.logit ?? 0;
  const among = pool.slice(0, JUDGED_AMONG);
  const lacking = (JUDGED_AMONG - among.length) * Math.exp(background - best);
  const mass = Math.log(among.reduce((sum, { logit }) => sum + Math.exp(logit - best), lacking));
  const weight = terms.reduce((sum, term) => sum + term.weight, 0) / 10;
  const [chat = 0, message = 0] = readTalkTraits(index, query);
  const few = fewness(index);
  const ranks = new Map(pool.map(({ slot }, rank) => [slot, rank]));
  return ({ slot, logit, feature }) => ({
    logit,
    /** Logarithm of its share of the softmax: what ListNet was fitted to make of a list. */
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
