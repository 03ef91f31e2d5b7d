import { z } from 'zod';

/** Twelve alignments of 0..1 in the order of `SPACES`; null if the memory or the goal has no code in that space. */
export type PurposeVector = readonly (number | null)[];

/** Mean over the present spaces, 0..1; null if there is none. */
export function overallAlignment(vector: PurposeVector): number | null {
  const present = vector.filter((alignment) => alignment !== null);
  return present.length === 0
    ? null
    : present.reduce((sum, alignment) => sum + alignment, 0) / present.length;
}

export const AlignmentLevel = z.enum(['optimal', 'acceptable', 'warning', 'critical']);
export type AlignmentLevel = z.infer<typeof AlignmentLevel>;

/** From the best; the first that is reached applies. */
const LEVELS: readonly (readonly [number, AlignmentLevel])[] = [
  [0.75, 'optimal'],
  [0.7, 'acceptable'],
  [0.55, 'warning'],
];

export function alignmentLevel(alignment: number): AlignmentLevel {
  return LEVELS.find(([least]) => alignment >= least)?.[1] ?? 'critical';
}
