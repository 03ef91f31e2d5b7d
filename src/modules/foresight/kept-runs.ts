import type { KeptPart } from '../../kernel/module.js';
import { RecallCache } from '../../recall/recall-cache.js';
import type { LearnedRun } from './self/like-runs.js';

/** Runs by field, of the fields that were asked about lately; none older than the bank's last change. */
export class KeptRuns implements KeptPart {
  readonly kept = true;
  readonly byField = new RecallCache<readonly LearnedRun[]>(20);
}
