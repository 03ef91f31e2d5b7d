import type { KnownVerdict } from '../../domain/certainty.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import type { BankState } from '../../indexes/bank-state.js';
import type { Ranked } from '../ranking/ranked.js';
import type { Understanding } from '../understand.js';
import type { CertaintyModel } from './certainty-model.js';
import { readKnownEvidence, strangers, type KnownEvidence } from './known-evidence.js';
import type { KnownJudgement } from './judgement.js';
import { chance, logOdds } from './logistic.js';

const KNOWN_FROM = 0.55;
const UNKNOWN_BELOW = 0.2;
/** The probability of what was told and is to be known no more. */
export const LEAST_KNOWN = UNKNOWN_BELOW / 2;
/** Below this coverage of the question, a doubt is reported. */
const LITTLE = 0.5;

interface Ground {
  readonly understanding: Understanding;
  readonly pool: readonly Ranked[];
  readonly state: Pick<BankState, 'index' | 'notes'>;
  readonly model: CertaintyModel;
}

/**
 * The fitted probability that the bank knows an answer, what speaks against it, and its log-odds for
 * judging the results.
 */
export function judgeKnown({ understanding, pool, state, model }: Ground): {
  readonly known: KnownJudgement;
  readonly odds: number;
} {
  if (pool.length === 0)
    return {
      known: { probability: 0, verdict: 'unknown', doubts: ['no memory was found'] },
      odds: -Infinity,
    };
  const evidence = readKnownEvidence(pool, understanding, state);
  const fitted = state.notes.size > 0 ? (model.knownByNotes ?? model.known) : model.known;
  const probability = chance(fitted, evidence);
  const verdict = verdictOf(probability);
  return {
    known: {
      probability,
      verdict,
      doubts: doubts(evidence, understanding, state.index, verdict),
    },
    odds: logOdds(fitted, evidence),
  };
}

/** A probability in one word. */
export function verdictOf(probability: number): KnownVerdict {
  if (probability >= KNOWN_FROM) return 'known';
  return probability < UNKNOWN_BELOW ? 'unknown' : 'unsure';
}

function doubts(
  { coverage, own, other, lead }: KnownEvidence,
  understanding: Understanding,
  index: BankIndex,
  verdict: KnownVerdict,
): string[] {
  const unheard = strangers(understanding);
  const [person] = understanding.speakers;
  return [
    unheard.length > 0 ? `no memory names ${unheard.join(', ')}` : '',
    person !== undefined && lead < 0 && other > own
      ? `what fits best was not said by ${index.speakers.text(person)}`
      : '',
    verdict !== 'known' && coverage < LITTLE ? 'most words of the question are in no result' : '',
  ].filter((doubt) => doubt !== '');
}
