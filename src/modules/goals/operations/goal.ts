import { z } from 'zod';
import { GoalFilter, GoalInput } from '../../../domain/goal.js';
import { defineOperation } from '../../../operations/operation.js';
import { reversible } from '../../../domain/reversal.js';
import { GoalList, GoalReceipt, GoalRemoval } from '../goals.js';
import { renderGoalReceipt, renderGoals, renderGoalRemoval } from '../view.js';

export const goalSetOperation = defineOperation({
  name: 'goal_set',
  words: ['goal', 'set'],
  summary: 'Set a goal of the bank, or change one.',
  description: 'A bank has one north star and a tree of goals under it. Recall does not read them.',
  input: GoalInput,
  output: reversible(GoalReceipt),
  positional: ['description'],
  effect: 'write',
  founds: true,
  idempotent: false,
  examples: [
    {
      command: 'mneme goal set "Run the Porto marathon in October"',
      shows: 'the north star of the bank',
    },
    {
      command: 'mneme goal set --id g_01h5k0c2x9w7a --status completed',
      shows: 'a goal that was reached',
    },
  ],
  served: { pace: 'quick' },
  verb: ['goals.set'],
  places: [{ method: 'POST', path: '/goals' }],
  asLines: renderGoalReceipt,
  run: (memory, input) => memory.goals.set(input),
});

export const goalListOperation = defineOperation({
  name: 'goal_list',
  words: ['goal', 'list'],
  summary: 'List goals: the bank’s tree, and the plans that people told.',
  description:
    'Each goal before those that serve it; then what was said of plans, with what became of them.',
  input: GoalFilter,
  output: GoalList,
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme goal list', shows: 'the goals that stand' },
    { command: 'mneme goal list --about "the marathon"', shows: 'what became of that plan' },
    { command: 'mneme goal list --all', shows: 'also those that ended or were removed' },
  ],
  served: { pace: 'question' },
  verb: ['goals.list'],
  places: [{ method: 'GET', path: '/goals' }],
  asLines: renderGoals,
  run: (memory, input) => memory.goals.list(input),
});

export const goalRemoveOperation = defineOperation({
  name: 'goal_remove',
  words: ['goal', 'remove'],
  summary: 'Take a goal out of the tree.',
  description:
    'The journal keeps it. While other goals serve it, they must be removed first or taken along.',
  input: z.strictObject({
    id: z.string().describe('The goal, as in g_01h5k0c2x9w7a.'),
    subtree: z.boolean().default(false).describe('Take the goals that serve it along.'),
  }),
  output: reversible(GoalRemoval),
  positional: ['id'],
  effect: 'retract',
  idempotent: false,
  examples: [{ command: 'mneme goal remove g_01h5k0c2x9w7a', shows: 'what was removed' }],
  served: { pace: 'quick' },
  verb: ['goals.remove', 'id'],
  places: [{ method: 'DELETE', path: '/goals/{id}' }],
  asLines: renderGoalRemoval,
  run: (memory, { id, subtree }) => memory.goals.remove(id, { subtree }),
});
