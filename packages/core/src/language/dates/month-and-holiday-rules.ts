import { DAY, type Instant, type Period } from '../../domain/time.js';
import {
  dayPeriod,
  decadePeriod,
  monthPeriod,
  seasonPeriod,
  seasonsAround,
  selectByTense,
  tenseAt,
  weekendPeriod,
  weekPeriod,
  yearPeriod,
} from '../calendar.js';
import {
  absolute,
  after,
  before,
  type DatedUtterance,
  type DateReading,
  dateRule,
  type DateRule,
  dayNumberOf,
  isCapital,
  MONTH,
  monthOf,
  relative,
  SEASON,
  seasonOfName,
  WEEKDAY,
  weekdayOf,
  YEAR,
} from './date-mention.js';
import { fullYear, MONTH_YEAR_RULE } from './day-rules.js';

const WHICH = '(last|past|this past|this last|this coming|this|next|coming|upcoming)';
/** Words that make a following month name a month rather than a verb or a person ("April"). */
const SURE_CUE =
  '(?:back in|in|since|until|till|during|throughout|early|mid|late|end of|beginning of|start of|middle of|month of|day of)';
const WEAK_CUE = '(?:by|from|through|of|around|before|after|to|for)';
const NAMES_TOO = /^(?:april|may|june|august|jan|mar|march|dec)\b/iu;

/** For a yearly period: "last" and "this past" have ended, "this" is in this year, "next" has not begun. */
function byWhich(
  candidates: readonly Period[],
  which: string,
  saying: DatedUtterance,
  match: RegExpMatchArray,
): Period | undefined {
  const start = match.index ?? 0;
  const plain = which.toLowerCase();
  if (/^(?:last|past|this past|this last)$/.test(plain))
    return candidates.findLast(({ to }) => to <= saying.at);
  if (/next|coming/.test(plain)) return candidates.find(({ from }) => from > saying.at);
  if (plain === 'this') return thisYears(candidates, saying.at);
  if (/^(?:back in|since)$/.test(plain))
    return candidates.findLast(({ from }) => from <= saying.at);
  return selectByTense(candidates, saying.at, tenseAt(saying.text, start, start + match[0].length));
}

function thisYears(candidates: readonly Period[], at: number): Period | undefined {
  const year = new Date(at).getUTCFullYear();
  return (
    candidates.find(({ from, to }) => from <= at && to > at) ??
    candidates.find(({ from }) => new Date(from).getUTCFullYear() === year)
  );
}

function month(
  match: RegExpMatchArray,
  saying: DatedUtterance,
  which: string,
  name: string,
): DateReading | null {
  const year = new Date(saying.at).getUTCFullYear();
  const chosen = byWhich(
    [-2, -1, 0, 1, 2].map((offset) => monthPeriod(year + offset, monthOf(name))),
    which,
    saying,
    match,
  );
  return chosen === undefined ? null : relative(chosen);
}

function season(
  match: RegExpMatchArray,
  saying: DatedUtterance,
  which: string,
  name: string,
): DateReading | null {
  const candidates = seasonsAround(saying.at, seasonOfName(name));
  const chosen = byWhich(candidates, which, saying, match);
  return chosen === undefined ? null : relative(chosen);
}

/** "in the summer" is a time only if a tense determines which. */
function tensedSeason(match: RegExpMatchArray, saying: DatedUtterance): DateReading | null {
  const start = match.index ?? 0;
  const tense = tenseAt(saying.text, start, start + match[0].length);
  return tense === 'unknown' ? null : season(match, saying, '', match[1] ?? '');
}

/** "from March to July 2022": the first month is in the second one's year or the year before. */
function months(match: RegExpMatchArray, saying: DatedUtterance): DateReading | null {
  const [firstName, lastName, year] = [match[1] ?? '', match[2] ?? '', match[3]];
  if (!isCapital(firstName) || !isCapital(lastName)) return null;
  const last =
    year === undefined
      ? month(match, saying, '', lastName)
      : absolute(monthPeriod(Number(year), monthOf(lastName)));
  if (last === null) return null;
  const wraps = monthOf(firstName) > monthOf(lastName) ? 1 : 0;
  return {
    ...last,
    from: monthPeriod(new Date(last.from).getUTCFullYear() - wraps, monthOf(firstName)).from,
  };
}

