import { logistic, unpackWeights } from '../../language/causal/causal-model.js';
import { segmentBuckets, type Segment } from './segment-features.js';
import type { SegmentModel } from './segment-model.js';
import { SHIPPED_ATTACK_MODEL } from './shipped-attack-model.js';
import { SHIPPED_TASK_MODEL } from './shipped-task-model.js';

/** The features of a segment that the classifiers use, extracted once. */
export interface Evidence {
  readonly buckets: Uint32Array;
}

export type Judge = (evidence: Evidence) => number;

/** Buckets in the classifiers' tables. */
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

/** Whether a segment tries to command its reader or to obtain what is not its own. */
export const judgeAttack = judgeOf(SHIPPED_ATTACK_MODEL);
/** Whether a segment asks an assistant for work or knowledge, as no letter or page does. */
export const judgeTask = judgeOf(SHIPPED_TASK_MODEL);
