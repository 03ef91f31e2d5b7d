import type { KeptPart } from '../../kernel/module.js';
import { RecallCache } from '../../recall/recall-cache.js';
import type { LearnedRun } from './self/like-runs.js';

/** Cache of runs by recently queried field; valid until the bank changes. */
export class KeptRuns implements KeptPart {
  readonly kept = true;
  readonly byField = new RecallCache<readonly LearnedRun[]>(20);
}
