import { RecallCache } from '../../recall/recall-cache.js';
import type { LearnedRun } from './self/like-runs.js';

/** Runs by field, of the fields that were asked about lately; none older than the bank's last change. */
export class KeptRuns {
  readonly byField = new RecallCache<readonly LearnedRun[]>(20);
}
