import { MnemeError } from '../../domain/errors.js';
import { isStanding, STATUS_TURNS, type Goal, type ParsedGoalInput } from '../../domain/goal.js';
import { northStarOf, servantsOf } from '../../domain/goal-tree.js';
import type { Instant } from '../../domain/time.js';

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
