import type { Memory } from '../../domain/memory.js';
import { contentClaims } from './content-claims.js';
import type { Described, Disagreement } from './disagreement.js';
import { sourceClaims } from './source-claims.js';
import { timeClaims } from './time-claims.js';
import { readingStep } from '../../language/reading-step.js';

/** How far a memory's metadata disagrees with its content. */
export interface Mismatch {
  /** 0..1. */
  readonly score: number;
  /** What disagrees, weightiest first, in words. */
  readonly reasons: readonly string[];
}

/**
 * Content that disagrees with its metadata. The claimed source against who brought it; its
 * dates against the dates it names and against today; a language, natural or programming, against the one
 * it is in; its speaker against the name it gives itself; a title, summary or reason on a different topic.
 * Null if nothing disagrees. Pure, no model.
 */
export const findMismatch = readingStep('metadata', () => null, mismatchIn);

function mismatchIn(described: Described): Mismatch | null {
  const found: Disagreement[] = [
    ...sourceClaims(described),
    ...timeClaims(described),
    ...contentClaims(described),
  ].sort((a, b) => b.weight - a.weight);
  if (found.length === 0) return null;
  const agreed = found.reduce((rest, { weight }) => rest * (1 - weight), 1);
  return {
    score: Math.round((1 - agreed) * 1000) / 1000,
    reasons: found.map(({ reason }) => reason),
  };
}

/** A cache: the result for a memory never changes. */
const FOUND = new WeakMap<Memory, Mismatch | null>();

/** The same for a stored memory; its first evidence counts. */
export function mismatchOf(memory: Memory): Mismatch | null {
  const known = FOUND.get(memory);
  if (known !== undefined) return known;
  const [first] = memory.provenance;
  const found = findMismatch({
    ...memory,
    source: first?.source ?? 'web',
    origin: first?.origin ?? null,
  });
  FOUND.set(memory, found);
  return found;
}
