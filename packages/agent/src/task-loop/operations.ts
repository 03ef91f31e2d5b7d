import { z } from 'zod';
import { TaskInput } from '../strategies/strategy-answers.js';
import { UseInput, UseReceipt } from '../strategies/strategy-record.js';
import { renderUse } from '../strategies/operations.js';
import { Foretelling, foretellingOf, ForetellInput } from './foretell.js';
import { InteractionInput } from './conclude.js';
import { ObserveInput, ObserveReceipt, Synthesis, SynthesiseInput } from './prepare.js';
import { PursueInput, Pursuit } from './pursue.js';
import { ReconcileInput } from './reconcile.js';
import {
  renderForetelling,
  renderObserved,
  renderPursuit,
  renderSynthesis,
  synthesisAsText,
} from './view.js';
import { parseInput } from '@mneme/core/domain/input.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';
import {
  defineOperation,
  deprecatedVerb,
  inputOf,
  optionalFields,
  requiredField,
} from '@mneme/core/operations/operation.js';

export const foretellOperation = defineOperation({
  name: 'foretell',
  summary: 'Foretell how something will go, by what is known of doing it, and whether to do it.',
  description:
    'By how like undertakings went and under which circumstances, by standing rules that forbid it, by learned rules of the world, whose open conditions facts fill in, and by how well like tasks went. From nothing it says nothing. With `keep` it becomes a prediction. Of a goal, what it still lacks, with what to do about each; of a user, system or service, the likeliest next doings, and what was told that it did. Without an action, how well all reported tasks go.',
  input: ForetellInput,
  output: Foretelling,
  positional: ['actions'],
  effect: 'write',
  founds: true,
  writesWith: ['keep'],
  idempotent: false,
  examples: [
    {
      command: 'mneme foretell "deploy on a Friday evening"',
      shows: 'whether to, and how it went before',
    },
    { command: 'mneme foretell --goal g_01h5k0c2x9w7a', shows: 'what stands in the way' },
    { command: 'mneme foretell --entity Ana', shows: 'what she tends to do next' },
    {
      command: 'mneme foretell "submit the order" --domain shop --keep',
      shows: 'what will come, and the id to settle it by',
    },
  ],
  verb: ['foresight.foretell'],
  places: [{ method: 'POST', path: '/world/foretell' }],
  asLines: renderForetelling,
  run: (memory, input) => memory.foresight.foretell(input),
});

/** What a use of a strategy is called here. */
const USE = { id: 'strategy', task: 'query', failureMode: 'failureReason' } as const;
const StrategyUse = UseInput.pick({ success: true, pattern: true }).extend({
  strategy: UseInput.shape.id,
  query: UseInput.shape.task,
  failureReason: UseInput.shape.failureMode,
});

const ObservationInput = z.strictObject({
  ...optionalFields(ObserveInput),
  failureReason: UseInput.shape.failureMode.describe('Why it failed, in few words.'),
  success: UseInput.shape.success
    .optional()
    .describe(
      'Instead of a status, of a use of `strategy` alone: whether it worked; `query` says for what.',
    ),
});

export const observeOperation = defineOperation({
  name: 'observe',
  summary:
    'Take in how something went: an interaction, an action, a task, a strategy, a prediction, what somebody did.',
  description:
    'Of an interaction, what was asked for and how it ended: an experience, preferences that showed, lessons of the run, statistics of the strategy, predictions, competence and its ways of failing, progress of a goal. The world model, the self model, habits and predictions learn from the other parts. With `strategy` and `success`, one application of it: how it went ranks it from then on; with `query` it is kept as an experience, what it showed as a fact, and that it failed at the task becomes a belief, which later uses strengthen or weaken. All parts of one call are one change.',
  input: ObservationInput,
  output: z.union([ObserveReceipt, UseReceipt]),
  positional: ['query'],
  effect: 'write',
  founds: true,
  idempotent: false,
  examples: [
    {
      command: 'mneme observe "refund a parcel" --status success --capability refunds',
      shows: 'what was learned',
    },
    {
      command: `mneme observe "refund a parcel" --status failure --failure-reason "no receipt" --goal '{"id":"g_01h5k0c2x9w7a","progress":0.1}'`,
      shows: 'the new way of failing, and how far the goal is',
    },
    {
      command: `mneme observe --transition '{"action":"submit the order","context":["card: expired"],"state":["declined"],"domain":"shop"}'`,
      shows: 'what memory would have foretold',
    },
    {
      command: `mneme observe --task '{"capability":"sql queries","success":true,"difficulty":"hard"}'`,
      shows: 'the rate of success, with its interval',
    },
    {
      command: `mneme observe --doing '{"entity":"Ana","doing":"asks for a summary"}'`,
      shows: 'how expected that was',
    },
    {
      command: 'mneme observe "refund a parcel" --strategy s_01h5k0c2x9w7a --success',
      shows: 'how often it worked, and the experience that was kept',
    },
  ],
  verb: ['foresight.observe'],
  also: [{ verb: ['strategies.recordOutcome'], renamed: USE }],
  places: [{ method: 'POST', path: '/world/observations' }],
  asLines: (answer) => ('interaction' in answer ? renderObserved(answer) : renderUse(answer)),
  run: async (memory, given) => {
    if (given.success === undefined)
      return memory.foresight.observe(inputOf(ObserveInput, given, 'observe'));
    const { strategy, query, failureReason, ...use } = parseInput(
      StrategyUse,
      inputOf(StrategyUse, given, 'observe'),
      'observe',
    );
    return memory.strategies.recordOutcome({
      ...use,
      id: strategy,
      ...definedOnly({ task: query, failureMode: failureReason }),
    });
  },
});

