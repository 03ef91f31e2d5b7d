import { z } from 'zod';
import type { OpenBank } from '@mneme/core/bank/core.js';
import { type Draft, firstVersion, type LearningParts } from '@mneme/core/bank/learned/revise.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import {
  assertFitsTree,
  Blocker,
  Goal,
  Plan,
  PRIORITIES,
  type Trigger,
} from '@mneme/core/domain/goal.js';
import { GoalId } from '@mneme/core/domain/ids.js';
import { type Of, type SchemaOf, Share } from '@mneme/core/domain/schema.js';
import { stepsOf } from '@mneme/core/domain/strategy.js';
import { DAY, type Instant } from '@mneme/core/domain/time.js';
import type { LearnedIndex } from '@mneme/core/indexes/record-indexes.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import { actionPhrase, capital } from '@mneme/core/language/strategy-wording.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import { decomposeGoal } from '@mneme/core/prompts/goals-and-strategies.js';
import { messageOf } from '@mneme/core/spaces/dense-vectors.js';

export function emptyPlan(goal: GoalId): Plan {
  return {
    goal,
    priority: 'medium',
    deadline: null,
    successCriteria: [],
    dependsOn: [],
    blockers: [],
    triggers: [],
    fired: {},
    progress: 0,
    needs: { knowledge: [], skills: [], resources: [] },
  };
}

/** 0..1: overdue 1; within a day priority × 1.5, within a week × 1.2, else the priority. */
export function urgencyOf(
  { priority, deadline }: Pick<Plan, 'priority' | 'deadline'>,
  now: Instant,
): number {
  const weight = PRIORITIES[priority];
  if (deadline === null) return weight;
  const left = deadline - now;
  if (left < 0) return 1;
  return Math.min(1, left <= DAY ? weight * 1.5 : left <= 7 * DAY ? weight * 1.2 : weight);
}

const goalStateShape = z.strictObject({
  goal: Goal,
  plan: Plan,
  urgency: Share,
  /** 0..1: its own progress, or the share of its subgoals that are completed, whichever is higher. */
  progress: Share,
  /** Its own blockers, and the goals that it depends on. */
  blockers: z.array(Blocker),
  waitsFor: z.array(GoalId),
});
export interface GoalState extends Of<typeof goalStateShape> {}
export const GoalState: SchemaOf<GoalState, typeof goalStateShape> = goalStateShape;

/** Active and suspended goals with their urgency: workable ones first, most urgent first. */
export function agenda(
  goals: readonly Goal[],
  plans: ReadonlyMap<GoalId, Plan>,
  now: Instant,
): GoalState[] {
  const standing = goals.filter(
    ({ status, retractedAt }) =>
      retractedAt === null && (status === 'active' || status === 'suspended'),
  );
  const statusOf = new Map(
    goals.map(({ id, status, retractedAt }) => [id, retractedAt === null ? status : 'removed']),
  );
  const states = standing.map((goal): GoalState => {
    const plan = plans.get(goal.id) ?? emptyPlan(goal.id);
    const waitsFor = plan.dependsOn.filter(
      (id) => statusOf.get(id) !== 'completed' && statusOf.get(id) !== 'removed',
    );
    return {
      goal,
      plan,
      urgency: urgencyOf(plan, now),
      progress: progressOf(goal, goals, plan),
      blockers: plan.blockers,
      waitsFor,
    };
  });
  const free = ({ blockers, waitsFor, goal }: GoalState): number =>
    Number(blockers.length === 0 && waitsFor.length === 0 && goal.status === 'active');
  return states.sort(
    (a, b) => free(b) - free(a) || b.urgency - a.urgency || a.goal.createdAt - b.goal.createdAt,
  );
}

function progressOf({ id }: Goal, goals: readonly Goal[], plan: Plan): number {
  const under = goals.filter(({ parent, retractedAt }) => parent === id && retractedAt === null);
  const done =
    under.length === 0
      ? 0
      : under.filter(({ status }) => status === 'completed').length / under.length;
  return Math.max(plan.progress, done);
}

/** Throws `invalid_input` naming the cycle if goals depend on each other. */
export function assertNoRing(
  plans: ReadonlyMap<GoalId, Pick<Plan, 'dependsOn'>>,
  from: GoalId,
): void {
  const walk = (id: GoalId, path: readonly GoalId[]): void => {
    if (path.includes(id)) {
      const ring = [...path.slice(path.indexOf(id)), id];
      throw new MnemeError(
        'invalid_input',
        `These goals wait for each other in a ring: ${ring.join(' → ')}.`,
        {
          field: 'goal.dependsOn',
          value: ring.join(' '),
          hint: 'Leave one of the dependencies out.',
        },
      );
    }
    for (const next of plans.get(id)?.dependsOn ?? []) walk(next, [...path, id]);
  };
  walk(from, []);
}

/** Something that may trigger a reminder of goals. */
interface Cue {
  readonly now: Instant;
  readonly event?: string | undefined;
  readonly mention?: string | undefined;
}

/** Indexes of a plan's triggers that fire now, without those that have fired before. */
export function dueTriggers({ triggers, fired }: Plan, cue: Cue, stemmer: Stemmer): number[] {
  return triggers.flatMap((trigger, at) =>
    fired[String(at)] === undefined && goesOff(trigger, cue, stemmer) ? [at] : [],
  );
}

function goesOff(trigger: Trigger, { now, event, mention }: Cue, stemmer: Stemmer): boolean {
  if (trigger.on === 'time') return trigger.at <= now;
  if (trigger.on === 'event') return event !== undefined && holdsAll(trigger.event, event, stemmer);
  return mention !== undefined && holdsAll(trigger.words, mention, stemmer);
}

/** Whether a text contains all content words of another, in any form and order. */
function holdsAll(words: string, text: string, stemmer: Stemmer): boolean {
  const wanted = contentTerms(words, 'en', stemmer);
  const there = new Set(contentTerms(text, 'en', stemmer));
  return wanted.length === 0
    ? text.toLowerCase().includes(words.toLowerCase())
    : wanted.every((term) => there.has(term));
}

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
