import type { Memory } from '../../domain/memory.js';
import type { ParsedProfile } from '../../domain/profile.js';
import type { Instant } from '../../domain/time.js';
import type { BankState } from '../../indexes/bank-state.js';
import type { Feedback } from '../feedback.js';
import type { Ranked } from '../ranking/ranked.js';
import type { Understanding } from '../understand.js';
import type { CertaintyModel } from './certainty-model.js';
import { levelOf, overall, readFactors, type QualityOf } from './factors.js';
import { judgeKnown, verdictOf } from './judge-known.js';
import type { Judgement, KnownJudgement } from './judgement.js';
import { chance } from './logistic.js';
import { ANSWERS_FROM, answersBeside } from './answers-from.js';
import { resultReader } from './result-evidence.js';

/** Input for judging certainty. */
export interface Judging {
  readonly profile: ParsedProfile;
  readonly understanding: Understanding;
  readonly feedback: Feedback;
  /** Everything that was ranked, best first. */
  readonly pool: readonly Ranked[];
  /** Maximum number of results delivered. */
  readonly limit: number;
  readonly state: BankState;
  readonly now: Instant;
  readonly model: CertaintyModel;
  readonly quality?: QualityOf | undefined;
  /** Log-odds that something is known, from other evidence than the words of the question. */
  readonly knownAtLeast?: number | undefined;
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
 * Judges only the results to be delivered; with a threshold or another order,
 * everything that was ranked, so that the next one moves up when a result is left out.
 */
export function judgeCertainty(judging: Judging): Judged {
  const { profile, pool, limit } = judging;
  const fitted = isFitted(judging);
  const { known, odds } = fitted ? surer(judging, judgeKnown(judging)) : UNJUDGED;
  const asIs =
    profile.order === 'score' &&
    profile.minCertainty === 0 &&
    ((profile.minProbability === 0 && profile.precision === 'normal') || !fitted);
  const judgeOne = certaintyReader(judging, fitted, odds);
  const judged = inPlace(
    pool.slice(0, asIs ? limit : undefined).map((result) => ({ result, ...judgeOne(result) })),
  );
  const sure = judged.filter(
    ({ certainty, probability }) =>
      certainty.overall >= profile.minCertainty && (probability ?? 1) >= profile.minProbability,
  );
  const refused = (known.probability ?? 1) < leastKnown(profile);
  const answering = profile.precision === 'high' ? onlyAnswers(sure) : sure;
  const chosen = refused ? [] : inOrder(answering, profile).slice(0, limit);
  return {
    results: chosen.map(({ result }) => result),
    judgements: new Map(chosen.map(({ result, ...judgement }) => [result.slot, judgement])),
    known,
    notices: [
      unfitted(judging, fitted),
      ...shortfall(judging, known, judged, chosen.length),
    ].filter((notice) => notice !== ''),
  };
}

/** The minimum probability at which an answer is given at all. */
const leastKnown = ({ precision, minKnown }: ParsedProfile): number =>
  precision === 'high' ? Math.max(minKnown, ANSWERS_FROM) : minKnown;

/** Only the results that answer, if they have probabilities; else all. */
function onlyAnswers(judged: readonly One[]): readonly One[] {
  return judged.filter(
    answersBeside(
      judged,
      ({ probability }) => probability ?? 1,
      ({ result }) => result.memory.saidAt,
    ),
  );
}

/** The more certain of two: from the words of the question, and from other evidence. */
function surer(
  { knownAtLeast }: Judging,
  judged: ReturnType<typeof judgeKnown>,
): ReturnType<typeof judgeKnown> {
  if (knownAtLeast === undefined || judged.odds >= knownAtLeast) return judged;
  const probability = 1 / (1 + Math.exp(-knownAtLeast));
  const verdict = verdictOf(probability);
  return {
    known: { probability, verdict, doubts: verdict === 'known' ? [] : judged.known.doubts },
    odds: knownAtLeast,
  };
}

const UNJUDGED: { readonly known: KnownJudgement; readonly odds: number } = {
  known: { probability: null, verdict: 'unjudged', doubts: [] },
  odds: 0,
};

interface One extends Judgement {
  readonly result: Ranked;
}

function certaintyReader(
  { pool, understanding, feedback, state, now, model, quality }: Judging,
  fitted: boolean,
  known: number,
): (result: Ranked) => Judgement {
  const evidence = fitted
    ? resultReader({
        pool,
        understanding,
        index: state.index,
        known,
        background: model.background,
      })
    : null;
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

/** An outdated value, put behind the one that took its place, is so much less likely to be what was asked for. */
const OUTDATED_SHARE = 0.5;

/** What stands behind the memory that took its place is no likelier to answer than that. */
function inPlace(judged: readonly One[]): readonly One[] {
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

function inOrder(judged: readonly One[], { order }: ParsedProfile): readonly One[] {
  if (order === 'score') return judged;
  const sureness = ({ certainty, probability }: One): number =>
    order === 'certainty' ? certainty.overall : (probability ?? 0);
  // The sort is stable: ties, and everything where no model applies, stay in order of score.
  return [...judged].sort((a, b) => sureness(b) - sureness(a));
}

/** The certainty of the best of all ranked: by its probability, or overall confidence without one. */
export function bestConfidence(judging: Judging): number {
  const [best] = judging.pool;
  if (best === undefined) return 0;
  const fitted = isFitted(judging);
  const { probability, certainty } = certaintyReader(
    judging,
    fitted,
    fitted ? judgeKnown(judging).odds : 0,
  )(best);
  return probability ?? certainty.overall;
}

/** The model was not fitted on questions without words, nor on banks of another encoder. */
function isFitted({ model, state, profile }: Judging): boolean {
  return model.encoder === state.encoder && profile.query !== undefined;
}

function unfitted({ profile, state, model }: Judging, fitted: boolean): string {
  if (fitted || profile.query === undefined) return '';
  const unread = [
    profile.minProbability > 0 ? 'minProbability' : '',
    profile.minKnown > 0 ? 'minKnown' : '',
    profile.precision === 'high' ? 'precision' : '',
    profile.order === 'probability' ? 'the order by probability' : '',
  ].filter((name) => name !== '');
  const lost = unread.length === 0 ? '' : ` ${unread.join(' and ')} had no effect.`;
  return `No probabilities: they are fitted for ${model.encoder}, and ${state.encoder} fills this bank.${lost}`;
}

function shortfall(
  { profile, limit }: Judging,
  known: KnownJudgement,
  judged: readonly One[],
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
  const best = (read: (judgement: Judgement) => number): string =>
    percent(Math.max(...judged.map(read)));
  return [
    `None of ${judged.length} candidates is sure enough: the best has a probability of ${best(({ probability }) => probability ?? 0)} (asked for: ${percent(profile.minProbability)}) and a certainty of ${best(({ certainty }) => certainty.overall)} (asked for: ${percent(profile.minCertainty)})${doubts}.`,
  ];
}
