import type { KeptPart } from '../../kernel/module.js';
import type { Goal } from '../../domain/goal.js';
import { RecallCache } from '../../recall/recall-cache.js';
import type { StrategyMatch } from '../../bank/learned/strategy-index.js';
import type { GroundFact } from './ground-fact.js';

/**
 * LRU cache of what is needed on every turn and seldom changes: preferences, active goals, strategies for a
 * task; 1,000 entries in total, valid until the bank changes. Facts and predictions are never cached here.
 */
export class KeptAnswers implements KeptPart {
  readonly kept = true;
  readonly preferences = new RecallCache<readonly GroundFact[]>(500);
  readonly strategies = new RecallCache<readonly StrategyMatch[]>(499);
  readonly goals = new RecallCache<readonly Goal[]>(1);
}
