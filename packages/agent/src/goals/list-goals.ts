import { z } from 'zod';
import { boundedIn } from '@mneme/core/domain/memory-times.js';
import {
  Goal,
  GoalFilter,
  isOpenGoal,
  NO_NORTH_STAR,
  northStarOf,
  Plan,
  treeOrder,
  type Trigger,
} from '@mneme/core/domain/goal.js';
import { GoalId } from '@mneme/core/domain/ids.js';
import { parseInput } from '@mneme/core/domain/input.js';
import { Share, type Of, type SchemaOf } from '@mneme/core/domain/schema.js';
import type { Instant } from '@mneme/core/domain/time.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import { Draft, revise } from '@mneme/core/bank/learned/revise.js';
import { bankOffset } from '@mneme/core/indexes/owner-and-zone.js';
import { plansToldOf, ToldPlans } from '@mneme/core/modules/evidence/index.js';
import { agenda, dueTriggers, emptyPlan, plansOf } from './plans.js';

const listedGoalShape = z.strictObject({
  goal: Goal,
  /** Depth in the tree, from 0. */
  depth: z.number(),
  /** How it is reached; null for one that has ended, and in a past tree. */
  state: z
    .strictObject({
      plan: Plan,
      urgency: Share,
      /** 0..1: its own progress, or the share of its subgoals that are completed, whichever is higher. */
      progress: Share,
      /** Dependencies that are not completed yet. */
      waitsFor: z.array(GoalId),
      /** Whether one of its time triggers is due and has not fired yet. */
      due: z.boolean(),
    })
    .nullable(),
  /** Triggers fired by this call. */
  fired: Plan.shape.triggers,
});
export interface ListedGoal extends Of<typeof listedGoalShape> {}
export const ListedGoal: SchemaOf<ListedGoal, typeof listedGoalShape> = listedGoalShape;

const goalListShape = z.strictObject({
  /** Each goal before its subgoals; by urgency, workable ones first. */
  goals: z.array(ListedGoal),
  notices: z.array(z.string()),
  /** Plans that people mentioned, and their outcomes; null for a past tree, and for triggered goals. */
  told: ToldPlans.nullable(),
});
export interface GoalList extends Of<typeof goalListShape> {}
export const GoalList: SchemaOf<GoalList, typeof goalListShape> = goalListShape;

/** Whether the filter fires triggers, which is recorded. */
export function bringsToMind(raw: unknown): boolean {
  const { due, event, mention } = parseInput(GoalFilter, raw, 'filter');
  return due || event !== undefined || mention !== undefined;
}

type ListingParts = Pick<EngineParts, 'store' | 'clock' | 'stemmer'>;

/** The tree of goals, and plans that are only mentioned in conversation. */
export async function listGoals(
  raw: unknown,
  bank: OpenBank,
  parts: ListingParts,
): Promise<GoalList> {
  const filter = boundedIn(
    parseInput(GoalFilter, raw, 'filter'),
    await bankOffset(bank.name, parts.store),
  );
  const told = filter.asOf === undefined ? await plansToldOf(filter.about, bank) : null;
  return { ...(await linesOf(filter, bank, parts)), told };
}

async function linesOf(
  {
    all,
    asOf,
    order,
  }: Pick<z.output<typeof GoalFilter>, 'all' | 'order'> & {
    readonly asOf?: Instant | undefined;
  },
  bank: OpenBank,
  parts: ListingParts,
): Promise<Pick<GoalList, 'goals' | 'notices'>> {
  const goals = await parts.store.goals(bank.name, asOf);
  const now = parts.clock.now();
  const states =
    asOf === undefined ? agenda(goals, plansOf(await bank.learned.current()), now) : [];
  const lines = treeOrder(all === true ? goals : goals.filter(isOpenGoal)).map(
    ({ goal, depth }): ListedGoal => {
      const state = states.find((each) => each.goal.id === goal.id);
      if (state === undefined) return { goal, depth, state: null, fired: [] };
      const { plan, urgency, progress, waitsFor } = state;
      const due = dueTriggers(plan, { now }, parts.stemmer).length > 0;
      return { goal, depth, state: { plan, urgency, progress, waitsFor, due }, fired: [] };
    },
  );
  const places = new Map(states.map(({ goal }, place) => [goal.id, place]));
  const placeOf = ({ goal }: ListedGoal): number => places.get(goal.id) ?? states.length;
  return {
    goals: order === 'tree' ? lines : lines.sort((a, b) => placeOf(a) - placeOf(b)),
    notices: northStarOf(goals) === null ? [NO_NORTH_STAR] : [],
  };
}

/** The goals triggered by a moment, an event or a mention; each trigger fires once. */
export async function firedGoals(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<GoalList> {
  const { event, mention } = parseInput(GoalFilter, raw, 'filter');
  const fired = await revise(bank.name, parts, async (at) => {
    const draft = new Draft(await bank.learned.current(), at, parts.newId);
    const states = agenda(await parts.store.goals(bank.name), draft.plans(), at);
    const firing = new Map<GoalId, readonly Trigger[]>();
    for (const { goal, plan } of states.filter((state) => state.goal.status === 'active')) {
      const places = dueTriggers(plan, { now: at, event, mention }, parts.stemmer);
      if (places.length === 0) continue;
      firing.set(
        goal.id,
        places.flatMap((place) => plan.triggers[place] ?? []),
      );
      draft.change('plan', goal.id, (before = emptyPlan(goal.id)) => ({
        ...before,
        fired: {
          ...before.fired,
          ...Object.fromEntries(places.map((place) => [String(place), at])),
        },
      }));
    }
    return {
      ...{ put: draft.parts(), verb: 'goal' as const, reason: `${firing.size} goals came to mind` },
      answer: () => firing,
    };
  });
  const { goals, notices } = await linesOf({ order: 'urgency' }, bank, parts);
  return {
    goals: goals.flatMap((line) => {
      const triggers = fired.get(line.goal.id);
      return triggers === undefined ? [] : [{ ...line, fired: [...triggers] }];
    }),
    notices,
    told: null,
  };
}
