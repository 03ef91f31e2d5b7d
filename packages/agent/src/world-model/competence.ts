import {
  type CalibrationPoint,
  type Competence,
  type Difficulty,
  type Effort,
  MAX_CALIBRATION,
  NO_EFFORT,
  type PriorName,
  PRIORS,
  type RateModel,
  withMore,
} from '@mneme/core/domain/learned/competence.js';
import type { Instant } from '@mneme/core/domain/time.js';
import { betaCdf, betaQuantile } from './beta.js';

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

export interface Posterior {
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

export const VERDICTS_ON_TASK = ['attempt', 'attempt_with_caution', 'ask_for_help'] as const;
export type VerdictOnTask = (typeof VERDICTS_ON_TASK)[number];

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
export interface TaskOutcome {
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
