import { DAY, type Instant, type Period } from '../../domain/time.js';
import { chosenByTense, dayPeriod } from '../calendar.js';
import {
  absolute,
  after,
  before,
  dateRule,
  relative,
  type DateReading,
  type DateRule,
  type Saying,
} from './date-mention.js';
import { tenseAt } from './tense.js';
import { YEAR } from './vocabulary.js';

type DayOfYear = (year: number) => Instant;

/** The nth given weekday of a month, counted from 1; Sunday is 0. */
const nthWeekday =
  (month: number, weekday: number, nth: number): DayOfYear =>
  (year) => {
    const first = Date.UTC(year, month, 1);
    return first + (((weekday - new Date(first).getUTCDay() + 7) % 7) + (nth - 1) * 7) * DAY;
  };

/** Gregorian Easter by the anonymous algorithm (Meeus, Astronomical Algorithms, chapter 8). */
function easter(year: number): Instant {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h =
    (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(n / 31) - 1, (n % 31) + 1);
}

const HOLIDAYS: readonly (readonly [RegExp, DayOfYear])[] = [
  [/^christmas eve|^xmas eve/, (year) => Date.UTC(year, 11, 24)],
  [/^christmas|^xmas/, (year) => Date.UTC(year, 11, 25)],
  [/^boxing/, (year) => Date.UTC(year, 11, 26)],
  [/^new year.{0,2}s? eve/, (year) => Date.UTC(year, 11, 31)],
  [/^new year/, (year) => Date.UTC(year, 0, 1)],
  [/^halloween/, (year) => Date.UTC(year, 9, 31)],
  [/^valentine/, (year) => Date.UTC(year, 1, 14)],
  [/^independence/, (year) => Date.UTC(year, 6, 4)],
  [/^thanksgiving/, nthWeekday(10, 4, 4)],
  [/^black friday/, (year) => nthWeekday(10, 4, 4)(year) + DAY],
  [/^mother/, nthWeekday(4, 0, 2)],
  [/^father/, nthWeekday(5, 0, 3)],
  [/^memorial/, (year) => nthWeekday(5, 1, 1)(year) - 7 * DAY],
  [/^veterans/, (year) => Date.UTC(year, 10, 11)],
  [/^st/, (year) => Date.UTC(year, 2, 17)],
  [/^labor day/, nthWeekday(8, 1, 1)],
  [/^good friday/, (year) => easter(year) - 2 * DAY],
  [/^easter/, easter],
];
const NAME =
  "(?:christmas(?: (?:eve|day))?|xmas(?: eve)?|boxing day|new year(?:['’]?s)? (?:eve|day)|new year['’]?s|halloween|valentine['’]?s(?: day)?|independence day|thanksgiving(?: day)?|black friday|mother['’]?s day|father['’]?s day|memorial day|veterans['’]? day|st\\.? patrick['’]?s day|labor day|good friday|easter(?: (?:sunday|day))?)";

function holiday(match: RegExpMatchArray, saying: Saying): DateReading | null {
  const dayOf = HOLIDAYS.find(([pattern]) => pattern.test((match[2] ?? '').toLowerCase()))?.[1];
  if (dayOf === undefined) return null;
  if (match[3] !== undefined) return absolute(dayPeriod(dayOf(Number(match[3]))));
  const now = new Date(saying.at).getUTCFullYear();
  const chosen = choose(
    [-2, -1, 0, 1, 2].map((offset) => dayPeriod(dayOf(now + offset))),
    match,
    saying,
  );
  return chosen === undefined ? null : relative(chosen);
}

/** Context of a holiday without a preposition that makes it a time rather than the topic: "It was Christmas." */
const BARE_BEFORE =
  /(?:^|[.!?\n] ?|(?<!\p{L})(?:was|leave|left|arrived?|came|met|meet|see you|home|there|here),? )$/iu;
const BARE_BEHIND =
  /^(?:$|\s*[.!?,;)\n](?!\p{L})| (?:with|at|we|i|he|she|they|was|together)(?!\p{L}))/iu;
const DAY_OF_NOTE = /^(?:christmas|xmas|new year|thanksgiving|easter|halloween|valentine|boxing)/iu;

/** By tense, else the nearest; "this Thanksgiving" is this year's. A holiday that is only a topic is not a time. */
function choose(
  days: readonly Period[],
  match: RegExpMatchArray,
  saying: Saying,
): Period | undefined {
  const cue = (match[1] ?? '').trim().toLowerCase();
  if (
    cue === '' &&
    !(
      DAY_OF_NOTE.test(match[2] ?? '') &&
      BARE_BEFORE.test(before(match, saying)) &&
      BARE_BEHIND.test(after(match, saying))
    )
  )
    return undefined;
  if (/last|past/.test(cue)) return days.findLast(({ to }) => to <= saying.at);
  if (/next|coming/.test(cue)) return days.find(({ from }) => from > saying.at);
  const start = match.index ?? 0;
  const tense = tenseAt(saying.text, start, start + match[0].length);
  if (tense === 'unknown' && cue === 'this')
    return days.find(
      ({ from }) => new Date(from).getUTCFullYear() === new Date(saying.at).getUTCFullYear(),
    );
  return chosenByTense(days, saying.at, tense);
}

/**
 * Holidays used as dates, in English and as observed in the United States; without a year, by tense, else the
 * nearest.
 */
export const HOLIDAY_RULES: readonly DateRule[] = [
  dateRule(
    `\\b((?:last|this past|past|this coming|this|next|on|at|since|over|before|after|around|by|until|till|during|for) )?(${NAME})(?:,? (?:of |in )?(${YEAR}))?(?!\\p{L})`,
    holiday,
  ),
];
