import type { Prompt } from '../ports/language-model.js';
import { quoted } from './quoted.js';
import {
  logOf,
  STRATEGY_RULES,
  STRATEGY_SYSTEM,
  WrittenStrategies,
  type RunForPrompt,
} from './strategies-of-run.js';

/** What runs at one task that went well did otherwise than those that failed. Version 1. */
export function contrastRuns(runs: readonly RunForPrompt[]): Prompt<typeof WrittenStrategies> {
  return {
    name: 'contrast_runs_v1',
    system: STRATEGY_SYSTEM,
    text: [
      ...runs.map((run) => quoted('run', logOf(run))),
      'These are runs at one task. Some reached the goal, some failed. Compare them: where do they part, and what did those that reached the goal do that the others did not? Write the strategies that follow from the difference.',
      STRATEGY_RULES,
    ].join('\n'),
    answer: WrittenStrategies,
  };
}
