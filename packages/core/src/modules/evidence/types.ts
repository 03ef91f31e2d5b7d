// Types of this module for programs that embed a memory.
export type { GroundFact } from './evidence.js';
export type { ToldPlan, ToldPlans } from './plans.js';
export type { Precedent, Precedents } from './precedents.js';
export type { Told, ToldLine } from './told.js';