const DECADE_WORDS: Readonly<Record<string, number>> = {
  twenties: 20,
  thirties: 30,
  forties: 40,
  fifties: 50,
  sixties: 60,
  seventies: 70,
  eighties: 80,
  nineties: 90,
};
const SOMEONES_AGE =
  /(?:\b(?:my|his|her|their|your|our|its|low|high)|(?<!\p{L})\p{L}+['’]s) (?:early |mid[ -]|late )?$/iu;

/** "the 90s" is the latest such decade that has begun. */
function decade(match: RegExpMatchArray, saying: DatedUtterance): DateReading | null {
  if (SOMEONES_AGE.test(before(match, saying))) return null;
  const digits = match[1] ?? match[2];
  const tens =
    digits === undefined ? (DECADE_WORDS[(match[3] ?? '').toLowerCase()] ?? 0) : Number(digits);
  if (tens >= 1000) return absolute(decadePeriod(tens));
  const now = new Date(saying.at).getUTCFullYear();
  const year = now - (now % 100) + tens;
  return absolute(decadePeriod(year > now ? year - 100 : year));
}

/** "the first week of May", "last weekend of June 2023". */
function weekOfMonth(match: RegExpMatchArray, saying: DatedUtterance): DateReading | null {
  const yearText = match[4];
  const whole =
    yearText === undefined
      ? month(match, saying, '', match[3] ?? '')
      : absolute(monthPeriod(Number(yearText), monthOf(match[3] ?? '')));
  if (whole === null) return null;
  const unit = (match[2] ?? '').toLowerCase() === 'weekend' ? weekendPeriod : weekPeriod;
  const within: Period[] = [];
  for (let at = whole.from; at < whole.to + 6 * 86_400_000; at += 7 * 86_400_000) {
    const period = unit(at);
    // A week belongs to the month with most of its days: the first week of June 2025 does not start in May.
    const shared = Math.min(period.to, whole.to) - Math.max(period.from, whole.from);
    if (unit === weekPeriod ? shared > (period.to - period.from) / 2 : shared > 0)
      within.push(period);
  }
  const place =
    { first: 0, second: 1, third: 2, fourth: 3, last: -1 }[(match[1] ?? '').toLowerCase()] ?? 0;
  const chosen = within.at(place);
  return chosen === undefined ? null : { ...whole, ...chosen };
}

/** Months, seasons, quarters, years and decades by name, in English. */
export const MONTH_RULES: readonly DateRule[] = [
  dateRule(
    `\\b(?:the )?(first|second|third|fourth|last) (week|weekend) (?:of|in) (${MONTH})(?:,? (?:of )?(${YEAR}))?`,
    weekOfMonth,
  ),
  MONTH_YEAR_RULE,
  dateRule(
    `\\b(?:(?:from|between) )?(${MONTH}) ?(?:to|until|till|through|and|-|–) ?(${MONTH})(?:,? (?:of )?(${YEAR}))?(?![\\d:%]| ?\\d)`,
    months,
  ),
  dateRule(`(?<![\\p{L}\\d])${WHICH} (${MONTH})(?![ ]?\\d)`, (match, saying) =>
    isCapital(match[2] ?? '') || (match[2] ?? '').length > 5
      ? month(match, saying, match[1] ?? '', match[2] ?? '')
      : null,
  ),
  dateRule(`(?<![\\p{L}\\d])(${SURE_CUE})[ -](${MONTH})(?![ ]?\\d|['’]s)`, (match, saying) => {
    const name = match[2] ?? '';
    // "till may" and "early mar" are ambiguous; with more letters, or such a word before it, it is a month.
    return isCapital(name) ||
      name.length > 3 ||
      /^(?:in|since|during|until)$|of$/i.test(match[1] ?? '')
      ? month(match, saying, match[1] ?? '', name)
      : null;
  }),
  dateRule(`(?<![\\p{L}\\d])${WEAK_CUE} (${MONTH})(?![ ]?\\d|['’]s)`, (match, saying) =>
    isCapital(match[1] ?? '') && !NAMES_TOO.test(match[1] ?? '')
      ? month(match, saying, '', match[1] ?? '')
      : null,
  ),
  dateRule(
    '(?<![\\p{L}\\d]|(?:mr|ms|mrs|dr)\\.? )(january|february|july|september|october|november|december)(?![ ]?\\d|[\\p{L}])',
    (match, saying) =>
      isCapital(match[1] ?? '') ? month(match, saying, '', match[1] ?? '') : null,
  ),
  dateRule(
    `\\b${WHICH} (${SEASON})(?![\\p{L}\\d-])(?! (?:apart|short|behind|asleep|in love|cleaning|roll|break\\w))`,
    (match, saying) => season(match, saying, match[1] ?? '', match[2] ?? ''),
  ),
  dateRule(
    `\\b(?:the )?(${SEASON})(?: of|,| in)? (${YEAR}|['’]\\d\\d)(?![\\d:%])`,
    (match, saying) =>
      absolute(
        seasonPeriod(
          fullYear((match[2] ?? '').replace(/['’]/, ''), saying.at),
          seasonOfName(match[1] ?? ''),
        ),
      ),
  ),
  dateRule(
    `\\b(?:in|over|during|since) (?:the )?(spring|summer|autumn|winter|(?<=the )fall)(?![\\p{L}\\d-])(?! (?:of|coat|clothes|vibes|jobs?|camp|olympics))`,
    tensedSeason,
  ),
  dateRule(`\\bq([1-4])[ ,/-]{0,2}(${YEAR})(?!\\d)`, (match) =>
    absolute({
      ...monthPeriod(Number(match[2]), (Number(match[1]) - 1) * 3),
      to: Date.UTC(Number(match[2]), Number(match[1]) * 3, 1),
      precision: 'season',
    }),
  ),
  dateRule(
    `(?<![\\p{L}\\d$€£.,-])(?:in |of |since |class of )['’](\\d\\d)(?![\\d\\p{L}])`,
    (match, saying) => absolute(yearPeriod(fullYear(match[1] ?? '', saying.at))),
  ),
  dateRule(
    `(?<![\\p{L}\\d$€£.,])(?:(?:the )?((?:1[89]|20)\\d0)['’]?s|(?:the (?:early |mid[ -]|late )?['’]?|(?:early|mid|late)[ -]['’]?|['’])([2-9]0)['’]?s|the (?:early |mid[ -]|late )?(${Object.keys(DECADE_WORDS).join('|')}))(?![\\p{L}\\d])`,
    decade,
  ),
];

type DayOfYear = (year: number) => Instant;

/** The nth given weekday of a month, counted from 1; Sunday is 0. */
const nthWeekday =
  (month: number, weekday: number, nth: number): DayOfYear =>
  (year) => {
    const first = Date.UTC(year, month, 1);
    return first + (((weekday - new Date(first).getUTCDay() + 7) % 7) + (nth - 1) * 7) * DAY;
  };

const LAST = /^last$/i;

/** "the second Sunday of May": without a year by tense, else the nearest. */
function weekdayOfMonth(match: RegExpMatchArray, saying: DatedUtterance): DateReading | null {
  const [nth = '', weekday = '', name = '', told] = match.slice(1);
  const dayIn = (year: number): Period => {
    const of = (count: number): Instant =>
      nthWeekday(monthOf(name), weekdayOf(weekday), count)(year);
    const month = monthPeriod(year, monthOf(name));
    return dayPeriod(LAST.test(nth) ? (of(5) < month.to ? of(5) : of(4)) : of(dayNumberOf(nth)));
  };
  if (told !== undefined) return absolute(dayIn(Number(told)));
  const now = new Date(saying.at).getUTCFullYear();
  const chosen = byWhich(
    [-2, -1, 0, 1, 2].map((offset) => dayIn(now + offset)),
    '',
    saying,
    match,
  );
  return chosen === undefined ? null : relative(chosen);
}

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

function holiday(match: RegExpMatchArray, saying: DatedUtterance): DateReading | null {
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
  saying: DatedUtterance,
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
  return selectByTense(days, saying.at, tense);
}

/**
 * Holidays used as dates, in English and as observed in the United States; without a year, by tense, else the
 * nearest.
 */
export const HOLIDAY_RULES: readonly DateRule[] = [
  dateRule(
    `\\b(?:on )?(?:the )?(first|second|third|fourth|last|1st|2nd|3rd|4th) (${WEEKDAY}) (?:of|in) (${MONTH})(?:,? (${YEAR}))?(?!\\p{L})`,
    weekdayOfMonth,
  ),
  dateRule(
    `\\b((?:last|this past|past|this coming|this|next|on|at|since|over|before|after|around|by|until|till|during|for) )?(${NAME})(?:,? (?:of |in )?(${YEAR}))?(?!\\p{L})`,
    holiday,
  ),
];
