import type { Memory } from '../../domain/memory.js';
import type { ParsedProfile } from '../../domain/profile.js';
import type { Instant } from '../../domain/time.js';
import type { BankState } from '../../indexes/bank-state.js';
import type { LapsedAnswer } from '../../kernel/module.js';
import type { Feedback } from '../candidate.js';
import type { Ranked } from '../ranking/score.js';
import type { Understanding } from '../understand.js';
import {
  ANSWERS_FROM,
  answersBeside,
  type CertaintyModel,
  judgeKnown,
  type Judgement,
  type KnownJudgement,
  levelOf,
  MAX_FORGOTTEN_PROBABILITY,
  overall,
  type QualityOf,
  readFactors,
  verdictOf,
} from './judgement.js';
import { chance, JUDGED_AMONG, resultReader } from './evidence.js';

/** Input for judging certainty. */
export interface Judging {
  readonly profile: ParsedProfile;
  readonly understanding: Understanding;
  readonly feedback: Feedback;
  /** Everything that was ranked, best first. */
  readonly pool: readonly Ranked[];
  /** Maximum number of results. */
  readonly limit: number;
  readonly state: BankState;
  readonly now: Instant;
  readonly model: CertaintyModel;
  readonly quality?: QualityOf | undefined;
  /** Log-odds that the bank knows an answer, from evidence other than the words of the question. */
  readonly knownAtLeast?: number | undefined;
  /** The slot that `knownAtLeast` refers to: exactly what was asked for. */
  readonly lead?: number | undefined;
  /** Set when what was asked for is no longer valid. */
  readonly gone?: LapsedAnswer | undefined;
}

/** Results with their certainty, without those that are not certain enough. */
export interface Judged {
  readonly results: readonly Ranked[];
  readonly judgements: ReadonlyMap<number, Judgement>;
  readonly known: KnownJudgement;
  /** Why results are missing or were not judged, in words. */
  readonly notices: readonly string[];
}

/**
 * Judges only the results to be delivered; with a threshold or another order, everything that was ranked, so that the
 * next one moves up when a result is left out.
 */
export function judgeCertainty(judging: Judging): Judged {
  const { profile, pool, limit } = judging;
  const count = isAsIs(profile) ? limit : pool.length;
  const { known, judged } = isFitted(judging)
    ? judgePool(judging, count)
    : unjudged(judging, count);
  const sure = judged.filter(
    ({ certainty, probability }) =>
      certainty.overall >= profile.minCertainty && (probability ?? 1) >= profile.minProbability,
  );
  const refused = (known.probability ?? 1) < leastKnown(profile);
  const answering = profile.precision === 'high' ? onlyAnswers(sure, judging) : sure;
  const chosen = refused ? [] : inOrder(answering, profile).slice(0, limit);
  return {
    results: chosen.map(({ result }) => result),
    judgements: new Map(chosen.map(({ result, ...judgement }) => [result.slot, judgement])),
    known: applyLapsed(known, judging.gone),
    notices: [unfitted(judging), ...shortfall(judging, known, judged, chosen.length)].filter(
      (notice) => notice !== '',
    ),
  };
}

/** A lapsed or forgotten answer is not known, however well it matches. If nothing is known anyway, nothing changes. */
function applyLapsed(known: KnownJudgement, gone: LapsedAnswer | undefined): KnownJudgement {
  if (gone === undefined || known.verdict === 'unknown') return known;
  const { verdict, of, why } = gone;
  const doubts = [why, ...known.doubts];
  return verdict === 'lapsed'
    ? { ...known, verdict, doubts, lapsed: of }
    : {
        ...known,
        verdict,
        doubts,
        probability: Math.min(known.probability ?? 0, MAX_FORGOTTEN_PROBABILITY),
      };
}

/** Whether the results are the best ones as ranked, up to the limit, without filter or other order. */
const isAsIs = ({ order, minCertainty, minProbability, precision }: ParsedProfile): boolean =>
  order === 'score' && minCertainty === 0 && minProbability === 0 && precision === 'normal';

interface JudgedPool {
  readonly known: KnownJudgement;
  readonly judged: readonly JudgedResult[];
}

/** Judges each result by itself where no model applies. */
function unjudged(judging: Judging, count: number): JudgedPool {
  const judgeOne = certaintyReader(judging, null);
  return {
    known: { probability: null, verdict: 'unjudged', doubts: [whyUnfitted(judging)] },
    judged: judging.pool.slice(0, count).map((result) => ({ result, ...judgeOne(result) })),
  };
}

