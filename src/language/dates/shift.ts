import { DAY, HOUR, MINUTE, type Instant, type Period, type Precision } from '../../domain/time.js';
import { addMonths, periodOf, seasonPeriod, startOfDay, weekendPeriod } from '../calendar.js';
import type { Tense } from './tense.js';

/** The moment `by` units after `at`; months keep the day of the month where it exists. */
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

/** The whole unit that lies `by` units from the one that holds `at`. */
export function shiftedPeriod(at: Instant, by: number, unit: Precision): Period {
  return unit === 'weekend'
    ? weekendPeriod(at + by * 7 * DAY)
    : periodOf(shiftInstant(at, by, unit), unit);
}

/** The very day `by` units from now: "a year ago today". */
export function shiftedDay(at: Instant, by: number, unit: Precision): Period {
  return periodOf(shiftInstant(at, by, unit), 'day');
}

/** From `back` units before now to `ahead` units after, whole days at least. */
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

/** What is planned may be gone by where it would else lie so many times further ahead. */
const PLANNED_AHEAD = 4;

/** Of periods in order of time: the latest begun, the first not yet over, or the nearest, as the tense asks; of a plan the nearest ahead, unless one is lately gone by. */
export function chosenByTense<P extends Period>(
  periods: readonly P[],
  at: Instant,
  tense: Tense,
): P | undefined {
  const past = periods.findLast((period) => period.from <= at);
  const future = periods.find((period) => period.to > at);
  if (tense === 'past') return past;
  if (tense === 'future' || past === undefined || future === undefined) return future ?? past;
  const gone = (at - past.to) * (tense === 'planned' ? PLANNED_AHEAD : 1);
  return gone <= future.from - at ? past : future;
}

/** That season of the years around `at`, in order of time. */
export function seasonsAround(at: Instant, season: number): Period[] {
  const year = new Date(at).getUTCFullYear();
  return [-2, -1, 0, 1]
    .map((offset) => seasonPeriod(year + offset, season))
    .concat(seasonPeriod(year + 2, season));
}
