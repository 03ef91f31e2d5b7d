import { z } from 'zod';
import { countOf, withMore, type Counts } from '@mneme/core/domain/learned/competence.js';
import type { Habit } from '@mneme/core/domain/learned/world-model.js';
import { HOUR, type Instant } from '@mneme/core/domain/time.js';
import { type Of, type SchemaOf, Share } from '@mneme/core/domain/schema.js';

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
export const LikelyDoing: SchemaOf<LikelyDoing, typeof likelyDoingShape> = likelyDoingShape;

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
export function hourOfWeek(at: Instant): number {
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
export const ActiveHours: SchemaOf<ActiveHours, typeof activeHoursShape> = activeHoursShape;

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
