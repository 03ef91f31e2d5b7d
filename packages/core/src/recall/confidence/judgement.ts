import { MnemeError } from '../../domain/errors.js';
import { LAYER_OF_KIND, LAYER_QUALITY } from '../../domain/layers.js';
import { independentEvidence, type Memory, type MemoryKind } from '../../domain/memory.js';
import type {
  Certainty,
  CertaintyFactors,
  CertaintyLevel,
  Known,
  KnownVerdict,
} from '../../domain/recollection.js';
import { DAY, type Instant } from '../../domain/time.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import type { BankState } from '../../indexes/bank-state.js';
import { isErrand } from '../../language/instructions.js';
import { rolesOf, rolesWith } from '../../indexes/edge-index.js';
import {
  chance,
  KNOWN_EVIDENCE,
  type KnownEvidence,
  type Logistic,
  logOdds,
  readKnownEvidence,
  RESULT_EVIDENCE,
  unknownNames,
} from './evidence.js';
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
  /** The same for questions: notes rank there by the questions that they answer. */
  readonly answeredByNotes?: Logistic<(typeof KNOWN_EVIDENCE)[number]>;
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
  answeredByNotes = known,
  fittedOn,
  otherwise,
}: CertaintyModel): void {
  if (otherwise !== undefined) assertJudges(otherwise);
  if (
    same(result.names, RESULT_EVIDENCE) &&
    same(known.names, KNOWN_EVIDENCE) &&
    same(knownByNotes.names, KNOWN_EVIDENCE) &&
    same(answeredByNotes.names, KNOWN_EVIDENCE)
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
  const fitted = state.notes.size > 0 ? knownByNotes(model, understanding.query) : model.known;
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

function knownByNotes(
  { known, knownByNotes = known, answeredByNotes = knownByNotes }: CertaintyModel,
  query: string,
): CertaintyModel['known'] {
  return isErrand(query) ? knownByNotes : answeredByNotes;
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

/** How far the quality learned from use shifts that of the memory's kind. */
const LEARNED_SHARE = 0.4;

/**
 * How reliable a memory is, 0..1: by its kind, by whether only links found it, and by its quality learned from use
 * (0..1).
 */
export function sourceQuality(
  kind: MemoryKind,
  paths: readonly string[],
  learned: number | null,
): number {
  const base =
    paths.length > 0 && paths.every((path) => path === 'graph')
      ? LAYER_QUALITY.graph
      : LAYER_QUALITY[LAYER_OF_KIND[kind]];
  return learned === null ? base : (1 - LEARNED_SHARE) * base + LEARNED_SHARE * learned;
}

const WEIGHTS: Readonly<Record<keyof CertaintyFactors, number>> = {
  relevance: 0.35,
  sourceQuality: 0.25,
  recency: 0.15,
  consistency: 0.15,
  completeness: 0.1,
};

const FLOORS: readonly (readonly [CertaintyLevel, number])[] = [
  ['very_high', 0.9],
  ['high', 0.7],
  ['medium', 0.5],
  ['low', 0.3],
];

const NAMES = Object.keys(WEIGHTS) as (keyof CertaintyFactors)[];

export function overall(factors: CertaintyFactors): number {
  let sum = 0;
  for (const name of NAMES) sum += WEIGHTS[name] * factors[name];
  return sum;
}

export function levelOf(certainty: number): CertaintyLevel {
  return FLOORS.find(([, least]) => certainty >= least)?.[0] ?? 'very_low';
}

/** A memory's quality as learned from use, 0..1; null if nothing was learned. */
export type QualityOf = (memory: Memory) => number | null;

/** The five factors of one result. */
export function readFactors(
  { slot, memory, score, parts, paths }: Ranked,
  state: BankState,
  now: Instant,
  quality: QualityOf,
): CertaintyFactors {
  const links = linksOf(slot, state);
  return {
    relevance: Math.max(
      score,
      parts.relevance,
      Math.min(1, parts.semantic),
      Math.min(1, parts.picture ?? 0),
    ),
    sourceQuality: sourceQuality(memory.kind, paths, quality(memory)),
    recency: recency(lastTold(memory), now),
    consistency: consistency(memory, links),
    completeness: completeness(memory, links.mentions),
  };
}

/** When it was last said: a repeated memory is as recent as its latest evidence. */
function lastTold({ saidAt, provenance }: Memory): Instant {
  return provenance.reduce((latest, evidence) => Math.max(latest, evidence.saidAt), saidAt);
}

/**
 * 0.95 within a day, then falls linearly to 0.3 at seven days and to 0 thirty days later; 1 for a date in the future.
 * The pieces do not meet at one day; A4 defines it so.
 */
export function recency(told: Instant, now: Instant): number {
  const days = (now - told) / DAY;
  if (days < 0) return 1;
  if (days < 1) return 0.95;
  return days < 7
    ? Math.max(0.3, 0.95 - (days / 7) * 0.65)
    : Math.max(0, 0.3 - ((days - 7) / 30) * 0.3);
}

interface Links {
  readonly against: boolean;
  readonly support: boolean;
  readonly mentions: boolean;
}

const TELLING = rolesOf(['semantic', 'temporal', 'causal', 'relational']);
const AGAINST = rolesWith(['conflicts_with', 'supersedes']);
const SUPPORT = rolesWith(['supports']);
const MENTION = rolesWith(['mentions']);

function linksOf(slot: number, { edges }: BankState): Links {
  const roles = edges.rolesAt(edges.memoryNode(slot), TELLING);
  return {
    against: (roles & AGAINST) !== 0,
    support: (roles & SUPPORT) !== 0,
    mentions: (roles & MENTION) !== 0,
  };
}

/** Below this confidence, a memory counts as an assumption. */
const SUPPOSED = 0.5;

function consistency(memory: Memory, { against, support }: Links): number {
  const { kind, confidence, supersededBy } = memory;
  if (against || supersededBy !== null) return 0.4;
  if (support || independentEvidence(memory) > 1) return 0.9;
  return confidence < SUPPOSED || kind === 'opinion' ? 0.6 : 0.75;
}

/** Completeness of a memory without any of the optional parts. */
const ALWAYS = 0.8;
/** Number of optional parts: speaker, session, subject, names and dates. */
const TELLING_PARTS = 5;

function completeness(
  { speaker, session, tags, context, dates, provenance }: Memory,
  mentions: boolean,
): number {
  const told =
    Number(speaker !== null || provenance.some(({ origin }) => origin !== null)) +
    Number(session !== null) +
    Number(tags.length > 0 || context !== null) +
    Number(mentions) +
    Number(dates.length > 0);
  return ALWAYS + ((1 - ALWAYS) * told) / TELLING_PARTS;
}
