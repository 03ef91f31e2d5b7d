import { z } from 'zod';
import { agenda, emptyPlan, existingGoal, plansOf, urgencyOf } from '../goals/index.js';
import { hasKnowledge } from '../reflect/index.js';
import { estimateFor } from './self-estimate.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import { BLOCKER_KINDS, Goal, type Plan } from '@mneme/core/domain/goal.js';
import { GoalId } from '@mneme/core/domain/ids.js';
import { type Of, type SchemaOf, Share } from '@mneme/core/domain/schema.js';
import { DAY, HOUR, type Instant } from '@mneme/core/domain/time.js';
import { countOf, type Counts, type Habit, withMore } from '@mneme/core/domain/world-model.js';
import {
  doneBy,
  plansToldOf,
  Precedents,
  precedentsOf,
  ToldLine,
  ToldPlans,
} from '@mneme/core/modules/evidence/index.js';

/** A pause of this length begins a new session. */
const SESSION_GAP = 2 * HOUR;
const DAY_HOURS = 24;
const MAX_DOINGS = 200;

export function emptyHabit(entity: string): Habit {
  return {
    entity,
    follows: {},
    hours: {},
    last: null,
    seen: 0,
    guesses: { made: 0, right: 0 },
    pauses: { sum: 0, count: 0 },
  };
}

const likelyDoingShape = z.strictObject({
  doing: z.string(),
  probability: z.number(),
  /** How often it was observed in this context. */
  count: z.number(),
});
export interface LikelyDoing extends Of<typeof likelyDoingShape> {}
const LikelyDoing: SchemaOf<LikelyDoing, typeof likelyDoingShape> = likelyDoingShape;

/**
 * Predicts the next action of an entity: from what followed the last one, smoothed by overall frequencies (add-one
 * over actions).
 */
export function likelyNext(habit: Habit, at: Instant): LikelyDoing[] {
  const context = habit.last === null || at - habit.last.at > SESSION_GAP ? '' : habit.last.doing;
  const after = followersOf(habit, context);
  const overall = totals(habit);
  const seen = Object.values(after).reduce((sum, count) => sum + count, 0);
  const all = [...overall.values()].reduce((sum, count) => sum + count, 0);
  if (all === 0) return [];
  return [...overall]
    .map(([doing, count]) => ({
      doing,
      count: countOf(after, doing),
      probability: (countOf(after, doing) + count / all) / (seen + 1),
    }))
    .sort((a, b) => b.probability - a.probability || (a.doing < b.doing ? -1 : 1));
}

export function noteDoing(before: Habit, doing: string, at: Instant): Habit {
  const [guess] = likelyNext(before, at);
  const same = before.last !== null && at - before.last.at <= SESSION_GAP;
  const context = same ? (before.last?.doing ?? '') : '';
  const hour = String(hourOfWeek(at));
  const follows = { ...before.follows, [context]: withMore(followersOf(before, context), doing) };
  return {
    ...before,
    follows: Object.keys(follows).length > MAX_DOINGS ? withoutRarest(follows) : follows,
    hours: withMore(before.hours, hour),
    last: { doing, at },
    seen: before.seen + 1,
    guesses:
      guess === undefined
        ? before.guesses
        : {
            made: before.guesses.made + 1,
            right: before.guesses.right + Number(guess.doing === doing),
          },
    pauses: same
      ? {
          sum: before.pauses.sum + Math.max(0, at - (before.last?.at ?? at)),
          count: before.pauses.count + 1,
        }
      : before.pauses,
  };
}

function withoutRarest(follows: Habit['follows']): Habit['follows'] {
  const size = (counts: Readonly<Record<string, number>>): number =>
    Object.values(counts).reduce((sum, count) => sum + count, 0);
  return Object.fromEntries(
    Object.entries(follows)
      .sort((a, b) => size(b[1]) - size(a[1]))
      .slice(0, MAX_DOINGS),
  );
}

/** What followed an action, and how often. */
function followersOf({ follows }: Habit, doing: string): Counts {
  return Object.hasOwn(follows, doing) ? (follows[doing] ?? {}) : {};
}

function totals({ follows }: Habit): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const counts of Object.values(follows))
    for (const [doing, count] of Object.entries(counts))
      sums.set(doing, (sums.get(doing) ?? 0) + count);
  return sums;
}

