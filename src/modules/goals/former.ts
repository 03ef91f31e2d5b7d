// What `goals` and `goal_set` have taken in, under the names that it had in the version before.
import { z } from 'zod';
import { GoalFilter } from '../../domain/goal.js';
import { GoalPlanInput } from '../../domain/learned/plan.js';
import { formerly } from '../../operations/formerly.js';
import { goalSetOperation, goalsOperation } from './operations.js';
import { GoalSetInput } from './set-goal.js';

const { all, asOf, about, event, mention } = GoalFilter.shape;
const { subgoals, subtree } = GoalSetInput.shape;
const { id } = GoalPlanInput.shape;

export const FORMER = {
  goal_list: formerly(goalsOperation, {
    name: 'goal_list',
    words: ['goal', 'list'],
    positional: [],
    effect: 'read',
    input: z.strictObject({ all, asOf, about }),
    as: (filter) => filter,
  }),
  goal_agenda: formerly(goalsOperation, {
    name: 'goal_agenda',
    words: ['goal', 'agenda'],
    positional: [],
    effect: 'read',
    places: [{ method: 'GET', path: '/goals/agenda' }],
    input: z.strictObject({}),
    as: () => ({ order: 'urgency' as const }),
  }),
  goal_trigger: formerly(goalsOperation, {
    name: 'goal_trigger',
    words: ['goal', 'trigger'],
    positional: [],
    input: z.strictObject({ event, mention }),
    as: (cue) => ({ ...cue, due: true }),
  }),
  goal_plan: formerly(goalSetOperation, {
    name: 'goal_plan',
    words: ['goal', 'plan'],
    positional: ['id'],
    effect: 'write',
    input: GoalPlanInput,
    as: (plan) => plan,
  }),
  goal_decompose: formerly(goalSetOperation, {
    name: 'goal_decompose',
    words: ['goal', 'decompose'],
    positional: ['id'],
    effect: 'write',
    places: [{ method: 'POST', path: '/goals/{id}/subgoals' }],
    input: z.strictObject({ id, subgoals }),
    as: (given) => ({ ...given, decompose: true }),
  }),
  goal_remove: formerly(goalSetOperation, {
    name: 'goal_remove',
    words: ['goal', 'remove'],
    positional: ['id'],
    input: z.strictObject({ id, subtree }),
    as: (given) => ({ ...given, remove: true }),
  }),
};
