import { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import { lastIn, startIn } from '../../domain/day-bounds.js';
import type { Goal } from '../../domain/goal.js';
import { assertFitsTree } from '../../domain/goal-tree.js';
import { GoalId } from '../../domain/ids.js';
import type { Plan } from '../../domain/learned/plan.js';
import { GoalPlanInput } from '../../domain/learned/plan.js';
import { stepsOf } from '../../domain/learned/strategy.js';
import type { LearnedRecord } from '../../domain/learned/record.js';
import { parseInput } from '../../domain/parse-input.js';
import type { Instant } from '../../domain/time.js';
import type { OffsetAt } from '../../domain/zone.js';
import { bankClock } from '../../indexes/bank-clock.js';
import { agenda, assertNoRing, dueTriggers, emptyPlan } from './agenda.js';
import type { LearnedIndex } from '../../indexes/learned-index.js';
import { messageOf } from '../../spaces/with-timeout.js';
import { decomposeGoal } from '../../prompts/decompose-goal.js';
import { actionPhrase, capital } from '../../language/action-words.js';
import { BankPrivacy } from '../../safety/bank-privacy.js';
import type { OpenBank } from '../../bank/core.js';
import { Draft } from '../../bank/learned/draft.js';
import { asLearned, founded, revise, type LearningParts } from '../../bank/learned/revise.js';
import type { PlanReceipt, Agenda, FiredGoals, Decomposition } from './plan-answers.js';

/**
 * Sets how a goal is to be reached. Throws `not_found`, `invalid_input` for a cycle of goals that wait for
 * each other.
 */
export async function planGoal(
  raw: unknown,
  bank: OpenBank,
  parts: LearningParts,
): Promise<PlanReceipt> {
  const offset = await bankClock(bank.name, parts.store);
  const { id, ...named } = onDays(parseInput(GoalPlanInput, raw, 'plan'), offset);
  const { value } = await (
    await BankPrivacy.of(bank.name, parts)
  ).clean({ successCriteria: named.successCriteria, blockers: named.blockers, needs: named.needs });
  const changes = { ...named, ...value };
  return revise(bank.name, parts, async (at) => {
    const goals = await parts.store.goals(bank.name);
    const goal = standingGoal(id, goals);
    for (const other of changes.dependsOn ?? []) standingGoal(other, goals, 'plan.dependsOn');
    const book = await bank.learned.current();
    const given = Object.fromEntries(
      Object.entries(changes).filter(([, value]) => value !== undefined),
    ) as Partial<Plan>;
    const record = new Draft(book, at, parts.newId).change(
      'plan',
      id,
      (before = emptyPlan(id)) => ({
        ...before,
        ...given,
        ...(changes.triggers === undefined ? {} : { fired: {} }),
      }),
    );
    assertNoRing(new Map([...plansOf(book), [id, record.body]]), id);
    return {
      put: { learned: asLearned([record]) },
      verb: 'goal',
      reason: `planned “${goal.description}”`,
      answer: (sequence) => ({ goal, plan: record.body, sequence }),
    };
  });
}

/** A plan with its days as moments: a deadline is over when its day is, and a trigger's day begins. */
function onDays({ deadline, triggers, ...plan }: z.output<typeof GoalPlanInput>, offset: OffsetAt) {
  return {
    ...plan,
    ...(deadline === undefined
      ? {}
      : { deadline: deadline === null ? null : lastIn(deadline, offset) }),
    ...(triggers === undefined
      ? {}
      : {
          triggers: triggers.map((trigger) =>
            trigger.on === 'time' ? { ...trigger, at: startIn(trigger.at, offset) } : trigger,
          ),
        }),
  };
}

export function plansOf(book: LearnedIndex): Map<GoalId, Plan> {
  return new Map(book.all('plan').map(({ body }) => [body.goal, body]));
}

export function standingGoal(id: GoalId, goals: readonly Goal[], field = 'id'): Goal {
  const found = goals.find((goal) => goal.id === id && goal.retractedAt === null);
  if (found !== undefined) return found;
  throw new MnemeError('not_found', `There is no goal ${id}.`, {
    field,
    value: id,
    hint: 'List the goals with `mneme goal list`.',
  });
}

/** Active goals by urgency, with what blocks them. */
export async function readAgenda(
  bank: OpenBank,
  { store, clock, stemmer }: LearningParts,
): Promise<Agenda> {
  const book = await bank.learned.current();
  const plans = plansOf(book);
  const now = clock.now();
  const states = agenda(await store.goals(bank.name), plans, now);
  return {
    goals: states,
    due: states
      .filter(({ plan }) => dueTriggers(plan, { now }, stemmer).length > 0)
      .map(({ goal }) => goal.id),
  };
}

export const TriggerCueInput = z.strictObject({
  event: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(1_000)
    .optional()
    .describe('Something that happened.'),
  mention: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(65_536)
    .optional()
    .describe('Something that was said.'),
});
export type TriggerCueInput = z.input<typeof TriggerCueInput>;

/** The goals that a moment, an event or a mention brings to mind; each trigger fires once. */
export function fireTriggers(
  raw: unknown,
  bank: OpenBank,
  parts: LearningParts,
): Promise<FiredGoals> {
  const { event, mention } = parseInput(TriggerCueInput, raw, 'cue');
  return revise(bank.name, parts, async (at) => {
    const book = await bank.learned.current();
    const states = agenda(await parts.store.goals(bank.name), plansOf(book), at).filter(
      ({ goal }) => goal.status === 'active',
    );
    const firing = states.flatMap((state) => {
      const places = dueTriggers(state.plan, { now: at, event, mention }, parts.stemmer);
      return places.length === 0 ? [] : [{ ...state, places }];
    });
    const draft = new Draft(book, at, parts.newId);
    const records = firing.map(({ goal, places }) =>
      draft.change('plan', goal.id, (plan = emptyPlan(goal.id)) => ({
        ...plan,
        fired: { ...plan.fired, ...Object.fromEntries(places.map((place) => [String(place), at])) },
      })),
    );
    return {
      put: { learned: asLearned(records) },
      verb: 'goal',
      reason: `${firing.length} goals came to mind`,
      answer: (sequence) => ({
        fired: firing.map(({ goal, urgency, plan, places }) => ({
          goal,
          urgency,
          triggers: places.flatMap((place) => plan.triggers[place] ?? []),
        })),
        sequence,
      }),
    };
  });
}

export const DecomposeInput = z.strictObject({
  id: GoalId.describe('The goal, as in g_01h5k0c2x9w7a.'),
  subgoals: z
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
    .max(50)
    .optional()
    .describe(
      'The steps: {"description", "after"}. Default: by the language model, else by the strategy for it.',
    ),
});
export type DecomposeInput = z.input<typeof DecomposeInput>;
export type Subgoals = NonNullable<z.output<typeof DecomposeInput>['subgoals']>;

/**
 * Decomposes a goal into subgoals with the given dependencies; all in one change. Throws `invalid_input`
 * for a cycle, `not_found`.
 */
export async function decompose(
  raw: unknown,
  bank: OpenBank,
  parts: LearningParts,
): Promise<Decomposition> {
  const { id, subgoals: given } = parseInput(DecomposeInput, raw, 'decomposition');
  const { value: subgoals } = await (await BankPrivacy.of(bank.name, parts)).clean(given);
  const parent = standingGoal(id, await parts.store.goals(bank.name));
  const steps = await stepsFor(parent, subgoals, bank, parts);
  return revise(bank.name, parts, async (at) => {
    const goals = await parts.store.goals(bank.name);
    const above = standingGoal(id, goals);
    const { goals: made, plans } = subgoalsOf(above, steps.subgoals, goals, at, parts);
    const all = new Map(plans.map(({ body }) => [body.goal, body]));
    return {
      put: { goals: made, learned: asLearned(plans) },
      verb: 'goal',
      reason: `broke “${above.description}” into ${made.length} steps`,
      answer: (sequence) => ({
        parent: above,
        subgoals: made.map((goal) => ({ goal, dependsOn: all.get(goal.id)?.dependsOn ?? [] })),
        by: steps.by,
        notices: steps.notices,
        sequence,
      }),
    };
  });
}

/** The steps of a goal and their dependencies. Throws `invalid_input` for a cycle, and if they do not fit the tree. */
export function subgoalsOf(
  above: Goal,
  steps: Subgoals,
  goals: readonly Goal[],
  at: Instant,
  parts: LearningParts,
): { readonly goals: readonly Goal[]; readonly plans: readonly LearnedRecord<'plan'>[] } {
  const made = steps.map(({ description }) => childOf(above, description, at, parts));
  for (const goal of made) assertFitsTree(goal, [...goals, ...made]);
  const plans = steps.map(({ after }, place) => {
    const child = made[place] as Goal;
    return founded(
      'plan',
      child.id,
      {
        ...emptyPlan(child.id),
        dependsOn: after.map((other) => made[other]?.id ?? badPlace(other, made.length)),
      },
      at,
      parts.newId,
    );
  });
  const all = new Map(plans.map(({ body }) => [body.goal, body]));
  for (const goal of made) assertNoRing(all, goal.id);
  return { goals: made, plans };
}

function badPlace(place: number, count: number): never {
  throw new MnemeError('invalid_input', `There is no subgoal at place ${place}.`, {
    field: 'decomposition.subgoals.after',
    value: place,
    hint: `Places go from 0 to ${count - 1}.`,
  });
}

function childOf(
  { id, level }: Goal,
  description: string,
  at: Instant,
  { newId }: LearningParts,
): Goal {
  return {
    id: newId('g') as GoalId,
    description,
    level: level === 'north_star' ? 'strategic' : level === 'strategic' ? 'tactical' : 'immediate',
    parent: id,
    weight: 1,
    status: 'active',
    createdAt: at,
    changedAt: at,
    retractedAt: null,
    version: 1,
  };
}

/**
 * Steps for a goal: those given, the language model's, or those of a strategy. Throws `invalid_input` if
 * none are known.
 */
export async function stepsFor(
  parent: Goal,
  given: Subgoals | undefined,
  bank: OpenBank,
  { languageModel }: LearningParts,
): Promise<Pick<Decomposition, 'by' | 'notices'> & { readonly subgoals: Subgoals }> {
  if (given !== undefined) return { subgoals: given, by: 'caller', notices: [] };
  const notices: string[] = [];
  if (languageModel !== undefined) {
    try {
      const { subgoals } = await languageModel.complete(
        decomposeGoal({ goal: parent.description }),
      );
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
  const [match] = bank.learned.strategies.find(
    parent.description,
    ({ body }) => stepsOf(body).length >= 2,
  );
  if (match === undefined || match.relevance < 0.2) {
    throw new MnemeError(
      'invalid_input',
      'decomposition.subgoals: nothing is known of how to reach this goal.',
      {
        field: 'decomposition.subgoals',
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
