import type { Instant } from '../time.js';
import type { Competence } from './competence.js';
import type { Habit } from './habit.js';
import type { ModuleRecord } from './module-record.js';
import type { Plan } from './plan.js';
import type { Prediction } from './prediction.js';
import type { Strategy } from './strategy.js';
import type { Trajectory } from './trajectory.js';
import type { ActionModel } from './transition.js';
import type { LearnedId } from '../ids.js';

/**
 * What is learned from acting, as opposed to being told: each kind a journaled record of its own form
 * (decision 90).
 */
export interface LearnedBodies {
  readonly trajectory: Trajectory;
  readonly strategy: Strategy;
  readonly transition: ActionModel;
  readonly prediction: Prediction;
  readonly competence: Competence;
  readonly habit: Habit;
  readonly plan: Plan;
  readonly module: ModuleRecord;
}
export type LearnedKind = keyof LearnedBodies;

/** The letter that ids of each kind start with. */
export const LEARNED_PREFIX = {
  trajectory: 't',
  strategy: 's',
  transition: 'w',
  prediction: 'p',
  competence: 'q',
  habit: 'h',
  plan: 'l',
  module: 'x',
} as const satisfies Record<LearnedKind, string>;

/** One record. Immutable: a change puts a new version. */
export interface LearnedRecord<Kind extends LearnedKind = LearnedKind> {
  readonly id: LearnedId;
  readonly kind: Kind;
  /**
   * Its lookup key: the task of a trajectory, the domain and action of a transition, the capability of a
   * competence; module, type and key of a module’s own.
   */
  readonly key: string;
  readonly createdAt: Instant;
  readonly changedAt: Instant;
  /** When it was retracted; null while it is current. */
  readonly retractedAt: Instant | null;
  readonly version: number;
  readonly body: LearnedBodies[Kind];
}

/** A record of any kind, discriminated by `kind`. */
export type Learned = { readonly [Kind in LearnedKind]: LearnedRecord<Kind> }[LearnedKind];
