import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { TrajectoryInput } from '@mneme/core/domain/learned/trajectory.js';
import { StrategyQuery } from './strategies.js';
import { LearnReport, StrategyAnswer, TaskInput } from './strategy-answers.js';
import { renderLearned, renderStrategies } from './view.js';
import { defineOperation, deprecatedVerb } from '@mneme/core/operations/operation.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';
import { textUpTo } from '@mneme/core/domain/schema.js';

export const learnOperation = defineOperation({
  name: 'learn',
  summary: 'Learn strategies from runs: JSON or JSONL, one run or many.',
  description:
    'What works is read off runs that went well and runs that failed, at most three strategies of each run or task and those that hold across tasks; by a language model where one is configured. A run is taken in once.',
  input: z.strictObject({
    path: z.string().min(1).optional().describe('The file with the runs.'),
    trajectories: z
      .array(TrajectoryInput)
      .min(1)
      .max(1_000)
      .optional()
      .describe('The runs themselves, instead of a file.'),
    domain: textUpTo(100)
      .optional()
      .describe('The field of runs that name none. Default: general.'),
  }),
  output: LearnReport,
  positional: ['path'],
  reads: 'path',
  effect: 'write',
  founds: true,
  idempotent: true,
  examples: [
    { command: 'mneme learn runs.json', shows: 'the strategies that are new' },
    { command: 'mneme learn airline.json --domain airline --json', shows: 'all of them, as JSON' },
  ],
  served: { files: ['path'], pace: 'quick' },
  verb: ['strategies.learn', 'trajectories'],
  places: [{ method: 'POST', path: '/runs' }],
  asLines: renderLearned,
  run: (memory, { path, trajectories, domain }, { signal }) => {
    const options = definedOnly({ domain, signal });
    if (trajectories !== undefined) return memory.strategies.learn(trajectories, options);
    if (path !== undefined) return memory.strategies.learnFile(path, options);
    throw new MnemeError('invalid_input', 'learn: name a file, or hand the runs over.', {
      field: 'learn.path',
      hint: 'mneme learn runs.json',
    });
  },
});

export const strategiesOperation = defineOperation({
  name: 'strategies',
  summary: 'Find the strategy for a task, or list all.',
  description:
    'For a task the best alone by default: by words and meaning, conditions that facts do not violate, how it went when used and in like tasks, competence, and what its actions lead to. Where less than half of such tasks go well, nothing of high risk is offered; preferences tell which variant to use. Beside them the ways that people told: how-tos, rules, what must not be done, what worked and what failed.',
  input: StrategyQuery,
  output: StrategyAnswer,
  positional: ['task'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme strategies "cancel a flight" --domain airline', shows: 'what to do' },
    {
      command: 'mneme strategies "migrate the database" --difficulty hard --limit 3',
      shows: 'the best first, and what was left out',
    },
    { command: 'mneme strategies --level domain', shows: 'what holds across tasks' },
  ],
  verb: ['strategies.find'],
  places: [{ method: 'POST', path: '/strategies/search' }],
  asLines: renderStrategies,
  run: (memory, input) => memory.strategies.find(input),
});

// Former names of verbs that were merged into `strategies`.

export const FORMER = {
  ground_strategy: deprecatedVerb(strategiesOperation, {
    name: 'ground_strategy',
    words: ['strategy', 'ground'],
    positional: ['task'],
    places: [{ method: 'POST', path: '/strategies/ground' }],
    input: TaskInput,
    as: (task) => task,
  }),
  strategy_choose: deprecatedVerb(strategiesOperation, {
    name: 'strategy_choose',
    words: ['strategy', 'choose'],
    positional: ['task'],
    places: [{ method: 'POST', path: '/strategies/choose' }],
    input: TaskInput,
    as: (task) => task,
  }),
};
