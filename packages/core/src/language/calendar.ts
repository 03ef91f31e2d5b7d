import { DAY, HOUR, type Instant, MINUTE, type Period, type Precision } from '../domain/time.js';
import type { Tense } from './dates/tense.js';

/** Calendar arithmetic in UTC. Weeks begin on Monday, weekends on Saturday; winter begins in December. */
export const startOfDay = (at: Instant): Instant => Math.floor(at / DAY) * DAY;
export const startOfWeek = (at: Instant): Instant =>
  startOfDay(at) - ((new Date(at).getUTCDay() + 6) % 7) * DAY;

export function dayPeriod(at: Instant): Period {
  const from = startOfDay(at);
  return { from, to: from + DAY, precision: 'day' };
}

export function weekPeriod(at: Instant): Period {
  const from = startOfWeek(at);
  return { from, to: from + 7 * DAY, precision: 'week' };
}

/** The weekend of the week of `at`. */
export function weekendPeriod(at: Instant): Period {
  const from = startOfWeek(at) + 5 * DAY;
  return { from, to: from + 2 * DAY, precision: 'weekend' };
}

/** `month` counts from 0 and may be outside 0..11. */
export function monthPeriod(year: number, month: number): Period {
  return { from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1), precision: 'month' };
}

export function yearPeriod(year: number): Period {
  return { from: utcYear(year), to: utcYear(year + 1), precision: 'year' };
}

export function decadePeriod(year: number): Period {
  return { from: utcYear(year), to: utcYear(year + 10), precision: 'decade' };
}

/** Season 0 is spring (March to May) of `year`; 3 is winter, December of `year` to February of the next. */
export function seasonPeriod(year: number, season: number): Period {
  return {
    from: Date.UTC(year, 2 + season * 3, 1),
    to: Date.UTC(year, 5 + season * 3, 1),
    precision: 'season',
  };
}

function hourPeriod(at: Instant): Period {
  const from = Math.floor(at / HOUR) * HOUR;
  return { from, to: from + HOUR, precision: 'hour' };
}

/** The same day this many months later; the last day of the month if that day does not exist. */
export function addMonths(at: Instant, months: number): Instant {
  const date = new Date(at);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  const last = new Date(
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0),
  ).getUTCDate();
  return first + (Math.min(date.getUTCDate(), last) - 1) * DAY + (at - startOfDay(at));
}

/** The period of the given unit that contains `at`. */
export function periodOf(at: Instant, unit: Precision): Period {
  const date = new Date(at);
  const year = date.getUTCFullYear();
  const PERIODS: Readonly<Record<Precision, () => Period>> = {
    decade: () => decadePeriod(Math.floor(year / 10) * 10),
    year: () => yearPeriod(year),
    season: () => seasonOf(at),
    month: () => monthPeriod(year, date.getUTCMonth()),
    week: () => weekPeriod(at),
    weekend: () => weekendPeriod(at),
    day: () => dayPeriod(at),
    hour: () => hourPeriod(at),
    minute: () => ({
      from: Math.floor(at / 60_000) * 60_000,
      to: Math.floor(at / 60_000) * 60_000 + 60_000,
      precision: 'minute',
    }),
  };
  return PERIODS[unit]();
}

export function seasonOf(at: Instant): Period {
  const date = new Date(at);
  const month = date.getUTCMonth();
  const year = month < 2 ? date.getUTCFullYear() - 1 : date.getUTCFullYear();
  return seasonPeriod(year, Math.floor(((month + 10) % 12) / 3));
}

/** Date.UTC reads years below 100 as 19xx. */
function utcYear(year: number): Instant {
  const date = new Date(0);
  date.setUTCFullYear(year, 0, 1);
  return date.getTime();
}

/** The moment `by` units after `at`; the day of the month is preserved if it exists. */
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

/** The whole unit that is `by` units from the one containing `at`. */
export function shiftedPeriod(at: Instant, by: number, unit: Precision): Period {
  return unit === 'weekend'
    ? weekendPeriod(at + by * 7 * DAY)
    : periodOf(shiftInstant(at, by, unit), unit);
}

