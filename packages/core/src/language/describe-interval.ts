import { DAY, type Instant, type Precision } from '../domain/time.js';
import { periodOf } from './calendar.js';

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
 * A period `[from, to)` in English words, no more precise than known (UTC): "7 May 2023", "week of 1 May
 * 2023", "May 2023", "summer 2021", "the 1990s". A period of several units is given by both ends, a part of
 * a unit as "early", "mid" or "late".
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

/** A year known to a third is "early", "mid" or "late"; a less precise one has no such word. */
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