/** Hours from Monday 00:00 UTC, 0..167. */
function hourOfWeek(at: Instant): number {
  const date = new Date(at);
  return ((date.getUTCDay() + 6) % 7) * DAY_HOURS + date.getUTCHours();
}

const activeHoursShape = z.strictObject({
  /** Hours of the day (UTC) with more than one and a half times an even share, in order. */
  hours: z.array(z.number()),
  /** 0..1: activity at this moment, relative to the busiest hour of the week. */
  now: Share,
});
export interface ActiveHours extends Of<typeof activeHoursShape> {}
const ActiveHours: SchemaOf<ActiveHours, typeof activeHoursShape> = activeHoursShape;

/** When somebody is active, by the hours of observed actions. */
export function activeHours({ hours, seen }: Habit, at: Instant): ActiveHours {
  const ofDay = Array.from({ length: DAY_HOURS }, (_, hour) =>
    Object.entries(hours).reduce(
      (sum, [key, count]) => sum + (Number(key) % DAY_HOURS === hour ? count : 0),
      0,
    ),
  );
  const busiest = Math.max(0, ...Object.values(hours));
  return {
    hours: ofDay.flatMap((count, hour) => (count > (1.5 * seen) / DAY_HOURS ? [hour] : [])),
    now: busiest === 0 ? 0 : (hours[String(hourOfWeek(at))] ?? 0) / busiest,
  };
}

const gapShape = z.strictObject({
  kind: z.enum(BLOCKER_KINDS),
  what: z.string(),
  /** 0..1: how far memory already covers it. */
  have: Share,
  /** What to do about it. */
  step: z.string(),
});
/** Something that a goal needs and lacks. */
export interface Gap extends Of<typeof gapShape> {}
export const Gap: SchemaOf<Gap, typeof gapShape> = gapShape;

const goalOutlookShape = z.strictObject({
  goal: Goal,
  urgency: Share,
  progress: Share,
  gaps: z.array(Gap),
  /** Needs that are already met, in words. */
  covered: z.array(z.string()),
  waitsFor: z.array(GoalId),
  /** Plans for it that people mentioned, with their current state. */
  planned: ToldPlans,
  /** What people said about it, or something similar, with outcomes. */
  told: Precedents,
  /**
   * 0..1: product of the coverage of each need, halved for each blocker and each dependency, times the chance by
   * reported outcomes; null if none of these is known.
   */
  feasibility: Share.nullable(),
});
export interface GoalOutlook extends Of<typeof goalOutlookShape> {}
export const GoalOutlook: SchemaOf<GoalOutlook, typeof goalOutlookShape> = goalOutlookShape;

const habitOutlookShape = z.strictObject({
  entity: z.string(),
  known: z.boolean(),
  next: z.array(LikelyDoing),
  /** Its plans, as mentioned by people. */
  planned: ToldPlans,
  /** What it did, or what was done with it, as reported, latest first. */
  did: z.array(ToldLine),
  active: ActiveHours,
  /** Number of earlier predictions, and of those that were right. */
  record: z.strictObject({
    right: z.number(),
    made: z.number(),
  }),
  /** Mean pause between two actions, in milliseconds; null before the second. */
  pause: z.number().nullable(),
});
export interface HabitOutlook extends Of<typeof habitOutlookShape> {}
export const HabitOutlook: SchemaOf<HabitOutlook, typeof habitOutlookShape> = habitOutlookShape;

/** Minimum coverage for a need to count as met. */
export const ENOUGH = 0.5;

export async function outlookOn(
  id: GoalId,
  now: Instant,
  bank: OpenBank,
  parts: EngineParts,
): Promise<GoalOutlook> {
  return outlookFrom(
    id,
    now,
    await parts.store.goals(bank.name),
    plansOf(await bank.learned.current()),
    bank,
    parts,
  );
}

