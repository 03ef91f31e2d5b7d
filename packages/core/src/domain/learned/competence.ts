import { z } from 'zod';
import type { Instant } from '../time.js';

const DIFFICULTIES = ['easy', 'medium', 'hard'] as const;
export const Difficulty = z.enum(DIFFICULTIES);
export type Difficulty = z.infer<typeof Difficulty>;

/** Prior distributions of a success rate: alpha and beta. */
export const PRIORS = {
  optimistic: [3, 1],
  pessimistic: [1, 3],
  jeffreys: [0.5, 0.5],
} as const satisfies Record<string, readonly [number, number]>;
export const PriorName = z.enum(['optimistic', 'pessimistic', 'jeffreys']);
export type PriorName = z.infer<typeof PriorName>;

/** A Beta distribution over a rate of success: prior and observations. */
export interface RateModel {
  readonly alpha: number;
  readonly beta: number;
  readonly successes: number;
  readonly failures: number;
}

/** One estimate and its outcome. */
export interface CalibrationPoint {
  readonly at: Instant;
  readonly predicted: number;
  readonly actual: boolean;
  readonly difficulty: Difficulty | null;
}

/** Effort of a capability's tasks, as running moments. */
export interface Effort {
  readonly runs: number;
  readonly mean: number;
  /** Sum of squared distances from the mean (Welford 1962). */
  readonly spread: number;
  readonly least: number;
  readonly most: number;
}

/** How well an agent does a kind of task. */
export interface Competence {
  readonly capability: string;
  readonly domain: string;
  readonly prior: PriorName | 'benchmark';
  readonly model: RateModel;
  readonly byDifficulty: Readonly<Partial<Record<Difficulty, RateModel>>>;
  readonly failureModes: Readonly<Record<string, number>>;
  /** The latest, oldest first. */
  readonly calibration: readonly CalibrationPoint[];
  readonly steps: Effort;
  readonly tokens: Effort;
  readonly seconds: Effort;
  /** Uses of the field's strategies that are already counted; absent before the first. */
  readonly fromStrategies?: StrategyTally;
}

/** Uses of the strategies in one field. */
export interface StrategyTally {
  readonly applications: number;
  readonly successes: number;
  readonly failureModes: Readonly<Record<string, number>>;
}

export const NO_USES: StrategyTally = Object.freeze({
  applications: 0,
  successes: 0,
  failureModes: {},
});
export const MAX_CALIBRATION = 200;
export const NO_EFFORT: Effort = Object.freeze({ runs: 0, mean: 0, spread: 0, least: 0, most: 0 });

/** Counts by text. */
export type Counts = Readonly<Record<string, number>>;

/** The count of a text; safe for names of inherited properties such as "constructor". */
export function countOf(counts: Counts, text: string): number {
  return Object.hasOwn(counts, text) ? (counts[text] ?? 0) : 0;
}

/** The counts with one text's count raised by `by`. */
export function withMore(counts: Counts, text: string, by = 1): Counts {
  return { ...counts, [text]: countOf(counts, text) + by };
}

const Z95 = 1.959963984540054;

/** The 95 % score interval of a proportion of `n` (Wilson 1927); [0, 1] for no observations. */
export function wilson(hits: number, n: number): readonly [number, number] {
  if (n === 0) return [0, 1];
  const share = hits / n;
  const squared = Z95 * Z95;
  const centre = (share + squared / (2 * n)) / (1 + squared / n);
  const half =
    (Z95 / (1 + squared / n)) * Math.sqrt((share * (1 - share)) / n + squared / (4 * n * n));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}