/** The single day `by` units from now: "a year ago today". */
export function shiftedDay(at: Instant, by: number, unit: Precision): Period {
  return periodOf(shiftInstant(at, by, unit), 'day');
}

/** From `back` units before now to `ahead` units after it; at least whole days unless the unit is finer. */
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
 * How many times nearer a past period must be than a future one to win: plans are mostly in the future, times next to
 * a past verb mostly in the past.
 */
const PAST_COSTS: Readonly<Record<'planned' | 'reported' | 'unknown', number>> = {
  planned: 4,
  reported: 0.5,
  unknown: 1,
};

/**
 * Selects one of several periods in chronological order by tense: the last that has begun, the first that is not
 * over, or the nearest, weighted by {@link PAST_COSTS}; a plan is in the future unless its period has just passed.
 */
export function selectByTense<P extends Period>(
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

/** Occurrences of the season in the years around `at`, in chronological order. */
export function seasonsAround(at: Instant, season: number): Period[] {
  const year = new Date(at).getUTCFullYear();
  return [-2, -1, 0, 1]
    .map((offset) => seasonPeriod(year + offset, season))
    .concat(seasonPeriod(year + 2, season));
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const SEASONS = ['winter', 'spring', 'summer', 'autumn'];

/**
 * A period `[from, to)` in English words, no more precise than known (UTC): "7 May 2023", "week of 1 May 2023", "May
 * 2023", "summer 2021", "the 1990s". A period of several units is given by both ends, a part of a unit as "early",
 * "mid" or "late".
 */
export function describeInterval(from: Instant, to: Instant, precision: Precision): string {
  const first = periodOf(from, precision);
  if (to <= first.to)
    return inPart(part(from, to, first.from, first.to, precision), name(from, precision));
  const last = periodOf(to - 1, precision);
  if (last.from === first.from || to - from <= DAY) return name(from, precision);
  const ends =
    precision === 'week' ||
    precision === 'weekend' ||
    precision === 'day' ||
    precision === 'season';
  return ends
    ? `${name(from, 'day')} to ${name(to - 1, 'day')}`
    : `${name(from, precision)} to ${name(to - 1, precision)}`;
}

function name(at: Instant, precision: Precision): string {
  const date = new Date(at);
  switch (precision) {
    case 'decade':
      return `the ${Math.floor(date.getUTCFullYear() / 10) * 10}s`;
    case 'year':
      return `${date.getUTCFullYear()}`;
    case 'season':
      return `${SEASONS[Math.floor(((date.getUTCMonth() + 1) % 12) / 3)] ?? ''} ${new Date(periodOf(at, 'season').from).getUTCFullYear()}`;
    case 'month':
      return month(date);
    case 'week':
      return `week of ${day(new Date(periodOf(at, 'week').from))}`;
    case 'weekend':
      return `weekend of ${day(new Date(periodOf(at, 'weekend').from))}`;
    case 'day':
      return day(date);
    case 'hour':
    case 'minute':
      return `${day(date)} ${clock(date)}`;
  }
}

const month = (date: Date): string =>
  `${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
const day = (date: Date): string => `${date.getUTCDate()} ${month(date)}`;
const inPart = (word: string, whole: string): string =>
  whole.startsWith('the ') ? `the ${word}${whole.slice(4)}` : `${word}${whole}`;
const clock = (date: Date): string => date.toISOString().slice(11, 16);

/** "early", "mid" or "late" for a period of at most 45 % of its unit, from a month to a decade; else empty. */
function part(
  from: Instant,
  to: Instant,
  start: Instant,
  end: Instant,
  precision: Precision,
): string {
  const share = (to - from) / (end - start);
  if (share > 0.45 || !['decade', 'year', 'season', 'month'].includes(precision)) return '';
  const middle = ((from + to) / 2 - start) / (end - start);
  return middle < 1 / 3 ? 'early ' : middle > 2 / 3 ? 'late ' : 'mid ';
}