/**
 * Judges the bank and the best `count` results consistently. No result is more probable than that the bank knows an
 * answer. If that is more probable than that any result answers, both the bank and the best result get the mean of
 * the two.
 */
function judgePool(judging: Judging, count: number): JudgedPool {
  const among = judging.pool.slice(0, Math.max(count, JUDGED_AMONG));
  const { known, odds } = moreCertain(judging, judgeKnown(judging));
  const judgeOne = certaintyReader(judging, odds);
  const judged = raiseLead(
    judging,
    discountSuperseded(among.map((result) => ({ result, ...judgeOne(result) }))),
  );
  const first = judged.slice(0, JUDGED_AMONG);
  const any = anyOf(first);
  const knows = known.probability ?? 0;
  const sure = any < knows ? between(any, knows) : knows;
  const best = Math.max(...first.map(({ probability }) => probability ?? 0));
  const agreed = (own: number): number =>
    any < knows && own === best ? sure : Math.min(own, sure);
  return {
    known: sure === knows ? known : lessSure(known, sure),
    judged: judged
      .slice(0, count)
      .map((one) => ({ ...one, probability: agreed(one.probability ?? 0) })),
  };
}

/** The mean of two probabilities, by their log-odds. */
function between(one: number, other: number): number {
  const odds = [one, other].map((chance) => {
    const within = Math.min(1 - NEVER_SURE, Math.max(NEVER_SURE, chance));
    return Math.log(within / (1 - within));
  });
  return fromOdds(((odds[0] ?? 0) + (odds[1] ?? 0)) / 2);
}

const NEVER_SURE = 1e-6;

/** The probability that at least one answers. */
const anyOf = (judged: readonly JudgedResult[]): number =>
  1 - judged.reduce((none, { probability }) => none * (1 - (probability ?? 0)), 1);

function lessSure({ verdict, doubts }: KnownJudgement, probability: number): KnownJudgement {
  const now = verdictOf(probability);
  return {
    probability,
    verdict: now,
    doubts: verdict === now ? doubts : [...doubts, 'no memory is likely to be the answer'],
  };
}

/** Raises a result put in front as an exact match to the probability that the bank knows the answer. */
const raiseLead = (
  { knownAtLeast = -Infinity, lead }: Judging,
  judged: readonly JudgedResult[],
): readonly JudgedResult[] =>
  judged.map((one) =>
    one.result.slot === lead
      ? { ...one, probability: Math.max(one.probability ?? 0, fromOdds(knownAtLeast)) }
      : one,
  );

const fromOdds = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** The minimum probability at which an answer is given at all. */
const leastKnown = ({ precision, minKnown }: ParsedProfile): number =>
  precision === 'high' ? Math.max(minKnown, ANSWERS_FROM) : minKnown;

/** Only the results that answer; if no probabilities are reported, judged by those of the words alone. */
function onlyAnswers(judged: readonly JudgedResult[], judging: Judging): readonly JudgedResult[] {
  const saidAt = ({ result }: JudgedResult): Instant => result.memory.saidAt;
  if (judging.profile.query === undefined) return judged;
  if (isFitted(judging))
    return judged.filter(answersBeside(judged, ({ probability }) => probability ?? 1, saidAt));
  const byWords = judgePool(judging, judging.pool.length);
  if ((byWords.known.probability ?? 0) < ANSWERS_FROM) return [];
  const chances = new Map(byWords.judged.map((one) => [one.result.slot, one.probability ?? 0]));
  return judged.filter(
    answersBeside(judged, ({ result }) => chances.get(result.slot) ?? 0, saidAt),
  );
}

/** The higher of two estimates: from the words of the question, and from other evidence. */
function moreCertain(
  { knownAtLeast }: Judging,
  judged: ReturnType<typeof judgeKnown>,
): ReturnType<typeof judgeKnown> {
  if (knownAtLeast === undefined || judged.odds >= knownAtLeast) return judged;
  const probability = fromOdds(knownAtLeast);
  const verdict = verdictOf(probability);
  return {
    known: { probability, verdict, doubts: verdict === 'known' ? [] : judged.known.doubts },
    odds: knownAtLeast,
  };
}

interface JudgedResult extends Judgement {
  readonly result: Ranked;
}

function certaintyReader(
  { pool, understanding, feedback, state, now, model, quality }: Judging,
  known: number | null,
): (result: Ranked) => Judgement {
  const evidence =
    known === null
      ? null
      : resultReader({
          pool,
          understanding,
          index: state.index,
          known,
          background: model.background,
        });
  const qualityOf: QualityOf = quality ?? ((memory) => worthOf(memory, feedback));
  return (result) => {
    const factors = readFactors(result, state, now, qualityOf);
    const certain = overall(factors);
    return {
      certainty: { factors, overall: certain, level: levelOf(certain) },
      probability: evidence === null ? null : chance(model.result, evidence(result)),
    };
  };
}

