import { z } from 'zod';
import { GoalFilter } from '@mneme/core/domain/goal.js';
import { GoalPlanInput } from '@mneme/core/domain/learned/plan.js';
import { reversible } from '@mneme/core/domain/reversal.js';
import { GoalList } from './list-goals.js';
import { GoalReceipt, GoalSetInput } from './set-goal.js';
import { renderGoalReceipt, renderGoals } from './view.js';
import { defineOperation, deprecatedVerb } from '@mneme/core/operations/operation.js';

export const goalsOperation = defineOperation({
  name: 'goals',
  summary: 'List goals: the bank’s tree or what is most urgent, and the plans that people told.',
  description:
    'Each with how far it is, how urgent, and what blocks it: overdue 1, within a day half as much again as its priority, within a week a fifth; then what was said of plans, with what became of them. By a moment, an event or a mention those alone that it brings to mind, each once.',
  input: GoalFilter,
  output: GoalList,
  positional: ['about'],
  effect: 'write',
  writesWith: ['due', 'event', 'mention'],
  idempotent: true,
  examples: [
    { command: 'mneme goals', shows: 'the goals that stand' },
    { command: 'mneme goals --order urgency', shows: 'what to do next' },
    { command: 'mneme goals "the marathon"', shows: 'what became of that plan' },
    {
      command: 'mneme goals --mention "the marathon is in three weeks"',
      shows: 'the goals that wait for this',
    },
  ],
  served: { pace: 'question' },
  verb: ['goals.list'],
  places: [
    { method: 'GET', path: '/goals', without: ['due', 'event', 'mention'] },
    { method: 'POST', path: '/goals/trigger', called: 'goals_trigger' },
  ],
  asLines: renderGoals,
  run: (memory, input) => memory.goals.list(input),
});

export const goalSetOperation = defineOperation({
  name: 'goal_set',
  words: ['goal', 'set'],
  summary: 'Set a goal of the bank, change one, break it into steps, or remove it.',
  description:
    'A bank has one north star and a tree of goals under it. Only what is named changes: words and place, priority, deadline, needs, blockers, triggers, what it waits for. Steps are given, or with `decompose` written by the language model or taken from the strategy for it.',
  input: GoalSetInput,
  output: reversible(GoalReceipt),
  positional: ['description'],
  effect: 'retract',
  founds: true,
  idempotent: false,
  examples: [
    {
      command: 'mneme goal set "Run the Porto marathon in October"',
      shows: 'the north star of the bank',
    },
    {
      command: 'mneme goal set --id g_01h5k0c2x9w7a --priority high --deadline 2025-10-05',
      shows: 'how pressing it is from then on',
    },
    { command: 'mneme goal set --id g_01h5k0c2x9w7a --decompose', shows: 'its steps' },
    { command: 'mneme goal set --id g_01h5k0c2x9w7a --remove', shows: 'what was removed' },
  ],
  served: { pace: 'quick' },
  verb: ['goals.set'],
  places: [
    { method: 'POST', path: '/goals' },
    { method: 'POST', path: '/goals/{id}/plan', called: 'goal_plan' },
    { method: 'DELETE', path: '/goals/{id}', fixed: { remove: true }, called: 'goal_remove' },
  ],
  asLines: renderGoalReceipt,
  run: (memory, input) => memory.goals.set(input),
});

// Former names of verbs that were merged into `goals` and `goal_set`.

const { all, asOf, about, event, mention } = GoalFilter.shape;
const { subgoals, subtree } = GoalSetInput.shape;
const { id } = GoalPlanInput.shape;

export const FORMER = {
  goal_list: deprecatedVerb(goalsOperation, {
    name: 'goal_list',
    words: ['goal', 'list'],
    positional: [],
    effect: 'read',
    input: z.strictObject({ all, asOf, about }),
    as: (filter) => filter,
  }),
  goal_agenda: deprecatedVerb(goalsOperation, {
    name: 'goal_agenda',
    words: ['goal', 'agenda'],
    positional: [],
    effect: 'read',
    places: [{ method: 'GET', path: '/goals/agenda' }],
    input: z.strictObject({}),
    as: () => ({ order: 'urgency' as const }),
  }),
  goal_trigger: deprecatedVerb(goalsOperation, {
    name: 'goal_trigger',
    words: ['goal', 'trigger'],
    positional: [],
    input: z.strictObject({ event, mention }),
    as: (cue) => ({ ...cue, due: true }),
  }),
  goal_plan: deprecatedVerb(goalSetOperation, {
    name: 'goal_plan',
    words: ['goal', 'plan'],
    positional: ['id'],
    effect: 'write',
    input: GoalPlanInput,
    as: (plan) => plan,
  }),
  goal_decompose: deprecatedVerb(goalSetOperation, {
    name: 'goal_decompose',
    words: ['goal', 'decompose'],
    positional: ['id'],
    effect: 'write',
    places: [{ method: 'POST', path: '/goals/{id}/subgoals' }],
    input: z.strictObject({ id, subgoals }),
    as: (given) => ({ ...given, decompose: true }),
  }),
  goal_remove: deprecatedVerb(goalSetOperation, {
    name: 'goal_remove',
    words: ['goal', 'remove'],
    positional: ['id'],
    input: z.strictObject({ id, subtree }),
    as: (given) => ({ ...given, remove: true }),
  }),
};