/** {@link outlookOn} for given goals and plans, current or hypothetical. */
export async function outlookFrom(
  id: GoalId,
  now: Instant,
  goals: readonly Goal[],
  plans: ReadonlyMap<GoalId, Plan>,
  bank: OpenBank,
  parts: EngineParts,
): Promise<GoalOutlook> {
  await bank.learned.current();
  const state = agenda(goals, plans, now).find((each) => each.goal.id === id);
  const goal = existingGoal(id, goals);
  const { needs, blockers } = state?.plan ?? emptyPlan(id);
  const all = [
    ...(await Promise.all(needs.knowledge.map((what) => knowledgeOf(what, bank, parts)))),
    ...needs.skills.map((what) => skillOf(what, bank, parts)),
    ...needs.resources.map((what): Gap => ({
      kind: 'resource',
      what,
      have: 0,
      step: `Get ${what}, then take it off the needs of the goal.`,
    })),
  ];
  const standing = blockers.map(({ what, kind }): Gap => ({
    kind,
    what,
    have: 0,
    step: kind === 'knowledge' ? `Ask or look up: ${what}.` : `Clear the way: ${what}.`,
  }));
  const waitsFor = state?.waitsFor ?? [];
  const told = await precedentsOf(goal.description, bank);
  const planned = await plansToldOf(goal.description, bank, MAX_PLANNED);
  const known = all.length + blockers.length + waitsFor.length > 0 || told.chance !== null;
  const ready =
    all.reduce(
      (product, { have, kind }) => product * (kind === 'resource' ? 0.7 : Math.max(0.1, have)),
      1,
    ) *
    0.5 ** (blockers.length + waitsFor.length);
  return {
    goal,
    urgency: Math.max(state?.urgency ?? 0, urgencyTold(planned, now)),
    progress: state?.progress ?? 0,
    gaps: [...standing, ...all.filter(({ have }) => have < ENOUGH)],
    covered: all.filter(({ have }) => have >= ENOUGH).map(({ what }) => what),
    waitsFor,
    planned,
    told,
    feasibility: known ? ready * (told.chance?.mean ?? 1) : null,
  };
}

const MAX_PLANNED = 5;

/** A goal is as urgent as its open plan that is due next. */
function urgencyTold({ lines }: ToldPlans, now: Instant): number {
  const due = lines.find((line) => line.state === 'open' && line.due !== null)?.due ?? null;
  return due === null ? 0 : urgencyOf({ priority: 'medium', deadline: endOf(due) }, now);
}

const endOf = (day: string): Instant => Date.parse(day) + DAY;

export async function knowledgeOf(what: string, bank: OpenBank, parts: EngineParts): Promise<Gap> {
  const { probability, memories } = await hasKnowledge({ about: what }, bank, parts);
  return {
    kind: 'knowledge',
    what,
    // Without calibration, any memory that names it counts.
    have: probability ?? Math.min(1, memories),
    step: `Ask or look up ${what}, and remember it.`,
  };
}

/** A skill is covered as far as it succeeded before, or as a strategy for it is expected to succeed. */
export function skillOf(what: string, bank: OpenBank, { stemmer }: EngineParts): Gap {
  const estimate = estimateFor(what, bank.learned.book, stemmer, {
    difficulty: undefined,
    required: 0.5,
  });
  const [match] = bank.learned.strategies.find(what, ({ body }) => body.fromSuccess);
  const have = Math.max(
    estimate.known ? estimate.accuracy : 0,
    match !== undefined && match.relevance >= 0.35 ? 0.6 : 0,
  );
  return {
    kind: 'skill',
    what,
    have,
    step: estimate.known
      ? `Practise ${what}, or ask for help: it went well in ${Math.round(100 * estimate.accuracy)} % so far.`
      : `Learn from runs at ${what}, or ask somebody who can.`,
  };
}

const MAX_NEXT = 5;

/** What somebody will probably do next, from observed actions and mentioned plans. */
export async function habitOf(entity: string, now: Instant, bank: OpenBank): Promise<HabitOutlook> {
  const habit = (await bank.learned.current()).under('habit', entity.toLowerCase())[0]?.body;
  const planned = await plansToldOf(entity, bank, MAX_PLANNED);
  const did = [...(await doneBy(entity, bank, MAX_PLANNED))];
  if (habit === undefined)
    return {
      entity,
      known: did.length > 0 || planned.lines.some(({ state }) => state !== null),
      next: [],
      ...{ planned, did },
      active: { hours: [], now: 0 },
      record: { right: 0, made: 0 },
      pause: null,
    };
  const { guesses, pauses } = habit;
  return {
    entity: habit.entity,
    known: true,
    next: likelyNext(habit, now).slice(0, MAX_NEXT),
    ...{ planned, did },
    active: activeHours(habit, now),
    record: guesses,
    pause: pauses.count === 0 ? null : pauses.sum / pauses.count,
  };
}
