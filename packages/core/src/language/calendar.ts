import { DAY, HOUR, type Instant, type Period, type Precision } from '../domain/time.js';

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

export function hourPeriod(at: Instant): Period {
  const from = Math.floor(at / HOUR) * HOUR;
  return { from, to: from + HOUR, precision: 'hour' };
}

/** The same day this many months later; the last of the month if that day does not exist. */
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