export const pursueOperation = defineOperation({
  name: 'goal_pursue',
  words: ['goal', 'pursue'],
  summary: 'Go on with a goal: take in how its steps went, and tell which are free.',
  description:
    'A goal without steps is broken into some. Blockers that are a lack of knowledge or skill go when memory has it by now.',
  input: PursueInput,
  output: Pursuit,
  positional: ['id'],
  effect: 'write',
  idempotent: true,
  examples: [
    {
      command: 'mneme goal pursue g_01h5k0c2x9w7a',
      shows: 'what to do next, and what is in the way',
    },
  ],
  served: { pace: 'quick' },
  verb: ['goals.pursue'],
  places: [{ method: 'POST', path: '/goals/{id}/pursuit' }],
  asLines: renderPursuit,
  run: (memory, input) => memory.goals.pursue(input),
});

export const synthesiseOperation = defineOperation({
  name: 'synthesise',
  summary:
    'Answer from all paradigms: facts, preferences, strategies, forecasts, goals, competence.',
  description:
    'Those that the question leads to: what holds, how it is done and how it went, how the matter that it names stands, and what is to come; with what disagrees settled: a fact goes before a forecast, competence before what a strategy promises. With `prepare` it makes a task ready, with the best strategy, advice and a prediction, which `observe` settles when it is told how it went. With `conflict` it settles one disagreement by its rule.',
  input: SynthesiseInput,
  output: Synthesis,
  positional: ['query'],
  effect: 'write',
  writesWith: ['prepare', 'conflict'],
  founds: true,
  idempotent: false,
  examples: [
    {
      command: 'mneme synthesise "Help me complete the refund project"',
      shows: 'what is known, what works, what to expect',
    },
    {
      command: 'mneme synthesise "refund a parcel" --domain shop --prepare',
      shows: 'how to go about it',
    },
    {
      command:
        'mneme synthesise --conflict goal_fact --goal g_01h5k0c2x9w7a --fact m_01h5k0c2x9w7a',
      shows: 'the goal suspended, and the question to decide',
    },
  ],
  verb: ['paradigms.synthesise', 'query'],
  places: [{ method: 'POST', path: '/synthesis' }],
  asLines: renderSynthesis,
  run: (memory, input) => memory.paradigms.synthesise(input),
  asText: synthesisAsText,
});

// Former names of verbs that were merged into `foretell`, `observe` and `synthesise`.

const {
  actions,
  difficulty,
  required,
  keep: _keep,
  about: _about,
  goal,
  entity,
  at,
  ...simulated
} = ForetellInput.shape;

const observedUse = ({ id: strategy, task, failureMode, ...use }: z.output<typeof UseInput>) => ({
  ...use,
  strategy,
  query: task,
  failureReason: failureMode,
});

/** Maximum number of strategies. */
const MOST = 20;

export const FORMER = {
  strategy_outcome: deprecatedVerb(observeOperation, {
    name: 'strategy_outcome',
    words: ['strategy', 'outcome'],
    positional: ['id', 'task'],
    served: { pace: 'quick' },
    places: [{ method: 'POST', path: '/strategies/{id}/outcomes' }],
    input: UseInput,
    as: observedUse,
  }),
  strategy_used: deprecatedVerb(observeOperation, {
    name: 'strategy_used',
    words: ['strategy', 'used'],
    positional: ['id', 'task'],
    served: { pace: 'quick' },
    places: [{ method: 'POST', path: '/strategies/{id}/uses' }],
    input: UseInput.extend({ task: requiredField(UseInput.shape.task) }),
    as: observedUse,
  }),
  should_attempt: deprecatedVerb(foretellOperation, {
    name: 'should_attempt',
    words: ['attempt'],
    positional: ['task'],
    effect: 'read',
    places: [{ method: 'POST', path: '/attempt' }],
    input: TaskInput,
    as: foretellingOf,
  }),
  introspect: deprecatedVerb(foretellOperation, {
    name: 'introspect',
    positional: ['task'],
    effect: 'read',
    places: [{ method: 'POST', path: '/introspect' }],
    input: z.strictObject({ task: TaskInput.shape.task.optional(), difficulty, required }),
    as: foretellingOf,
  }),
  simulate: deprecatedVerb(foretellOperation, {
    name: 'simulate',
    positional: ['actions'],
    effect: 'read',
    places: [{ method: 'POST', path: '/world/simulate' }],
    input: z.strictObject({ actions, ...simulated }),
    as: (given) => given,
  }),
  anticipate: deprecatedVerb(foretellOperation, {
    name: 'anticipate',
    positional: [],
    effect: 'read',
    input: z.strictObject({ goal, entity, at }),
    as: (given) => given,
  }),
  task_conclude: deprecatedVerb(observeOperation, {
    name: 'task_conclude',
    words: ['task', 'conclude'],
    positional: ['query'],
    places: [{ method: 'POST', path: '/tasks/conclude' }],
    input: InteractionInput,
    as: (interaction) => interaction,
  }),
  task_prepare: deprecatedVerb(synthesiseOperation, {
    name: 'task_prepare',
    words: ['task', 'prepare'],
    positional: ['task'],
    effect: 'write',
    places: [{ method: 'POST', path: '/tasks/prepare' }],
    input: TaskInput,
    as: ({ task, limit, ...given }) => ({
      ...given,
      query: task,
      limit: Math.min(MOST, limit),
      prepare: true,
    }),
  }),
  reconcile: deprecatedVerb(synthesiseOperation, {
    name: 'reconcile',
    positional: ['conflict'],
    effect: 'write',
    input: ReconcileInput,
    as: ({ task, ...conflict }) => ({ ...conflict, query: task }),
  }),
};
