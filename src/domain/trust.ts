import { SOURCES, type Provenance, type Source } from './memory.js';

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

/** How far a source is trusted, 3 the most: user, agent, tool, web. */
export function trustRank(source: Source): number {
  return SOURCES.length - 1 - SOURCES.indexOf(source);
}

/** Whom a memory can be traced back to: the most trusted among those who gave evidence for it. */
export function trustOf({
  provenance,
}: {
  readonly provenance: readonly Pick<Provenance, 'source'>[];
}): Source {
  return provenance.reduce<Source>(
    (best, { source }) => (trustRank(source) > trustRank(best) ? source : best),
    'web',
  );
}
