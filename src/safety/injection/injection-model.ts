import { logistic, unpackWeights } from '../../language/causal/causal-model.js';
import { segmentBuckets, type Segment } from './segment-features.js';
import type { SegmentModel } from './segment-model.js';
import { SHIPPED_ATTACK_MODEL } from './shipped-attack-model.js';
import { SHIPPED_TASK_MODEL } from './shipped-task-model.js';

/** What the judges look at in a segment, read off it once. */
export interface Evidence {
  readonly buckets: Uint32Array;
}

export type Judge = (evidence: Evidence) => number;

/** Buckets of the judges' tables. */
export const BUCKETS = 1 << 15;

export function evidenceOf(segment: Segment): Evidence {
  return { buckets: segmentBuckets(segment, BUCKETS) };
}

/** The probability a model gives a segment. */
function judgeOf({ intercept, ...packed }: SegmentModel): Judge {
  let weights: Float32Array | null = null;
  return ({ buckets }) => {
    weights ??= unpackWeights(packed);
    return logistic(weights, intercept, buckets);
  };
}

/** Whether a segment tries to command its reader or to get at what is not its own. */
export const judgeAttack = judgeOf(SHIPPED_ATTACK_MODEL);
/** Whether a segment asks an assistant for a piece of work or of knowledge, as no letter or page does. */
export const judgeTask = judgeOf(SHIPPED_TASK_MODEL);
