import { describe, expect, it } from 'vitest';
import { readDates } from '../dates.js';
import { nextOccurrence } from './weekdays-and-recurrence.js';

const SAID = Date.UTC(2026, 2, 18, 10);

function nextOf(text: string, now: number): string | null {
  const [date] = readDates(text, SAID, 'en').filter(({ recurring }) => recurring);
  if (date === undefined) throw new Error(`no recurrence in “${text}”`);
  const next = nextOccurrence(date, now);
  return next === null ? null : new Date(next.from).toISOString().slice(0, 10);
}

describe('the next day of a recurrence', () => {
  it.each<[string, string, string | null]>([
    ['I play chess every Thursday.', '2026-03-18T10:00Z', '2026-03-19'],
    ['I play chess every Thursday.', '2026-03-19T23:59Z', '2026-03-19'],
    ['I play chess every Thursday.', '2026-03-20T00:00Z', '2026-03-26'],
    ['I play chess every Thursday.', '2027-01-01T09:00Z', '2027-01-07'],
    ['Choir is on Mondays.', '2026-06-03T09:00Z', '2026-06-08'],
    ['The bins go out every other Friday.', '2026-03-21T09:00Z', '2026-04-03'],
    ['I run every day.', '2026-05-01T09:00Z', '2026-05-01'],
    ['I pay the rent every month.', '2026-05-01T09:00Z', null],
  ])('%s at %s', (text, now, day) => {
    expect(nextOf(text, Date.parse(now))).toBe(day);
  });
});
