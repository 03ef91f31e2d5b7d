import { z } from 'zod';
import type { OpenBank } from '@mneme/core/bank/core.js';
import { Draft, type LearningParts, revise } from '@mneme/core/bank/learned/revise.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import {
  assertFitsTree,
  Goal,
  GoalInput,
  GoalPlanInput,
  isOpenGoal,
  northStarOf,
  type ParsedGoalInput,
  Plan,
  STATUS_TRANSITIONS,
  subgoalsOf,
} from '@mneme/core/domain/goal.js';
import { GoalId } from '@mneme/core/domain/ids.js';
import { lastIn, startIn } from '@mneme/core/domain/memory-times.js';
import { parseInput } from '@mneme/core/domain/input.js';
import { type Of, type SchemaOf, flag } from '@mneme/core/domain/schema.js';
import type { Instant, OffsetAt } from '@mneme/core/domain/time.js';
import { bankOffset } from '@mneme/core/indexes/owner-and-zone.js';
import {
  assertNoRing,
  breakDown,
  emptyPlan,
  existingGoal,
  foundGoal,
  type KnownSteps,
  StepsBy,
  stepsFor,
  Subgoals,
} from './plans.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';

/**
 * The goal with the changes of the input; the same object if nothing differs. Throws `invalid_input` for a transition
 * that is not allowed.
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
  if (status !== before.status && !STATUS_TRANSITIONS[before.status].includes(status)) {
    const open = STATUS_TRANSITIONS[before.status];
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
  assertNoOrphanedSubgoals({ ...before, status, level }, goals);
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

/** A goal that ends, or is no longer the root, must not orphan its subgoals. */
function assertNoOrphanedSubgoals(goal: Goal, goals: readonly Goal[]): void {
  if (isOpenGoal(goal)) return;
  const [servant] = subgoalsOf(goal.id, goals);
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

const { id: _, ...PlanFields } = GoalPlanInput.shape;

export const GoalSetInput = z.strictObject({
  ...GoalInput.shape,
  ...PlanFields,
  subgoals: Subgoals.optional().describe(
    'Steps that serve it: {"description", "after"}, all in one change.',
  ),
  decompose: flag('Break it into steps: by the language model, else by the strategy for it.'),
  remove: flag('Take it out of the tree, alone of all fields with `id`; the journal keeps it.'),
  subtree: flag('With `remove`: the goals that serve it, too.'),
});
export type GoalSetInput = z.input<typeof GoalSetInput>;
type Asked = z.output<typeof GoalSetInput>;

const goalReceiptShape = z.strictObject({
  goal: Goal,
  /** Its plan; null until any part of that is set. */
  plan: Plan.nullable(),
  /** The subgoals that were created. */
  subgoals: z.array(z.strictObject({ goal: Goal, dependsOn: z.array(GoalId) })),
  /** The origin of the steps; null without any. */
  by: StepsBy.nullable(),
  /** The goals that were removed, the named one first. */
  removed: z.array(Goal),
  notices: z.array(z.string()),
  /** False if nothing differed; then nothing was written. */
  changed: z.boolean(),
  sequence: z.number(),
});
export interface GoalReceipt extends Of<typeof goalReceiptShape> {}
export const GoalReceipt: SchemaOf<GoalReceipt, typeof goalReceiptShape> = goalReceiptShape;

/**
 * Creates a goal or changes one: its words and place in the tree, its plan, its steps; or removes it. One change.
 * Throws `not_found`, `invalid_input` if it does not fit the tree, for dependency cycles, and if steps are requested
 * but none are known.
 */
export async function setGoal(
  raw: unknown,
  bank: OpenBank,
  parts: LearningParts,
): Promise<GoalReceipt> {
  const input = parseInput(GoalSetInput, raw, 'goal');
  if (input.remove) return removeGoal(input, bank, parts);
  const planned = planOf(input, await bankOffset(bank.name, parts.store));
  const known = await stepsAsked(input, bank, parts);
  return revise(bank.name, parts, async (at) => {
    const stored = await parts.store.goals(bank.name);
    const draft = new Draft(await bank.learned.current(), at, parts.newId);
    const before = input.id === undefined ? null : existingGoal(input.id, stored);
    const goal =
      before === null ? newGoal(input, stored, parts, at) : changedGoal(before, input, stored, at);
    assertFitsTree(goal, stored);
    if (goal !== before) draft.putGoal(goal);
    planGoal(goal.id, planned, stored, draft);
    const made = breakDown(goal, known.subgoals, draft.goals(stored), draft, parts);
    const plans = draft.plans();
    return {
      put: draft.parts(),
      verb: 'goal',
      reason: `${before === null ? 'set' : 'changed'} “${goal.description}”`,
      answer: (sequence) => ({
        goal,
        plan: plans.get(goal.id) ?? null,
        subgoals: made.map((each) => ({
          goal: each,
          dependsOn: plans.get(each.id)?.dependsOn ?? [],
        })),
        by: made.length === 0 ? null : known.by,
        removed: [],
        notices: [...known.notices],
        changed: goal !== before || draft.records().length > 0,
        sequence,
      }),
    };
  });
}

/** The steps of a goal: those given, or, where requested, known ones. */
async function stepsAsked(
  { id, description, subgoals, decompose }: Asked,
  bank: OpenBank,
  parts: LearningParts,
): Promise<KnownSteps> {
  if (subgoals !== undefined) return { subgoals, by: 'caller', notices: [] };
  if (!decompose) return { subgoals: [], by: 'caller', notices: [] };
  const words =
    description ?? (id && existingGoal(id, await parts.store.goals(bank.name)).description) ?? '';
  return stepsFor(words, bank, parts);
}

/** The plan fields of the input, with days as instants: a deadline at the end of its day, a trigger at the start. */
function planOf(input: Asked, offset: OffsetAt): Partial<Plan> {
  const { deadline, triggers } = input;
  const given = {
    ...Object.fromEntries(
      Object.keys(PlanFields).map((field) => [field, input[field as keyof typeof PlanFields]]),
    ),
    deadline: deadline && lastIn(deadline, offset),
    triggers: triggers?.map((trigger) =>
      trigger.on === 'time' ? { ...trigger, at: startIn(trigger.at, offset) } : trigger,
    ),
    // New triggers may fire again.
    fired: triggers && {},
  };
  return definedOnly(given) as Partial<Plan>;
}

function planGoal(id: GoalId, given: Partial<Plan>, stored: readonly Goal[], draft: Draft): void {
  if (Object.keys(given).length === 0) return;
  for (const other of given.dependsOn ?? []) existingGoal(other, stored, 'goal.dependsOn');
  draft.change('plan', id, (before = emptyPlan(id)) => ({ ...before, ...given }));
  assertNoRing(draft.plans(), id);
}

/** Throws `invalid_input` while it has subgoals, unless `subtree` includes them. */
function removeGoal(
  { id: named, subtree }: Asked,
  bank: OpenBank,
  parts: LearningParts,
): Promise<GoalReceipt> {
  const id = parseInput(GoalId, named, 'goal.id');
  return revise(bank.name, parts, async (at) => {
    const goals = await parts.store.goals(bank.name);
    const goal = existingGoal(id, goals);
    const servants = subgoalsOf(id, goals);
    if (servants.length > 0 && !subtree) {
      throw new MnemeError(
        'invalid_input',
        `${servants.length} goals serve ${id}: ${servants.map((each) => each.id).join(', ')}.`,
        {
          field: 'goal.id',
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
      answer: (sequence) => ({
        ...{ goal: removed[0] ?? goal, plan: null, subgoals: [], by: null },
        ...{ removed, notices: [], changed: true, sequence },
      }),
    };
  });
}

function newGoal(input: Asked, goals: readonly Goal[], parts: LearningParts, at: Instant): Goal {
  if (input.description === undefined) {
    throw new MnemeError('invalid_input', 'goal.description: a new goal needs words.', {
      field: 'goal.description',
      hint: 'Say what is to be reached, or name the goal to change by its id.',
    });
  }
  const star = northStarOf(goals);
  const level = input.level ?? (star === null ? 'north_star' : 'strategic');
  return foundGoal(
    {
      description: input.description,
      level,
      parent: input.parent ?? (level === 'north_star' ? null : (star?.id ?? null)),
      ...definedOnly({ weight: input.weight, status: input.status }),
    },
    at,
    parts,
  );
}
