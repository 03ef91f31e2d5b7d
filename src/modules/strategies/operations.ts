import { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import { TrajectoryInput } from '../../domain/learned/trajectory.js';
import { CompressInput, StrategyOutcomeInput, StrategyQuery } from './strategies.js';
import { defineOperation } from '../../operations/operation.js';
import {
  CompressReport,
  StrategyAnswer,
  StrategyOutcomeReceipt,
  LearnReport,
} from './strategy-answers.js';
import {
  renderLearned,
  renderStrategies,
  renderStrategyOutcome,
  renderCompression,
} from './view.js';

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
    domain: z
      .string()
      .trim()
      .min(1)
      .max(100)
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
    const options = {
      ...(domain === undefined ? {} : { domain }),
      ...(signal === undefined ? {} : { signal }),
    };
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
    'For a task the best alone by default: by words and meaning, how it went when used, level, and conditions that the given facts do not violate.',
  input: StrategyQuery,
  output: StrategyAnswer,
  positional: ['task'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme strategies "cancel a flight" --domain airline', shows: 'what to do' },
    { command: 'mneme strategies --level domain', shows: 'what holds across tasks' },
  ],
  verb: ['strategies.find'],
  places: [{ method: 'POST', path: '/strategies/search' }],
  asLines: renderStrategies,
  run: (memory, input) => memory.strategies.find(input),
});

export const strategyOutcomeOperation = defineOperation({
  name: 'strategy_outcome',
  words: ['strategy', 'outcome'],
  summary: 'Say whether a strategy worked.',
  description: 'Counts one application; how it went ranks it from then on.',
  input: StrategyOutcomeInput,
  output: StrategyOutcomeReceipt,
  positional: ['id'],
  effect: 'write',
  forOperators: true,
  idempotent: false,
  examples: [
    { command: 'mneme strategy outcome s_01h5k0c2x9w7a --success', shows: 'its statistics' },
  ],
  served: { pace: 'quick' },
  verb: ['strategies.recordOutcome'],
  places: [{ method: 'POST', path: '/strategies/{id}/outcomes' }],
  asLines: renderStrategyOutcome,
  run: (memory, input) => memory.strategies.recordOutcome(input),
});

export const strategiesCompressOperation = defineOperation({
  name: 'strategies_compress',
  words: ['strategy', 'compress'],
  summary: 'Put near strategies under a more abstract one.',
  description:
    'Clusters of at least three that hang together; the originals stay, at a weight of 0.3. A second run changes nothing.',
  input: CompressInput,
  output: CompressReport,
  positional: [],
  effect: 'write',
  forOperators: true,
  idempotent: true,
  examples: [{ command: 'mneme strategy compress', shows: 'what was put together' }],
  verb: ['strategies.compress'],
  places: [{ method: 'POST', path: '/strategies/compress' }],
  asLines: renderCompression,
  run: (memory, input) => memory.strategies.compress(input),
});
