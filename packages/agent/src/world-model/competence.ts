import { competenceKey } from '@mneme/core/bank/learned/sightings.js';
import type { Strategy } from '@mneme/core/domain/strategy.js';
import type { Instant } from '@mneme/core/domain/time.js';
import {
  type CalibrationPoint,
  type Competence,
  countOf,
  type Counts,
  type Difficulty,
  type Effort,
  MAX_CALIBRATION,
  NO_EFFORT,
  NO_USES,
  type PriorName,
  PRIORS,
  type RateModel,
  type StrategyTally,
  withMore,
} from '@mneme/core/domain/world-model.js';
import type { LearnedIndex } from '@mneme/core/indexes/record-indexes.js';

/** ln Γ(x) for x > 0 by the Lanczos approximation (g = 7, nine terms); relative error below 1e-13. */
function logGamma(x: number): number {
  const LANCZOS = [
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
    -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
    1.5056327351493116e-7,
  ];
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const sum = LANCZOS.slice(1).reduce(
    (total, term, at) => total + term / (x + at),
    LANCZOS[0] as number,
  );
  const t = x + 6.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

const TINY = 1e-300;
const MAX_TERMS = 10_000;

/** The continued fraction of the incomplete beta function (DLMF 8.17.22) by Lentz's method. */
function fraction(a: number, b: number, x: number): number {
  const guard = (value: number): number => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / guard(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m < MAX_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / guard(1 + even * d);
    c = guard(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / guard(1 + odd * d);
    c = guard(1 + odd / c);
    const step = d * c;
    result *= step;
    if (Math.abs(step - 1) < 1e-15) break;
  }
  return result;
}

/**
 * The regularised incomplete beta function I_x(a, b), which is P(X ≤ x) for X ~ Beta(a, b) (DLMF 8.17): 0..1. `a` and
 * `b` above 0, `x` in 0..1. Absolute error below 1e-12 for a + b up to 100,000.
 */
export function betaCdf(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x),
  );
  return x < (a + 1) / (a + b + 2)
    ? (front * fraction(a, b, x)) / a
    : 1 - (front * fraction(b, a, 1 - x)) / b;
}

