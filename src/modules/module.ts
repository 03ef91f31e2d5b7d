import type { Module } from '../kernel/module.js';
import type { Ranked } from '../recall/ranking/ranked.js';
import type { AskedScene } from '../recall/recall-context.js';
import type { NewMemory } from '../remember/plan-context.js';

/** A capability of this engine: what its hooks are handed is what recall and remember work with themselves. */
export type CapabilityModule<Operations = object> = Module<
  { question: AskedScene; result: Ranked; draft: NewMemory; memory: never },
  Operations
>;

/** Keeps the names of a module's verbs, and holds it to the contract. */
export function defineModule<Operations extends object = object>(
  module: CapabilityModule<Operations>,
): CapabilityModule<Operations> {
  return module;
}
