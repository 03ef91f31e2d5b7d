import { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import {
  GoalFilter,
  GoalInput,
  isStanding,
  NO_NORTH_STAR,
  STATUS_TURNS,
  Goal,
  type ParsedGoalInput,
} from '../../domain/goal.js';
import {
  assertFitsTree,
  northStarOf,
  servantsOf,
  treeOrder,
  GoalLine,
} from '../../domain/goal-tree.js';
import { GoalId, type BankName } from '../../domain/ids.js';
import { parseInput } from '../../domain/parse-input.js';
import type { Instant } from '../../domain/time.js';
import { plansToldOf, ToldPlans } from '../told/index.js';
import type { OpenBank } from '../../bank/core.js';
import { revise, type LearningParts } from '../../bank/learned/revise.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { bankClock } from '../../indexes/bank-clock.js';
import { boundedIn } from '../../domain/day-bounds.js';

export type GoalParts = Pick<LearningParts, 'store' | 'clock' | 'actor' | 'newId' | 'readOnly'>;

const goalReceiptShape = z.strictObject({
  goal: Goal,
  /** False if nothing differed; then nothing was written. */
  changed: z.boolean(),
  sequence: z.number(),
});
export interface GoalReceipt extends Of<typeof goalReceiptShape> {}
export const GoalReceipt: SchemaOf<GoalReceipt, typeof goalReceiptShape> = goalReceiptShape;

const goalRemovalShape = z.strictObject({
  /** The goals that were removed, the named one first. */
  removed: z.array(Goal),
  sequence: z.number(),
});
export interface GoalRemoval extends Of<typeof goalRemovalShape> {}
export const GoalRemoval: SchemaOf<GoalRemoval, typeof goalRemovalShape> = goalRemovalShape;

const goalListShape = z.strictObject({
  /** Each goal before those that serve it. */
  goals: z.array(GoalLine),
  notices: z.array(z.string()),
  /** What people said about plans, and what became of them; null for a past tree. */
  told: ToldPlans.nullable(),
});
export interface GoalList extends Of<typeof goalListShape> {}
export const GoalList: SchemaOf<GoalList, typeof goalListShape> = goalListShape;

/**
 * Sets a new goal or changes one. Throws `invalid_input` if it does not fit the tree, `not_found` for an
 * unknown id.
 */
export function setGoal(raw: unknown, bank: BankName, parts: GoalParts): Promise<GoalReceipt> {
  const input = parseInput(GoalInput, raw, 'goal');
  return revise(bank, parts, async (at) => {
    const goals = await parts.store.goals(bank);
    const before = input.id === undefined ? null : findGoal(input.id, goals);
    const goal =
      before === null ? newGoal(input, goals, parts, at) : changedGoal(before, input, goals, at);
    assertFitsTree(goal, goals);
    const changed = goal !== before;
    return {
      put: { goals: changed ? [goal] : [] },
      verb: 'goal',
      reason: `${before === null ? 'set' : 'changed'} “${goal.description}”`,
      answer: (sequence) => ({ goal, changed, sequence }),
    };
  });
}

/** Removes a goal from the tree. Throws `invalid_input` while others serve it, unless `subtree` includes them. */
export function removeGoal(
  rawId: string,
  subtree: boolean,
  bank: BankName,
  parts: GoalParts,
): Promise<GoalRemoval> {
  const id = parseInput(GoalId, rawId, 'id');
  return revise(bank, parts, async (at) => {
    const goals = await parts.store.goals(bank);
    const goal = findGoal(id, goals);
    const servants = servantsOf(id, goals);
    if (servants.length > 0 && !subtree) {
      throw new MnemeError(
        'invalid_input',
        `${servants.length} goals serve ${id}: ${servants.map((each) => each.id).join(', ')}.`,
        {
          field: 'id',
          value: id,
          hint: 'Remove them first, give them another parent, or take them along: subtree.',
        },
      );
    }
    const removed = [goal, ...servants]
      .filter(({ retractedAt }) => retractedAt === null)
      .map((each) => ({ ...each, retractedAt: at, changedAt: at, version: each.version + 1 }));
    return {
      put: { goals: removed },
      verb: 'goal',
      reason: `removed “${goal.description}”`,
      answer: (sequence) => ({ removed, sequence }),
    };
  });
}

/** The tree of goals, and plans that are only mentioned in conversation. */
export async function listGoals(
  raw: unknown,
  bank: OpenBank,
  { store }: Pick<GoalParts, 'store'>,
): Promise<GoalList> {
  const { all, asOf, about } = boundedIn(
    parseInput(GoalFilter, raw, 'filter'),
    await bankClock(bank.name, store),
  );
  const goals = await store.goals(bank.name, asOf);
  return {
    goals: treeOrder(all === true ? goals : goals.filter(isStanding)),
    notices: northStarOf(goals) === null ? [NO_NORTH_STAR] : [],
    told: asOf === undefined ? await plansToldOf(about, bank) : null,
  };
}

function newGoal(
  input: ParsedGoalInput,
  goals: readonly Goal[],
  { newId }: GoalParts,
  at: Instant,
): Goal {
  if (input.description === undefined) {
    throw new MnemeError('invalid_input', 'goal.description: a new goal needs words.', {
      field: 'goal.description',
      hint: 'Say what is to be reached, or name the goal to change by its id.',
    });
  }
  const star = northStarOf(goals);
  const level = input.level ?? (star === null ? 'north_star' : 'strategic');
  return {
    id: newId('g') as GoalId,
    description: input.description,
    level,
    parent: input.parent ?? (level === 'north_star' ? null : (star?.id ?? null)),
    weight: input.weight ?? 1,
    status: input.status ?? 'active',
    createdAt: at,
    changedAt: at,
    retractedAt: null,
    version: 1,
  };
}

/**
 * The goal with the changes of the input; the same object if nothing differs. Throws `invalid_input` for a
 * transition that is not allowed.
 */
export function changedGoal(
  before: Goal,
  input: ParsedGoalInput,
  goals: readonly Goal[],
  at: Instant,
): Goal {
  const {
    description = before.description,
    level = before.level,
    weight = before.weight,
    status = before.status,
  } = input;
  const rises = level === 'north_star' && before.level !== 'north_star';
  const sinks = level !== 'north_star' && before.level === 'north_star';
  const star = northStarOf(goals.filter(({ id }) => id !== before.id));
  const parent = input.parent ?? (rises ? null : sinks ? (star?.id ?? null) : before.parent);
  if (status !== before.status && !STATUS_TURNS[before.status].includes(status)) {
    const open = STATUS_TURNS[before.status];
    throw new MnemeError(
      'invalid_input',
      `A goal that is ${before.status} cannot become ${status}.`,
      {
        field: 'goal.status',
        value: status,
        hint:
          open.length === 0
            ? 'That is final; set a new goal.'
            : `It can become ${open.join(', ')}.`,
      },
    );
  }
  const same =
    description === before.description &&
    level === before.level &&
    weight === before.weight &&
    status === before.status &&
    parent === before.parent;
  if (same) return before;
  assertServantsStay({ ...before, status, level }, goals);
  return {
    ...before,
    description,
    level,
    parent,
    weight,
    status,
    changedAt: at,
    version: before.version + 1,
  };
}

/** A goal that ends, or is no longer the top, must not leave others without a parent. */
function assertServantsStay(goal: Goal, goals: readonly Goal[]): void {
  if (isStanding(goal)) return;
  const [servant] = servantsOf(goal.id, goals);
  if (servant === undefined) return;
  throw new MnemeError(
    'invalid_input',
    `The goal ${servant.id} (${servant.description}) still serves ${goal.id}.`,
    {
      field: 'goal.status',
      value: goal.status,
      hint: 'End that one first, or give it another parent.',
      quoted: [servant.description],
    },
  );
}

function findGoal(id: GoalId, goals: readonly Goal[]): Goal {
  const found = goals.find((goal) => goal.id === id && goal.retractedAt === null);
  if (found !== undefined) return found;
  throw new MnemeError('not_found', `There is no goal ${id}.`, {
    field: 'id',
    value: id,
    hint: 'List the goals with `mneme goal list`.',
  });
}
