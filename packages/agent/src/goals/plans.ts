import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { assertFitsTree, type Goal } from '@mneme/core/domain/goal.js';
import type { GoalId } from '@mneme/core/domain/ids.js';
import type { Plan } from '@mneme/core/domain/learned/plan.js';
import { stepsOf } from '@mneme/core/domain/learned/strategy.js';
import type { Instant } from '@mneme/core/domain/time.js';
import { assertNoRing, emptyPlan } from './agenda.js';
import type { LearnedIndex } from '@mneme/core/indexes/learned-index.js';
import { messageOf } from '@mneme/core/spaces/learned-encoder.js';
import { decomposeGoal } from '@mneme/core/prompts/decompose-goal.js';
import { actionPhrase, capital } from '@mneme/core/language/action-words.js';
import type { OpenBank } from '@mneme/core/bank/core.js';
import type { Draft } from '@mneme/core/bank/learned/draft.js';
import { firstVersion, type LearningParts } from '@mneme/core/bank/learned/revise.js';

export function plansOf(book: LearnedIndex): Map<GoalId, Plan> {
  return new Map(book.all('plan').map(({ body }) => [body.goal, body]));
}

export function existingGoal(id: GoalId, goals: readonly Goal[], field = 'id'): Goal {
  const found = goals.find((goal) => goal.id === id && goal.retractedAt === null);
  if (found !== undefined) return found;
  throw new MnemeError('not_found', `There is no goal ${id}.`, {
    field,
    value: id,
    hint: 'List the goals with `mneme goals`.',
  });
}

export const Subgoals = z
  .array(
    z.strictObject({
      description: z.string().trim().min(3, 'at least 3 characters').max(500),
      after: z
        .array(z.int().min(0))
        .max(50)
        .default([])
        .describe('Places (from 0) of subgoals that come first.'),
    }),
  )
  .min(1, 'name at least one, or leave it out')
  .max(50);
export type Subgoals = z.output<typeof Subgoals>;

/** The origin of steps: the caller, the language model, or a strategy. */
export const StepsBy = z.enum(['caller', 'model', 'strategy']);

export interface KnownSteps {
  readonly subgoals: Subgoals;
  readonly by: z.output<typeof StepsBy>;
  readonly notices: readonly string[];
}

/**
 * Adds subgoals with their dependencies to a draft. Throws `invalid_input` for a cycle, and if they do not fit the
 * tree.
 */
export function breakDown(
  above: Goal,
  steps: Subgoals,
  goals: readonly Goal[],
  draft: Draft,
  parts: LearningParts,
): readonly Goal[] {
  const made = steps.map(({ description }) => childOf(above, description, draft.at, parts));
  for (const goal of made) {
    assertFitsTree(goal, [...goals, ...made]);
    draft.putGoal(goal);
  }
  for (const [place, { after }] of steps.entries()) {
    const { id } = made[place] as Goal;
    const dependsOn = after.map((other) => made[other]?.id ?? badPlace(other, made.length));
    draft.put(firstVersion('plan', id, { ...emptyPlan(id), dependsOn }, draft.at, parts.newId));
  }
  for (const { id } of made) assertNoRing(draft.plans(), id);
  return made;
}

function badPlace(place: number, count: number): never {
  throw new MnemeError('invalid_input', `There is no subgoal at place ${place}.`, {
    field: 'goal.subgoals.after',
    value: place,
    hint: `Places go from 0 to ${count - 1}.`,
  });
}

type NewGoal = Pick<Goal, 'description' | 'level' | 'parent'> &
  Partial<Pick<Goal, 'weight' | 'status'>>;

/** A goal as it is created. */
export const foundGoal = (goal: NewGoal, at: Instant, { newId }: LearningParts): Goal => ({
  id: newId('g') as GoalId,
  weight: 1,
  status: 'active',
  createdAt: at,
  changedAt: at,
  retractedAt: null,
  version: 1,
  ...goal,
});

function childOf(
  { id, level }: Goal,
  description: string,
  at: Instant,
  parts: LearningParts,
): Goal {
  const below =
    level === 'north_star' ? 'strategic' : level === 'strategic' ? 'tactical' : 'immediate';
  return foundGoal({ description, level: below, parent: id }, at, parts);
}

/** Steps for a goal: from the language model, or from a strategy. Throws `invalid_input` if none are known. */
export async function stepsFor(
  words: string,
  bank: OpenBank,
  { languageModel }: LearningParts,
): Promise<KnownSteps> {
  const notices: string[] = [];
  if (languageModel !== undefined) {
    try {
      const { subgoals } = await languageModel.complete(decomposeGoal({ goal: words }));
      if (subgoals.length > 0)
        return {
          subgoals: subgoals.map(({ description, after }) => ({
            description,
            after: after.filter((place) => place < subgoals.length),
          })),
          by: 'model',
          notices,
        };
    } catch (error) {
      notices.push(`The language model named no steps: ${messageOf(error)}`);
    }
  }
  await bank.learned.current();
  const [match] = bank.learned.strategies.find(words, ({ body }) => stepsOf(body).length >= 2);
  if (match === undefined || match.relevance < 0.2) {
    throw new MnemeError(
      'invalid_input',
      'goal.subgoals: nothing is known of how to reach this goal.',
      {
        field: 'goal.subgoals',
        hint: 'Name the steps, learn from runs at such tasks, or configure a language model.',
      },
    );
  }
  return {
    subgoals: stepsOf(match.record.body).map((action, at) => ({
      description: capital(actionPhrase(action)),
      after: at === 0 ? [] : [at - 1],
    })),
    by: 'strategy',
    notices,
  };
}
