import type { Certainty, Known, KnownVerdict } from '../../domain/certainty.js';
import { MnemeError } from '../../domain/errors.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import type { BankState } from '../../indexes/bank-state.js';
import {
  KNOWN_EVIDENCE,
  type KnownEvidence,
  readKnownEvidence,
  RESULT_EVIDENCE,
  unknownNames,
} from './evidence.js';
import { chance, type Logistic, logOdds } from './logistic.js';
import type { Ranked } from '../ranking/score.js';
import type { Understanding } from '../understand.js';
import DATA from '../../../data/models/certainty.json' with { type: 'json' };

/**
 * The fitted probabilities of an answer: for each result, and for the existence of any. Made by `npm run bench --
 * fit-certainty`.
 */
export interface CertaintyModel {
  /** The encoder of the banks it was fitted on; it does not apply to banks of another encoder. */
  readonly encoder: string;
  readonly result: Logistic<(typeof RESULT_EVIDENCE)[number]>;
  readonly known: Logistic<(typeof KNOWN_EVIDENCE)[number]>;
  /** The same for banks whose turns were read into notes: best matches score higher there. */
  readonly knownByNotes?: Logistic<(typeof KNOWN_EVIDENCE)[number]>;
  /** Mean logit of the twentieth candidate; stands in for the candidates that a small bank lacks. */
  readonly background: number;
  readonly fittedOn: string;
  /** The same for banks filled by another encoder. */
  readonly otherwise?: CertaintyModel;
}

/** The model for banks filled by this encoder; the first one where none is fitted for it. */
export function certaintyFor(model: CertaintyModel, encoder: string): CertaintyModel {
  const { otherwise } = model;
  return otherwise?.encoder === encoder ? otherwise : model;
}

/**
 * Throws `invalid_input` for a model fitted on different evidence: its weights would be applied to the wrong
 * features.
 */
export function assertJudges({
  result,
  known,
  knownByNotes = known,
  fittedOn,
  otherwise,
}: CertaintyModel): void {
  if (otherwise !== undefined) assertJudges(otherwise);
  if (
    same(result.names, RESULT_EVIDENCE) &&
    same(known.names, KNOWN_EVIDENCE) &&
    same(knownByNotes.names, KNOWN_EVIDENCE)
  )
    return;
  throw new MnemeError(
    'invalid_input',
    "The model of certainty was fitted on other evidence than today's.",
    {
      field: 'certainty',
      value: fittedOn,
      hint: 'Fit it anew: npm run bench -- fit-certainty --dir PATH.',
    },
  );
}

function same(given: readonly string[], wanted: readonly string[]): boolean {
  return given.length === wanted.length && given.every((name, at) => name === wanted[at]);
}

/** The judgement of one result. */
export interface Judgement {
  /** That it answers, 0..1; null if nothing was fitted for the question. */
  readonly probability: number | null;
  readonly certainty: Certainty;
}

/** The judgement of the bank. */
export interface KnownJudgement extends Known {
  /** That it holds an answer, 0..1; null if nothing was fitted for the question. */
  readonly probability: number | null;
}

const KNOWN_FROM = 0.55;
const UNKNOWN_BELOW = 0.2;
/** Maximum probability of an answer that was stated and then requested to be forgotten. */
export const MAX_FORGOTTEN_PROBABILITY = UNKNOWN_BELOW / 2;
/** Below this coverage of the question, a doubt is reported. */
const LITTLE = 0.5;

interface Ground {
  readonly understanding: Understanding;
  readonly pool: readonly Ranked[];
  readonly state: Pick<BankState, 'index' | 'notes'>;
  readonly model: CertaintyModel;
}

/**
 * The fitted probability that the bank knows an answer, what speaks against it, and its log-odds for judging the
 * results.
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
  const unheard = unknownNames(understanding);
  const [person] = understanding.speakers;
  return [
    unheard.length > 0 ? `no memory names ${unheard.join(', ')}` : '',
    person !== undefined && lead < 0 && other > own
      ? `what fits best was not said by ${index.speakers.text(person)}`
      : '',
    verdict !== 'known' && coverage < LITTLE ? 'most words of the question are in no result' : '',
  ].filter((doubt) => doubt !== '');
}

/**
 * Minimum probability for something to count as answered with `precision: 'high'`: both that the bank knows an
 * answer, and that a result is it. Chosen on nineteen facts of a project and six kinds of conversation, each judged
 * by probabilities fitted on the others: see docs/decisions/0118-what-answers-and-nothing-else.md.
 */
export const ANSWERS_FROM = 0.12;
/**
 * A result also needs at least this share of the best one's probability: next to a near-certain answer, an unlikely
 * one is noise.
 */
const MIN_SHARE_OF_BEST = 0.4;

/**
 * Selects the results that answer. One said after the best stays even below that share: it may say that things have
 * changed.
 */
export function answersBeside<Result>(
  all: readonly Result[],
  chanceOf: (result: Result) => number,
  saidAt: (result: Result) => number,
): (result: Result) => boolean {
  const [first, ...others] = all;
  if (first === undefined) return () => false;
  const best = others.reduce(
    (most, each) => (chanceOf(each) > chanceOf(most) ? each : most),
    first,
  );
  const least = chanceOf(best) * MIN_SHARE_OF_BEST;
  return (result) =>
    chanceOf(result) >= ANSWERS_FROM &&
    (chanceOf(result) >= least || saidAt(result) > saidAt(best));
}

/**
 * The fitted probabilities that ship: figures only, made by `npm run bench -- fit-certainty --dir PATH`. Never edit
 * by hand; refit when the fusion, its features or the encoder change.
 */
export const SHIPPED_CERTAINTY = DATA as CertaintyModel;
