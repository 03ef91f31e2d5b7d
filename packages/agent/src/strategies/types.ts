// Public types of this module for programs that embed a memory.
export type { Strategies } from './capability.js';
export type { ChosenStrategy } from './choose-strategy.js';
export type { LearnOptions } from './learn.js';
export type { UseInput, UseReceipt } from './strategy-record.js';
export type { StrategyQuery } from './strategies.js';
export type * from './strategy-answers.js';
export type { TaskInput } from './strategy-answers.js';
