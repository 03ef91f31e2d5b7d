import { z } from 'zod';
import { GoalPlanInput } from '../../../domain/learned/plan.js';
import { DecomposeInput, TriggerCueInput } from '../plans.js';
import { defineOperation } from '../../../operations/operation.js';
import { Agenda, Decomposition, FiredGoals, PlanReceipt } from '../plan-answers.js';
import {
  renderPlan,
  renderAgenda,
  renderFired,
  renderDecomposition,
} from '../../foresight/view.js';

export const goalPlanOperation = defineOperation({
  name: 'goal_plan',
  words: ['goal', 'plan'],
  summary:
    'Set how a goal is to be reached: priority, deadline, needs, blockers, triggers, what it waits for.',
  description:
    'Only what is named changes. Goals that would wait for each other in a ring are refused.',
  input: GoalPlanInput,
  output: PlanReceipt,
  positional: ['id'],
  effect: 'write',
  idempotent: false,
  examples: [
    {
      command: 'mneme goal plan g_01h5k0c2x9w7a --priority high --deadline 2025-10-05',
      shows: 'how pressing it is from then on',
    },
  ],
  served: { pace: 'quick' },
  verb: ['goals.plan'],
  places: [{ method: 'POST', path: '/goals/{id}/plan' }],
  asLines: renderPlan,
  run: (memory, input) => memory.goals.plan(input),
});

export const goalAgendaOperation = defineOperation({
  name: 'goal_agenda',
  words: ['goal', 'agenda'],
  summary: 'List the goals by urgency, with what blocks them.',
  description:
    'Those that can be worked on come first: overdue 1, within a day half as much again as their priority, within a week a fifth.',
  input: z.strictObject({}),
  output: Agenda,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme goal agenda', shows: 'what to do next' }],
  served: { pace: 'quick' },
  verb: ['goals.agenda'],
  places: [{ method: 'GET', path: '/goals/agenda' }],
  asLines: renderAgenda,
  run: (memory) => memory.goals.agenda(),
});

export const goalTriggerOperation = defineOperation({
  name: 'goal_trigger',
  words: ['goal', 'trigger'],
  summary: 'Tell which goals a moment, an event or a mention brings to mind.',
  description: 'Each trigger goes off once; a time trigger at the first call after its moment.',
  input: TriggerCueInput,
  output: FiredGoals,
  positional: [],
  effect: 'write',
  idempotent: true,
  examples: [
    {
      command: 'mneme goal trigger --mention "the marathon is in three weeks"',
      shows: 'the goals that wait for this',
    },
  ],
  served: { pace: 'quick' },
  verb: ['goals.fireTriggers'],
  places: [{ method: 'POST', path: '/goals/trigger' }],
  asLines: renderFired,
  run: (memory, input) => memory.goals.fireTriggers(input),
});

export const goalDecomposeOperation = defineOperation({
  name: 'goal_decompose',
  words: ['goal', 'decompose'],
  summary: 'Break a goal into steps that wait for each other.',
  description:
    'The steps are given, or written by the language model, or taken from the strategy for it. All of them in one change.',
  input: DecomposeInput,
  output: Decomposition,
  positional: ['id'],
  effect: 'write',
  idempotent: false,
  examples: [{ command: 'mneme goal decompose g_01h5k0c2x9w7a', shows: 'the steps' }],
  served: { pace: 'quick' },
  verb: ['goals.decompose'],
  places: [{ method: 'POST', path: '/goals/{id}/subgoals' }],
  asLines: renderDecomposition,
  run: (memory, input) => memory.goals.decompose(input),
});
