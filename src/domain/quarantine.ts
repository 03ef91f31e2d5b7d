export const GUARD_MODES = ['off', 'note', 'quarantine'] as const;

/** What becomes of text that tries to command its reader: nothing; it is noted on the receipt; it is held back until somebody looked at it. */
export type GuardMode = (typeof GUARD_MODES)[number];

/** Why a memory is held back. It is a memory all the same: shown, listed and reviewed, but never recalled. */
export interface Quarantine {
  /** `rejected`: somebody looked, and it stays out; it can still be released. */
  readonly status: 'held' | 'rejected';
  /** How sure the guard is, 0..1. */
  readonly score: number;
  /** Which signals spoke, in words. */
  readonly reasons: readonly string[];
}
