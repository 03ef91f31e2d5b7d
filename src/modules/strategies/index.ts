export {
  ChosenStrategy,
  type StrategyChoice,
  WEAK,
  asAction,
  weighGrounded,
  weighStrategies,
} from './choose-strategy.js';
export { MAX_FACTS, groundAll } from './ground-strategy.js';
export { type GivenRuns, lessonsFrom, readRunsGiven } from './learn.js';
export { PatternInput } from './record-use.js';
export { StrategyId, countUse, strategyOf } from './show-strategy.js';
export { StrategyLine } from './strategy-answers.js';
export { type ParsedTask, TaskInput } from './task-input.js';
export { proceduresFor } from './procedures.js';
