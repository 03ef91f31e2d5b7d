import { ObserveInput, ObserveReceipt } from '../observe.js';
import { ForetellInput, Foretelling } from '../foretell.js';
import { PursueInput, Pursuit } from '../pursue.js';
import { ReconcileInput } from '../reconcile.js';
import { UseInput, UseReceipt } from '../../strategies/record-use.js';
import { SynthesiseInput } from '../synthesise.js';
import { TaskInput } from '../../strategies/task-input.js';
import { defineOperation } from '../../../operations/operation.js';
import { StrategyChoice } from '../../strategies/choose-strategy.js';
import { GroundedStrategies } from '../../strategies/ground-strategy.js';
import { PreparedTask } from '../prepare.js';
import { Reconciliation, Synthesis } from '../answers.js';
import {
  renderGrounded,
  renderUse,
  renderChoice,
  renderForetelling,
  renderPrepared,
  renderObserved,
  renderPursuit,
  renderSynthesis,
  renderReconciliation,
} from '../views/paradigms.js';

export const groundStrategyOperation = defineOperation({
  name: 'ground_strategy',
  words: ['strategy', 'ground'],
  summary: 'Find the strategies for a task that the facts allow.',
  description:
    'Conditions are held against what memory knows; a fact that violates one rules the strategy out. How it went in like tasks ranks it; preferences tell which variant to use.',
  input: TaskInput,
  output: GroundedStrategies,
  positional: ['task'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme strategy ground "refund a parcel" --domain shop',
      shows: 'what to do, and the facts it rests on',
    },
  ],
  verb: ['strategies.ground'],
  places: [{ method: 'POST', path: '/strategies/ground' }],
  asLines: renderGrounded,
  run: (memory, input) => memory.strategies.ground(input),
});

export const recordUseOperation = defineOperation({
  name: 'strategy_used',
  words: ['strategy', 'used'],
  summary: 'Keep how the use of a strategy went as an experience, and what it showed as a fact.',
  description:
    'Its statistics move with it; that it failed at a task becomes a belief, which later uses strengthen or weaken. One change.',
  input: UseInput,
  output: UseReceipt,
  positional: ['id', 'task'],
  effect: 'write',
  idempotent: false,
  examples: [
    {
      command: 'mneme strategy used s_01h5k0c2x9w7a "refund a parcel" --success',
      shows: 'the experience that was kept',
    },
  ],
  served: { pace: 'quick' },
  verb: ['strategies.recordUse'],
  places: [{ method: 'POST', path: '/strategies/{id}/uses' }],
  asLines: renderUse,
  run: (memory, input) => memory.strategies.recordUse(input),
});

export const foretellOperation = defineOperation({
  name: 'foretell',
  summary: 'Foretell how something will go, by what is known of doing it, and whether to do it.',
  description:
    'By how like undertakings went and under which circumstances, by standing rules that forbid it, by learned rules of the world, whose open conditions facts fill in, and by how well like tasks went. From nothing it says nothing. With `keep` it becomes a prediction. Of a goal, what it still lacks, with what to do about each; of a user, system or service, the likeliest next doings. Without an action, how well all reported tasks go.',
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

export const chooseStrategyOperation = defineOperation({
  name: 'strategy_choose',
  words: ['strategy', 'choose'],
  summary: 'Choose among strategies by competence and by what they would lead to.',
  description:
    'Where less than half of such tasks go well, nothing of high risk is offered; a field that the agent is weak at counts half.',
  input: TaskInput,
  output: StrategyChoice,
  positional: ['task'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme strategy choose "migrate the database" --difficulty hard',
      shows: 'the best first, and what was left out',
    },
  ],
  verb: ['strategies.choose'],
  places: [{ method: 'POST', path: '/strategies/choose' }],
  asLines: renderChoice,
  run: (memory, input) => memory.strategies.choose(input),
});

export const prepareOperation = defineOperation({
  name: 'task_prepare',
  words: ['task', 'prepare'],
  summary: 'Make a task ready: facts, preferences, the best strategy, advice, a prediction.',
  description: 'Do it then, and say how it went with `observe`, which settles the prediction.',
  input: TaskInput,
  output: PreparedTask,
  positional: ['task'],
  effect: 'write',
  founds: true,
  idempotent: false,
  examples: [
    { command: 'mneme task prepare "refund a parcel" --domain shop', shows: 'how to go about it' },
  ],
  verb: ['paradigms.prepare'],
  places: [{ method: 'POST', path: '/tasks/prepare' }],
  asLines: renderPrepared,
  run: (memory, input) => memory.paradigms.prepare(input),
});

export const observeOperation = defineOperation({
  name: 'observe',
  summary:
    'Take in how something went: an interaction, an action, a task, a prediction, what somebody did.',
  description:
    'Of an interaction, what was asked for and how it ended: an experience, preferences that showed, lessons of the run, statistics of the strategy, predictions, competence and its ways of failing, progress of a goal. The world model, the self model, habits and predictions learn from the other parts. All parts of one call are one change.',
  input: ObserveInput,
  output: ObserveReceipt,
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
  ],
  verb: ['foresight.observe'],
  places: [{ method: 'POST', path: '/world/observations' }],
  asLines: renderObserved,
  run: (memory, input) => memory.foresight.observe(input),
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
    'Those that the question leads to, with what disagrees settled: a fact goes before a forecast, competence before what a strategy promises.',
  input: SynthesiseInput,
  output: Synthesis,
  positional: ['query'],
  effect: 'read',
  idempotent: true,
  examples: [
    {
      command: 'mneme synthesise "Help me complete the refund project"',
      shows: 'what is known, what works, what to expect',
    },
  ],
  verb: ['paradigms.synthesise', 'query'],
  places: [{ method: 'POST', path: '/synthesis' }],
  asLines: renderSynthesis,
  run: (memory, input) => memory.paradigms.synthesise(input),
  asText: ({ text }) => text,
});

export const reconcileOperation = defineOperation({
  name: 'reconcile',
  summary: 'Settle one disagreement between two paradigms by its rule.',
  description:
    'Fact and prediction, strategy and competence, goal and fact, several strategies, an uncertain prediction, belief and evidence, old and new fact.',
  input: ReconcileInput,
  output: Reconciliation,
  positional: ['conflict'],
  effect: 'write',
  idempotent: false,
  examples: [
    {
      command: 'mneme reconcile goal_fact --goal g_01h5k0c2x9w7a --fact m_01h5k0c2x9w7a',
      shows: 'the goal suspended, and the question to decide',
    },
  ],
  verb: ['paradigms.reconcile'],
  asLines: renderReconciliation,
  run: (memory, input) => memory.paradigms.reconcile(input),
});
