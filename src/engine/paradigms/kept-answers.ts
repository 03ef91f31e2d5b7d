import type { Goal } from '../../domain/goal.js';
import { RecallCache } from '../../recall/recall-cache.js';
import type { StrategyMatch } from '../../strategies/strategy-index.js';
import type { LearnedRun } from '../../foresight/self/like-runs.js';
import type { GroundFact } from './ground-fact.js';

/**
 * What is asked for at every turn and seldom changes (capability P16): preferences, standing goals, strategies for a task; 1,020
 * entries in all, least recently used out first, none older than the bank's last change. Facts and predictions are never kept here.
 */
export class KeptAnswers {
  readonly preferences = new RecallCache<readonly GroundFact[]>(500);
  readonly strategies = new RecallCache<readonly StrategyMatch[]>(499);
  readonly goals = new RecallCache<readonly Goal[]>(1);
  /** Runs by field; what was learned changes with the bank. */
  readonly runs = new RecallCache<readonly LearnedRun[]>(20);

  statistics(): { readonly hits: number; readonly misses: number } {
    const all = [this.preferences, this.strategies, this.goals, this.runs].map((cache) =>
      cache.statistics(),
    );
    return {
      hits: all.reduce((sum, { hits }) => sum + hits, 0),
      misses: all.reduce((sum, { misses }) => sum + misses, 0),
    };
  }
}
