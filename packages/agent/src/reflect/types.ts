// Public types of this module for programs that embed a memory.
export type { Opinions } from './capability.js';
export type { BankReceipt } from '@mneme/core/modules/maintenance/configure-bank.js';
export type { OpinionList } from './find-opinions.js';
export type { Knowledge } from './knowledge.js';
export type { ReflectOptions } from './reflect-run.js';