/** The x with I_x(a, b) = p, by bisection to 1e-12. */
export function betaQuantile(p: number, a: number, b: number): number {
  let [low, high] = [0, 1];
  while (high - low > 1e-12) {
    const middle = (low + high) / 2;
    if (betaCdf(middle, a, b) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

export function priorModel([alpha, beta]: readonly [number, number]): RateModel {
  return { alpha, beta, successes: 0, failures: 0 };
}

/** A prior from a benchmark's success rate, with the weight of ⌊15 · confidence⌋ runs. */
export function benchmarkPrior(share: number, confidence: number): readonly [number, number] {
  const runs = Math.floor(15 * confidence);
  return [Math.max(share * runs, 0.5), Math.max((1 - share) * runs, 0.5)];
}

export function emptyCompetence(
  capability: string,
  domain: string,
  prior: PriorName | readonly [number, number] = 'optimistic',
): Competence {
  const named = typeof prior === 'string';
  return {
    capability,
    domain,
    prior: named ? prior : 'benchmark',
    model: priorModel(named ? PRIORS[prior] : prior),
    byDifficulty: {},
    failureModes: {},
    calibration: [],
    steps: NO_EFFORT,
    tokens: NO_EFFORT,
    seconds: NO_EFFORT,
  };
}

interface Posterior {
  readonly mean: number;
  readonly deviation: number;
  /** 95 %, equal tails. */
  readonly interval: readonly [number, number];
  readonly samples: number;
}

const shape = ({ alpha, beta, successes, failures }: RateModel): readonly [number, number] => [
  alpha + successes,
  beta + failures,
];

export function posteriorOf(model: RateModel): Posterior {
  const [a, b] = shape(model);
  const sum = a + b;
  return {
    mean: a / sum,
    deviation: Math.sqrt((a * b) / (sum * sum * (sum + 1))),
    interval: [betaQuantile(0.025, a, b), betaQuantile(0.975, a, b)],
    samples: model.successes + model.failures,
  };
}

/** P(rate > threshold). */
export function chanceAbove(model: RateModel, threshold: number): number {
  return 1 - betaCdf(threshold, ...shape(model));
}

const VERDICTS_ON_TASK = ['attempt', 'attempt_with_caution', 'ask_for_help'] as const;
type VerdictOnTask = (typeof VERDICTS_ON_TASK)[number];

/** Attempt if the probability that the rate exceeds the required one is over 0.7, with caution over 0.4, else ask. */
export function verdictOn(model: RateModel, required: number): VerdictOnTask {
  const chance = chanceAbove(model, required);
  return chance > 0.7 ? 'attempt' : chance > 0.4 ? 'attempt_with_caution' : 'ask_for_help';
}

/** The deviation at which an estimate has no confidence. */
const WIDEST = 0.25;

export function confidenceInEstimate({ deviation }: Posterior): number {
  return Math.min(0.95, Math.max(0, 1 - deviation / WIDEST));
}

/** The outcome of a task. */
interface TaskOutcome {
  readonly success: boolean;
  readonly difficulty?: Difficulty | undefined;
  /** The predicted probability of success; default: the posterior mean. */
  readonly predicted?: number | undefined;
  readonly failureMode?: string | undefined;
  readonly steps?: number | undefined;
  readonly tokens?: number | undefined;
  readonly seconds?: number | undefined;
}

export function noteTask(before: Competence, outcome: TaskOutcome, at: Instant): Competence {
  const { success, difficulty } = outcome;
  const model = modelFor(before, difficulty);
  const point: CalibrationPoint = {
    at,
    predicted: outcome.predicted ?? posteriorOf(model).mean,
    actual: success,
    difficulty: difficulty ?? null,
  };
  const mode = success
    ? undefined
    : (outcome.failureMode ?? (difficulty === undefined ? undefined : `failure_in_${difficulty}`));
  return {
    ...before,
    model: counted(before.model, success),
    byDifficulty:
      difficulty === undefined
        ? before.byDifficulty
        : {
            ...before.byDifficulty,
            [difficulty]: counted(before.byDifficulty[difficulty] ?? bare(before.model), success),
          },
    failureModes: mode === undefined ? before.failureModes : withMore(before.failureModes, mode),
    calibration: [...before.calibration, point].slice(-MAX_CALIBRATION),
    steps: withEffort(before.steps, outcome.steps, difficulty),
    tokens: withEffort(before.tokens, outcome.tokens, difficulty),
    seconds: withEffort(before.seconds, outcome.seconds, difficulty),
  };
}

/** The model for tasks of a difficulty; for all of them if none of that difficulty was observed. */
export function modelFor(
  { model, byDifficulty }: Competence,
  difficulty: Difficulty | undefined,
): RateModel {
  return (difficulty === undefined ? undefined : byDifficulty[difficulty]) ?? model;
}

function bare({ alpha, beta }: RateModel): RateModel {
  return { alpha, beta, successes: 0, failures: 0 };
}

function counted(model: RateModel, success: boolean): RateModel {
  return {
    ...model,
    successes: model.successes + Number(success),
    failures: model.failures + Number(!success),
  };
}

const HARDNESS: Readonly<Record<Difficulty, number>> = { easy: 0.7, medium: 1, hard: 1.5 };

/** Effort is normalised to medium difficulty, so that tasks of all difficulties inform each other. */
function withEffort(
  before: Effort,
  took: number | undefined,
  difficulty: Difficulty = 'medium',
): Effort {
  if (took === undefined) return before;
  const value = took / HARDNESS[difficulty];
  const runs = before.runs + 1;
  const mean = before.mean + (value - before.mean) / runs;
  return {
    runs,
    mean,
    spread: before.spread + (value - before.mean) * (value - mean),
    least: before.runs === 0 ? value : Math.min(before.least, value),
    most: Math.max(before.most, value),
  };
}

/**
 * The expected effort of a task: the mean by difficulty, two deviations to each side, within the observed range. Null
 * before the first.
 */
export function expectedEffort(
  { runs, mean, spread, least, most }: Effort,
  difficulty: Difficulty = 'medium',
): { readonly expected: number; readonly range: readonly [number, number] } | null {
  if (runs === 0) return null;
  const deviation = runs < 2 ? 0 : Math.sqrt(spread / (runs - 1));
  const hardness = HARDNESS[difficulty];
  return {
    expected: mean * hardness,
    range: [
      Math.max(least, mean - 2 * deviation) * hardness,
      Math.min(most, mean + 2 * deviation) * hardness,
    ],
  };
}

/** Mean distance of predictions from outcomes; null before the first. */
export function calibrationError({ calibration }: Competence): number | null {
  if (calibration.length === 0) return null;
  return (
    calibration.reduce(
      (sum, { predicted, actual }) => sum + Math.abs(predicted - Number(actual)),
      0,
    ) / calibration.length
  );
}

export const isWeak = ({ model }: Competence): boolean => chanceAbove(model, 0.5) < 0.4;

/** The failure modes, most frequent first, with their share of all observed failures. */
export function failureModesOf({
  failureModes,
  model: { failures },
}: Competence): { readonly mode: string; readonly count: number; readonly share: number }[] {
  return Object.entries(failureModes)
    .map(([mode, count]) => ({ mode, count, share: count / Math.max(1, failures, count) }))
    .sort((a, b) => b.count - a.count || (a.mode < b.mode ? -1 : 1));
}

/** A note for a model on its own skill before a task. */
export function competenceNotice(
  competence: Competence,
  difficulty: Difficulty | undefined,
  required: number,
): string {
  const model = modelFor(competence, difficulty);
  const { mean, interval, samples } = posteriorOf(model);
  const percent = (value: number): string => `${Math.round(100 * value)} %`;
  const tone = mean < 0.4 ? 'limited' : mean < 0.7 ? 'moderate' : 'high';
  const advice = {
    attempt: 'Attempt it.',
    attempt_with_caution: 'Attempt it with care, and check the result.',
    ask_for_help: 'Ask for help before attempting it.',
  }[verdictOn(model, required)];
  const modes = failureModesOf(competence)
    .slice(0, 3)
    .map(({ mode, count }) => `${mode} (${count})`);
  if (samples === 0)
    return `Nothing is known yet of your competence at ${competence.capability}: no such task was reported. What is believed of any such task is that ${percent(mean)} succeed (95 % interval ${percent(interval[0])} to ${percent(interval[1])}). ${advice}`;
  return `Your competence at ${competence.capability} is ${tone}: ${percent(mean)} of tasks succeed (95 % interval ${percent(interval[0])} to ${percent(interval[1])}, ${samples} seen).${modes.length > 0 ? ` What went wrong before: ${modes.join(', ')}.` : ''} ${advice}`;
}

/** Total uses and outcomes of one field's strategies. Subsumed strategies are included: each use was counted once. */
function tallyOf(strategies: readonly Strategy[]): StrategyTally {
  let failureModes: Counts = {};
  for (const strategy of strategies)
    for (const [mode, count] of Object.entries(strategy.failureModes))
      failureModes = withMore(failureModes, mode, count);
  const sum = (read: (strategy: Strategy) => number): number =>
    strategies.reduce((total, strategy) => total + read(strategy), 0);
  return {
    applications: sum(({ applications }) => applications),
    successes: sum(({ successes }) => successes),
    failureModes,
  };
}

/** Adds what the tally has gained since it was last counted; returns the same object if that is nothing. */
function withUses(before: Competence, tally: StrategyTally): Competence {
  const counted = before.fromStrategies ?? NO_USES;
  const applications = Math.max(0, tally.applications - counted.applications);
  const successes = Math.min(applications, Math.max(0, tally.successes - counted.successes));
  const modes = Object.entries(tally.failureModes)
    .map(([mode, count]) => [mode, count - countOf(counted.failureModes, mode)] as const)
    .filter(([, more]) => more > 0);
  if (applications === 0 && modes.length === 0) return before;
  return {
    ...before,
    model: {
      ...before.model,
      successes: before.model.successes + successes,
      failures: before.model.failures + applications - successes,
    },
    failureModes: modes.reduce<Counts>(
      (sums, [mode, more]) => withMore(sums, mode, more),
      before.failureModes,
    ),
    fromStrategies: tally,
  };
}

/**
 * Current competences: reported tasks, plus strategy uses in their field since they were last counted. Computed at
 * each read.
 */
export function currentCompetences(book: LearnedIndex): Competence[] {
  const standing = new Map(
    book.all('competence').map(({ body }) => [competenceKey(body.capability), body]),
  );
  const fields = new Map<string, Strategy[]>();
  for (const { body } of book.all('strategy')) {
    const key = competenceKey(body.domain);
    fields.set(key, [...(fields.get(key) ?? []), body]);
  }
  for (const [key, strategies] of fields) {
    const tally = tallyOf(strategies);
    const [{ domain }] = strategies as [Strategy];
    if (tally.applications > 0)
      standing.set(key, withUses(standing.get(key) ?? emptyCompetence(domain, domain), tally));
  }
  return [...standing.values()];
}

/** Marks one use as counted, if its task was itself reported for the same field. */
export function useCounted(
  before: Competence,
  success: boolean,
  mode: string | undefined,
): Competence {
  const { applications, successes, failureModes } = before.fromStrategies ?? NO_USES;
  const modes = mode === undefined || success ? failureModes : withMore(failureModes, mode);
  return {
    ...before,
    fromStrategies: {
      applications: applications + 1,
      successes: successes + Number(success),
      failureModes: modes,
    },
  };
}
