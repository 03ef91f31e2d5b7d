export {
  ChosenStrategy,
  type StrategyChoice,
  WEAK,
  asAction,
  weighGrounded,
  weighStrategies,
} from './choose-strategy.js';
export { MAX_FACTS, groundAll } from './choose-strategy.js';
export { type GivenRuns, lessonsFrom, readRunsGiven } from './learn.js';
export { PatternInput } from './strategy-record.js';
export { StrategyId, countUse, strategyOf } from './strategy-record.js';
export { StrategyLine } from './strategy-answers.js';
export { type ParsedTask, TaskInput } from './strategy-answers.js';
export { proceduresFor } from './strategy-record.js';