/** Factor on the probability of an outdated value that is listed behind its successor. */
const OUTDATED_SHARE = 0.5;

/** Limits the probability of a superseded memory to that of the successor listed before it. */
function discountSuperseded(judged: readonly JudgedResult[]): readonly JudgedResult[] {
  const chances = new Map<string, number>();
  return judged.map((one) => {
    const { id, supersededBy } = one.result.memory;
    const own = one.probability ?? 1;
    const successor = chances.get(supersededBy ?? '');
    const probability = successor === undefined ? own : Math.min(own, successor) * OUTDATED_SHARE;
    chances.set(id, probability);
    return one.probability === null ? one : { ...one, probability };
  });
}

/** The votes on the memory, and on its source and kind compared with the others; both start at one half. */
function worthOf(memory: Memory, feedback: Feedback): number | null {
  const worth = Math.min(
    1,
    Math.max(0, feedback.usefulness(memory.id) + feedback.standing(memory)),
  );
  return worth === 0.5 ? null : worth;
}

/** The probability that each of the best `count` answers, by slot, 0..1; null where no model applies. */
export function chancesOf(judging: Judging, count: number): ReadonlyMap<number, number | null> {
  const { judged } = (isFitted(judging) ? judgePool : unjudged)(judging, count);
  return new Map(judged.map(({ result, probability }) => [result.slot, probability]));
}

function inOrder(
  judged: readonly JudgedResult[],
  { order }: ParsedProfile,
): readonly JudgedResult[] {
  if (order === 'score') return judged;
  const sureness = ({ certainty, probability }: JudgedResult): number =>
    order === 'certainty' ? certainty.overall : (probability ?? 0);
  // The sort is stable: ties, and everything where no model applies, stay in order of score.
  return [...judged].sort((a, b) => sureness(b) - sureness(a));
}

/** The certainty of the best of all ranked: by its probability, or overall confidence without one. */
export function bestConfidence(judging: Judging): number {
  const [one] = (isFitted(judging) ? judgePool : unjudged)(judging, 1).judged;
  return one === undefined ? 0 : (one.probability ?? one.certainty.overall);
}

/** The model was not fitted on questions without words, nor on banks of another encoder. */
function isFitted({ model, state, profile }: Judging): boolean {
  return model.encoder === state.encoder && profile.query !== undefined;
}

const whyUnfitted = ({ profile, state, model }: Judging): string =>
  profile.query === undefined
    ? 'the question has no words'
    : `probabilities are fitted for ${model.encoder}, and ${state.encoder} fills this bank`;

function unfitted(judging: Judging): string {
  const { profile, state, model } = judging;
  if (isFitted(judging) || profile.query === undefined) return '';
  const unread = [
    profile.minProbability > 0 ? 'minProbability' : '',
    profile.minKnown > 0 ? 'minKnown' : '',
    profile.order === 'probability' ? 'the order by probability' : '',
  ].filter((name) => name !== '');
  const lost = unread.length === 0 ? '' : ` ${unread.join(' and ')} had no effect.`;
  const words = profile.precision === 'high' ? ' precision went by the words alone.' : '';
  return `No probabilities: they are fitted for ${model.encoder}, and ${state.encoder} fills this bank.${lost}${words}`;
}

function shortfall(
  { profile, limit }: Judging,
  known: KnownJudgement,
  judged: readonly JudgedResult[],
  left: number,
): string[] {
  if (judged.length === 0 || limit === 0 || left > 0) return [];
  const percent = (value: number): string => `${Math.round(value * 100)} %`;
  const doubts = known.doubts.length > 0 ? `: ${known.doubts.join('; ')}` : '';
  const least = leastKnown(profile);
  if ((known.probability ?? 1) < least)
    return [
      `Nothing relevant is known with a chance of ${percent(least)}; it is ${percent(known.probability ?? 0)}${doubts}.`,
    ];
  if (known.probability === null && profile.precision === 'high')
    return [`By its words, none of ${judged.length} candidates answers the question.`];
  const best = (read: (judgement: Judgement) => number): string =>
    percent(Math.max(...judged.map(read)));
  return [
    `None of ${judged.length} candidates is sure enough: the best has a probability of ${best(({ probability }) => probability ?? 0)} (asked for: ${percent(profile.minProbability)}) and a certainty of ${best(({ certainty }) => certainty.overall)} (asked for: ${percent(profile.minCertainty)})${doubts}.`,
  ];
}
