import { z } from 'zod';
import { GoalList, type ListedGoal } from './list-goals.js';
import { GoalReceipt, GoalSetInput } from './set-goal.js';
import { reversible } from '@mneme/core/domain/change.js';
import { type Goal, GoalFilter, GoalPlanInput } from '@mneme/core/domain/goal.js';
import {
  bad,
  dim,
  good,
  moment,
  percent,
  table,
  type TextFormat,
} from '@mneme/core/format/style.js';
import { renderTold } from '@mneme/core/modules/evidence/view.js';
import { defineOperation, deprecatedVerb } from '@mneme/core/operations/operation.js';

function renderGoals({ goals, notices, told }: GoalList, screen: TextFormat): string {
  const rows = goals.map((line) => [
    line.goal.id,
    inWords(line.goal),
    line.state?.urgency.toFixed(2) ?? '',
    line.state === null ? '' : percent(line.state.progress),
    `${'  '.repeat(line.depth)}${line.state?.due === true ? good('due ') : ''}${line.goal.description}${held(line)}`,
  ]);
  return [
    ...(rows.length === 0
      ? []
      : [table(['id', 'level', 'urgency', 'done', 'goal'], rows, screen, [15, 22, 7, 6, 0])]),
    ...notices.map(dim),
    ...(told === null || told.lines.length === 0
      ? []
      : ['Plans that were told of, open ones first:', ...renderTold(told.lines)]),
  ].join('\n');
}

function held({ state }: ListedGoal): string {
  if (state === null) return '';
  const blocked = [
    ...state.plan.blockers.map(({ what }) => what),
    ...state.waitsFor.map((id) => `waits for ${id}`),
  ];
  return blocked.length === 0 ? '' : `\n${bad('blocked')} ${dim(blocked.join('; '))}`;
}

function renderGoalReceipt(receipt: GoalReceipt): string {
  const { goal, plan, subgoals, by, removed, notices, changed } = receipt;
  if (removed.length > 0)
    return ['Removed:', ...removed.map((each) => `  ${each.id} ${each.description}`)].join('\n');
  return [
    `${changed ? good('Set') : 'Unchanged'}: ${goal.id} ${dim(inWords(goal))}`,
    `  ${goal.description}`,
    ...(plan === null
      ? []
      : [
          dim(
            `  priority ${plan.priority}${plan.deadline === null ? '' : `, until ${moment(plan.deadline)}`}, done ${percent(plan.progress)}`,
          ),
        ]),
    ...(by === null ? [] : [dim(`  steps by ${by}:`)]),
    ...subgoals.map(
      ({ goal: step, dependsOn }) =>
        `  ${step.id} ${step.description}${dependsOn.length > 0 ? dim(` after ${dependsOn.join(', ')}`) : ''}`,
    ),
    ...notices.map(dim),
  ].join('\n');
}

function inWords({ level, status, retractedAt }: Goal): string {
  const state = retractedAt === null ? status : 'removed';
  return `${level.replace('_', ' ')}${state === 'active' ? '' : `, ${state}`}`;
}

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
