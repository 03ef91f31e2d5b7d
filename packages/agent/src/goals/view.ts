import type { Goal } from '@mneme/core/domain/goal.js';
import {
  bad,
  dim,
  good,
  moment,
  table,
  type TextFormat,
  percent,
} from '@mneme/core/format/style.js';
import { renderTold } from '@mneme/core/modules/evidence/view.js';
import type { GoalList, ListedGoal } from './list-goals.js';
import type { GoalReceipt } from './set-goal.js';

export function renderGoals({ goals, notices, told }: GoalList, screen: TextFormat): string {
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

export function renderGoalReceipt(receipt: GoalReceipt): string {
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
