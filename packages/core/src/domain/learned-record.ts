import type { StoredClaim } from './validity.js';
import type { LearnedId, MemoryId } from './ids.js';
import type { ActionModel, Competence, Habit, Prediction } from './world-model.js';
import type { Plan } from './goal.js';
import type { Strategy, Trajectory } from './strategy.js';
import type { Instant } from './time.js';

/** A claim that a module adds to a memory, under a lookup key. */
interface AddedClaim {
  readonly memory: MemoryId;
  readonly key: string;
  readonly claim: Readonly<Record<string, unknown>>;
}

/**
 * A module's own data in addition to memories. Only the module can interpret it: without the module the record stays
 * stored, and is shown as foreign.
 */
interface ModuleRecord {
  readonly module: string;
  /** One of the types that the module declares. */
  readonly type: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** The memories it was made from; it is erased with the last of them. */
  readonly evidence: readonly MemoryId[];
  /** Claims about these memories, valid as long as the record: retracted and restored with it. */
  readonly claims?: readonly AddedClaim[];
}

/**
 * What is learned from acting, as opposed to being stated: each kind is a journaled record of its own shape (decision
 * 90).
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
   * Its lookup key: the task of a trajectory, the domain and action of a transition, the capability of a competence;
   * module, type and key of a module's record.
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

/** The claims a record adds to memories, as stored; none once it is retracted. */
export function claimsOfRecord(record: Learned | undefined): StoredClaim[] {
  if (record?.kind !== 'module' || record.retractedAt !== null) return [];
  return (record.body.claims ?? []).map(({ memory, key, claim }) => ({
    memory,
    key,
    claim: JSON.stringify(claim),
  }));
}
