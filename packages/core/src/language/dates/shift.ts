import { DAY, HOUR, MINUTE, type Instant, type Period, type Precision } from '../../domain/time.js';
import { addMonths, periodOf, seasonPeriod, startOfDay, weekendPeriod } from '../calendar.js';
import type { Tense } from './tense.js';

/** The moment `by` units after `at`; months keep the day of the month if it exists. */
function shiftInstant(at: Instant, by: number, unit: Precision): Instant {
  const steps: Readonly<Record<Precision, () => Instant>> = {
    minute: () => at + by * MINUTE,
    hour: () => at + by * HOUR,
    day: () => at + by * DAY,
    week: () => at + by * 7 * DAY,
    weekend: () => at + by * 7 * DAY,
    month: () => addMonths(at, by),
    season: () => addMonths(at, 3 * by),
    year: () => addMonths(at, 12 * by),
    decade: () => addMonths(at, 120 * by),
  };
  return steps[unit]();
}

/** The whole unit `by` units from the one that contains `at`. */
export function shiftedPeriod(at: Instant, by: number, unit: Precision): Period {
  return unit === 'weekend'
    ? weekendPeriod(at + by * 7 * DAY)
    : periodOf(shiftInstant(at, by, unit), unit);
}

/** The very day `by` units from now: "a year ago today". */
export function shiftedDay(at: Instant, by: number, unit: Precision): Period {
  return periodOf(shiftInstant(at, by, unit), 'day');
}

/** From `back` units before now to `ahead` units after, at least whole days. */
export function stretch(at: Instant, back: number, ahead: number, unit: Precision): Period {
  const fine = unit === 'hour' || unit === 'minute';
  const from = shiftInstant(at, -back, unit);
  const to = shiftInstant(at, ahead, unit);
  return {
    from: fine ? from : startOfDay(from),
    to: fine ? Math.max(to, from + MINUTE) : startOfDay(to) + DAY,
    precision: unit,
  };
}

/**
 * How much nearer the past one must be to be chosen: a plan seldom has passed, and what stands beside a verb
 * in the past oftener than not.
 */
const PAST_COSTS: Readonly<Record<'planned' | 'reported' | 'unknown', number>> = {
  planned: 4,
  reported: 0.5,
  unknown: 1,
};

/**
 * Chooses among periods in order of time by tense: the latest begun, the first not yet over, or the
 * nearest, weighed by what the words suggest: for a plan the future one, unless one has recently passed.
 */
export function chosenByTense<P extends Period>(
  periods: readonly P[],
  at: Instant,
  tense: Tense,
): P | undefined {
  const past = periods.findLast((period) => period.from <= at);
  const future = periods.find((period) => period.to > at);
  if (tense === 'past') return past;
  if (tense === 'future' || past === undefined || future === undefined) return future ?? past;
  return (at - past.to) * PAST_COSTS[tense] <= future.from - at ? past : future;
}

/** That season in the years around `at`, in order of time. */
export function seasonsAround(at: Instant, season: number): Period[] {
  const year = new Date(at).getUTCFullYear();
  return [-2, -1, 0, 1]
    .map((offset) => seasonPeriod(year + offset, season))
    .concat(seasonPeriod(year + 2, season));
}
