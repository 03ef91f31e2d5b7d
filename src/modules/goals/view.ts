import type { Goal } from '../../domain/goal.js';
import { dim, good, table, type Screen } from '../../screen/style.js';
import { renderTold } from '../told/view.js';
import type { GoalList, GoalReceipt, GoalRemoval } from './goals.js';

export function renderGoalReceipt({ goal, changed }: GoalReceipt): string {
  return `${changed ? good('Set') : 'Unchanged'}: ${goal.id} ${dim(inWords(goal))}\n  ${goal.description}`;
}

export function renderGoals({ goals, notices, told }: GoalList, screen: Screen): string {
  const plans =
    told === null || told.lines.length === 0
      ? []
      : ['Plans that were told of, open ones first:', ...renderTold(told.lines)];
  if (goals.length === 0) return [...notices, ...plans].join('\n');
  const rows = goals.map(({ goal, depth }) => [
    goal.id,
    inWords(goal),
    `${'  '.repeat(depth)}${goal.description}`,
  ]);
  return [
    table(['id', 'level', 'goal'], rows, screen, [15, 22, 0]),
    ...notices.map(dim),
    ...plans,
  ].join('\n');
}

export function renderGoalRemoval({ removed }: GoalRemoval): string {
  return ['Removed:', ...removed.map(({ id, description }) => `  ${id} ${description}`)].join('\n');
}

function inWords({ level, status, retractedAt }: Goal): string {
  const state = retractedAt === null ? status : 'removed';
  return `${level.replace('_', ' ')}${state === 'active' ? '' : `, ${state}`}`;
}
