import { z } from 'zod';
import { Share, type Of, type SchemaOf } from '../../domain/schema.js';

const phaseShape = z.strictObject({
  /** Mean overlap of neighbour rankings over all pairs of spaces, 0..1. */
  agreement: Share,
  /** arccos of the agreement, 0..π/2: its cosine is the agreement itself. */
  phi: z.number(),
  state: z.enum(['coherent', 'partial', 'fragmented']),
});
/** How far the spaces agree on a memory's neighbours. */
export interface Phase extends Of<typeof phaseShape> {}
export const Phase: SchemaOf<Phase, typeof phaseShape> = phaseShape;

const COHERENT = 0.8;
const FRAGMENTED = 0.5;

/**
 * The φ of the learning score. Embeddings have no observable phase, so it is derived from what can be observed:
 * how much the spaces' rankings of a memory's nearest neighbours disagree. A single space agrees with
 * itself.
 */
export function phaseOf(rankings: readonly (readonly string[])[]): Phase {
  let [sum, pairs] = [0, 0];
  rankings.forEach((one, at) => {
    for (const other of rankings.slice(at + 1)) {
      sum += averageOverlap(one, other);
      pairs += 1;
    }
  });
  const agreement = pairs === 0 ? 1 : sum / pairs;
  const state =
    agreement > COHERENT ? 'coherent' : agreement < FRAGMENTED ? 'fragmented' : 'partial';
  return { agreement, phi: Math.acos(agreement), state };
}

/**
 * Average overlap of two rankings, best first (Fagin, Kumar and Sivakumar 2003): the share that their first d have in common,
 * averaged over d; 1 for equal rankings, 0 for disjoint ones. The top counts most.
 */
export function averageOverlap(a: readonly string[], b: readonly string[]): number {
  const depth = Math.max(a.length, b.length);
  if (depth === 0) return 1;
  const [seenA, seenB] = [new Set<string>(), new Set<string>()];
  let [common, sum] = [0, 0];
  for (let at = 0; at < depth; at++) {
    const [one, other] = [a[at], b[at]];
    if (one !== undefined) {
      seenA.add(one);
      if (seenB.has(one)) common += 1;
    }
    if (other !== undefined) {
      seenB.add(other);
      if (seenA.has(other)) common += 1;
    }
    sum += common / (at + 1);
  }
  return Math.min(1, sum / depth);
}
