import { DAY, type Instant, MINUTE, type Period } from '../../domain/time.js';
import { dayPeriod, monthPeriod, selectByTense, tenseAt, yearPeriod } from '../calendar.js';
import {
  absolute,
  after,
  before,
  type DatedUtterance,
  type DateReading,
  dateRule,
  type DateRule,
  DAY_NUMBER,
  dayNumberOf,
  isCapital,
  MONTH,
  monthOf,
  ORDINAL,
  ORDINAL_WORD,
  relative,
  SHORT_WEEKDAY,
  WEEKDAY,
  weekdayOf,
  YEAR,
} from './date-mention.js';

/** A day if it exists, else null. `month` counts from 0. */
export function exactDay(year: number, month: number, day: number): DateReading | null {
  const at = Date.UTC(year, month, day);
  const date = new Date(at);
  return date.getUTCMonth() === month && date.getUTCDate() === day ? absolute(dayPeriod(at)) : null;
}

/** A two-digit year, "23": at most ten years after the moment of saying. */
export function fullYear(digits: string, saidAt: Instant): number {
  if (digits.length === 4) return Number(digits);
  const now = new Date(saidAt).getUTCFullYear();
  const year = now - (now % 100) + Number(digits);
  return year > now + 10 ? year - 100 : year;
}

const ISO =
  '(?<![\\p{L}\\d.:/-])((?:19|20)\\d\\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])(?:[T ]([01]\\d|2[0-3]):([0-5]\\d)(?::[0-5]\\d(?:\\.\\d{1,9})?)?(Z|[+-][01]\\d:?[0-5]\\d)?)?(?![\\d-])';

function isoDate(match: RegExpMatchArray): DateReading | null {
  const day = exactDay(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  if (day === null || match[4] === undefined) return day;
  const zone = /([+-])(\d\d):?(\d\d)/.exec(match[6] ?? '');
  const offset =
    zone === null ? 0 : (zone[1] === '-' ? -1 : 1) * (Number(zone[2]) * 60 + Number(zone[3]));
  const from = day.from + (Number(match[4]) * 60 + Number(match[5]) - offset) * MINUTE;
  return { ...day, from, to: from + MINUTE, precision: 'minute' };
}

/**
 * "5/7/2023": the reader's convention decides, unless one number is too large for a month; with full stops the day
 * comes first.
 */
function slashed(
  first: number,
  second: number,
  year: number,
  dayFirst: boolean,
): DateReading | null {
  if (first > 12 || (dayFirst && second <= 12)) return exactDay(year, second - 1, first);
  return exactDay(year, first - 1, second);
}

const COUNTED =
  /^\s(?!(?:was|is|has|as|us|this|its|plus|towards|always|sometimes)\b)(?:[a-z]{2,20}s\b|people|men|women|children|percent|km|kg|mg|kcal|sq|k\b|million|billion|bucks|or so|euro|feet|of (?:them|us|these|those)|more|words|square|words)/u;
const NOT_A_YEAR_BEFORE =
  /(?:room|route|number|no\.?|page|top|over|about|nearly|almost|than|version|model|windows|office|code|pin|flight|bus|chapter|only|least|most|to|#|hundred|iso|rfc|form)\s$/iu;
const YEAR_CUE =
  /(?:\b(?:19|20)\d\d (?:to|and|or|until|through)|\b(?:in|since|until|till|by|during|before|after|circa|year|early|mid|late|spring|summer|autumn|fall|winter|through|of|from|between|class of|back in|en|im|jahr|seit|depuis|desde|nel|dal|em|sinds|année|año|ano|anno|sommer|été|verano|estate|verão)|mid-)\s?$/iu;

/** Cues directly before a number below 1900 that make it a year. */
const EARLY_CUE = /\b(?:in|since|circa|year|im jahr|seit|depuis|nel)\s$/iu;

function bareYear(
  match: RegExpMatchArray,
  saying: Parameters<DateRule['read']>[1],
): DateReading | null {
  const year = Number(match[1]);
  if (year < 1900 && !EARLY_CUE.test(before(match, saying))) return null;
  const behind = after(match, saying);
  const cued = YEAR_CUE.test(before(match, saying));
  if (COUNTED.test(behind) && !(cued && /^\s\w+s\b/.test(behind) && year !== 2000)) return null;
  if (cued) return absolute(yearPeriod(year));
  if (NOT_A_YEAR_BEFORE.test(before(match, saying))) return null;
  const now = new Date(saying.at).getUTCFullYear();
  return year > now - 75 && year < now + 12 && year !== 2000 ? absolute(yearPeriod(year)) : null;
}

/** Numeric dates, the same in every language. */
export const NUMERIC_RULES: readonly DateRule[] = [
  dateRule(ISO, isoDate),
  dateRule(
    '(?<![\\p{L}\\d.:/-])((?:19|20)\\d\\d)/(0?[1-9]|1[0-2])/(0?[1-9]|[12]\\d|3[01])(?![\\d/-])',
    (match) => exactDay(Number(match[1]), Number(match[2]) - 1, Number(match[3])),
  ),
  dateRule('(?<![\\p{L}\\d.:/-])((?:19|20)\\d\\d)-(0[1-9]|1[0-2])(?![\\d-])', (match) =>
    absolute(monthPeriod(Number(match[1]), Number(match[2]) - 1)),
  ),
  dateRule('(?<![\\p{L}\\d.:/$€£-])(1[0-2]|0?[1-9])/((?:19|20)\\d\\d)(?![\\d/%:.-])', (match) =>
    absolute(monthPeriod(Number(match[2]), Number(match[1]) - 1)),
  ),
  dateRule(
    '(?<![\\p{L}\\d.:/$€£-])(3[01]|[12]\\d|0?[1-9])([/-])(3[01]|[12]\\d|0?[1-9])\\2((?:19|20)\\d\\d|(?<=/)\\d\\d)(?![\\d/%:-])(?!\\.\\d)',
    (match, saying) =>
      slashed(
        Number(match[1]),
        Number(match[3]),
        fullYear(match[4] ?? '', saying.at),
        saying.dayFirst,
      ),
  ),
  dateRule(
    '(?<![\\p{L}\\d.:/$€£-])(3[01]|[12]\\d|0?[1-9])\\. ?(1[0-2]|0?[1-9])\\. ?((?:19|20)\\d\\d)(?![\\d/%:-])(?!\\.\\d)',
    (match) => exactDay(Number(match[3]), Number(match[2]) - 1, Number(match[1])),
  ),
  dateRule(
    '(?<![\\p{L}\\d$€£#.,:/-])((?:19|20)\\d\\d) ?[-–] ?((?:19|20)\\d\\d)(?![\\d/-])',
    (match) =>
      Number(match[1]) < Number(match[2])
        ? absolute({
            from: yearPeriod(Number(match[1])).from,
            to: yearPeriod(Number(match[2])).to,
            precision: 'year',
          })
        : null,
  ),
  dateRule(
    '(?<!\\d)((?:19|20)\\d\\d) ?[年년](?: ?(1[0-2]|0?[1-9]) ?[月월](?: ?(3[01]|[12]\\d|0?[1-9]) ?[日号號일])?)?',
    (match) => {
      if (match[2] === undefined) return absolute(yearPeriod(Number(match[1])));
      return match[3] === undefined
        ? absolute(monthPeriod(Number(match[1]), Number(match[2]) - 1))
        : exactDay(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
    },
  ),
  dateRule(
    "(?<![\\p{L}\\d$€£¥#.:/+@\\\\_]|\\d[ ,’'])(?<!(?<!\\bmid)-)((?:1[6-9]|20)\\d\\d)(?![\\p{L}\\d%€$£@_/]|[.,:-]\\d|-[\\p{L}]{1,12}\\d| ?[年년])",
    bareYear,
  ),
];

const LEADING_WEEKDAY = `(?:(?:${WEEKDAY}|${SHORT_WEEKDAY})[.,]? \\(?)?`;
const TRAILING_WEEKDAY = `(?:,? \\((?:${WEEKDAY}|${SHORT_WEEKDAY})\\)|, (?:an? )?(?:${WEEKDAY}|${SHORT_WEEKDAY})(?=[,.;:!?)\\n]|$| at\\b))?`;
const YEAR_AFTER = `(?:(?:,| of|, of)? ?(?<=[ ,])(${YEAR}|['’]\\d\\d)(?![\\d:%]))?`;
const UPTO = ' ?(?:-|–|to|until|through) ?(?:the )?';

/** "5 July 2023", "the 5th of July", "5-7 July"; `to` is the last day of a range. */
const DAY_MONTH = `(?<![\\p{L}\\d.,:/$€£-])${LEADING_WEEKDAY}(?:the )?(${ORDINAL}|${DAY_NUMBER})\\.?(?:${UPTO}(${ORDINAL}|${DAY_NUMBER})\\.?)? (?:of )?(${MONTH})${YEAR_AFTER}${TRAILING_WEEKDAY}`;
/** "July 5", "July 5th, 2023", "July 5-7". */
const MONTH_DAY = `(?<![\\p{L}\\d])${LEADING_WEEKDAY}(${MONTH}) (?:the )?(${ORDINAL}|${DAY_NUMBER})(?![\\d:%]|[.,]\\d|\\p{L}| ?(?:am|pm)\\b)(?:${UPTO}(${ORDINAL}|${DAY_NUMBER})(?![\\d:%/]|\\p{L}))?${YEAR_AFTER}${TRAILING_WEEKDAY}`;

/**
 * "the first of August", "June the twenty-second": these words also occur in lists, so "of", "the", or a capital and
 * an end must show that a day is meant.
 */
const WORDED_DAY_MONTH = `(?<![\\p{L}\\d])${LEADING_WEEKDAY}(?:the )?(${ORDINAL_WORD})(?:${UPTO}(${ORDINAL_WORD}))? of (${MONTH})(?!['’]s)${YEAR_AFTER}`;
const MONTH_WORDED_DAY = `(?<![\\p{L}\\d])${LEADING_WEEKDAY}(${MONTH}) (?:the )?(${ORDINAL_WORD})(?![\\p{L}-])(?=[.,!?;:)\\n]|$| (?:at|and|to|for|is|was|in|with|but|because|so|we|i|when|if|or)\\b)${YEAR_AFTER}`;

function days(
  saying: DatedUtterance,
  match: RegExpMatchArray,
  first: string,
  last: string | undefined,
  monthName: string,
  yearText: string | undefined,
): DateReading | null {
  const month = monthOf(monthName);
  const year =
    yearText === undefined ? undefined : fullYear(yearText.replace(/['’]/, ''), saying.at);
  const from = dayOfMonth(saying, match, dayNumberOf(first), month, year);
  if (from === null || last === undefined) return from;
  const to = exactDay(new Date(from.from).getUTCFullYear(), month, dayNumberOf(last));
  return to === null || to.from <= from.from ? from : { ...from, to: to.to };
}

/**
 * A day without a year is resolved among last, this and next year: by its weekday, if given, unless that date is over
 * and a verb puts it in the future; else by tense; else the nearest.
 */
function dayOfMonth(
  saying: DatedUtterance,
  match: RegExpMatchArray,
  day: number,
  month: number,
  year: number | undefined,
): DateReading | null {
  if (year !== undefined) return exactDay(year, month, day);
  const now = new Date(saying.at).getUTCFullYear();
  const candidates = [now - 1, now, now + 1]
    .map((each) => exactDay(each, month, day))
    .filter((each) => each !== null);
  const start = match.index ?? 0;
  const tense = /\bsince $/iu.test(before(match, saying))
    ? 'past'
    : tenseAt(saying.text, start, start + match[0].length);
  const named = OWN_WEEKDAY.exec(match[0])?.[1];
  const fitting = candidates.filter(
    ({ from }) => named !== undefined && new Date(from).getUTCDay() === weekdayOf(named),
  );
  // The weekday in "We will meet on Sunday 19 October" may be wrong; it must not select last year's date.
  const chosen =
    fitting.find(({ to }) => tense !== 'future' || to > saying.at) ??
    selectByTense(candidates, saying.at, tense);
  return chosen === undefined ? null : relative(chosen);
}

const OWN_WEEKDAY = new RegExp(`\\b(${WEEKDAY}|${SHORT_WEEKDAY})`, 'iu');

/** "2 march in", "5 may be": in lower case these are verbs unless an ordinal or a year follows. */
const isVerb = (monthName: string, ...evidence: (string | undefined)[]): boolean =>
  /^(?:may|march|mar)$/.test(monthName) &&
  evidence.every((each) => each === undefined || /^\d{1,2}$/.test(each));

/** Verbs of setting a day: without one, "to the 5th" is not a day ("moved to the 15th", "booked for the 3rd"). */
const MOVED_TO =
  'moved|pushed|postponed|rescheduled|changed|shifted|put|set|booked|scheduled|fixed|confirmed|arranged|got|down';

/** "on the 5th": in the month that the tense suggests. */
function ordinalDay(match: RegExpMatchArray, saying: DatedUtterance): DateReading | null {
  if (
    !/^(?:$|[.,!?;:)\n]| (?:at|and|to|for|of this month|in the|with|but|because|so|we|i|when|if|or)\b)/iu.test(
      after(match, saying),
    )
  )
    return null;
  const date = new Date(saying.at);
  const months: Period[] = [-1, 0, 1].flatMap((offset) => {
    const month = new Date(monthPeriod(date.getUTCFullYear(), date.getUTCMonth() + offset).from);
    return (
      exactDay(month.getUTCFullYear(), month.getUTCMonth(), Number.parseInt(match[1] ?? '', 10)) ??
      []
    );
  });
  const start = match.index ?? 0;
  const chosen = selectByTense(
    months,
    saying.at,
    tenseAt(saying.text, start, start + match[0].length),
  );
  return chosen === undefined ? null : relative(chosen);
}

/** "Friday the 5th": of the near months whose 5th is a Friday, the one that the tense suggests, else the nearest. */
function weekdayThe(match: RegExpMatchArray, saying: DatedUtterance): DateReading | null {
  const date = new Date(saying.at);
  const start = match.index ?? 0;
  const tense = tenseAt(saying.text, start, start + match[0].length);
  const day = Number.parseInt(match[2] ?? '', 10);
  // Friday the 13th as the unlucky day, or the films.
  if (day === 13 && tense === 'unknown') return null;
  const candidates = Array.from(
    { length: 25 },
    (_, index) => monthPeriod(date.getUTCFullYear(), date.getUTCMonth() - 12 + index).from,
  )
    .map((at) => exactDay(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth(), day))
    .filter((each) => each !== null)
    .filter((each) => new Date(each.from).getUTCDay() === weekdayOf(match[1] ?? ''));
  const chosen = selectByTense(candidates, saying.at, tense);
  return chosen === undefined ? null : relative(chosen);
}

/** "the 5th of last month". */
function dayOfNearMonth(match: RegExpMatchArray, saying: DatedUtterance): DateReading | null {
  const offset = { last: -1, this: 0, next: 1 }[(match[2] ?? '').toLowerCase()] ?? 0;
  const date = new Date(saying.at);
  const { from, to } = monthPeriod(date.getUTCFullYear(), date.getUTCMonth() + offset);
  const at = from + (Number.parseInt(match[1] ?? '', 10) - 1) * DAY;
  return at < to ? relative(dayPeriod(at)) : null;
}

/** Days given by day and month, in English. */
export const NAMED_DAY_RULES: readonly DateRule[] = [
  dateRule(DAY_MONTH, (match, saying) =>
    isVerb(match[3] ?? '', match[1], match[4])
      ? null
      : days(saying, match, match[1] ?? '', match[2], match[3] ?? '', match[4]),
  ),
  dateRule(MONTH_DAY, (match, saying) =>
    isVerb(match[1] ?? '', match[2], match[4]) &&
    !/\b(?:on|from|since|until|till|by|before|after|of|starting) $/iu.test(before(match, saying))
      ? null
      : days(saying, match, match[2] ?? '', match[3], match[1] ?? '', match[4]),
  ),
  dateRule(WORDED_DAY_MONTH, (match, saying) =>
    days(saying, match, match[1] ?? '', match[2], match[3] ?? '', match[4]),
  ),
  dateRule(MONTH_WORDED_DAY, (match, saying) =>
    isCapital(match[1] ?? '')
      ? days(saying, match, match[2] ?? '', undefined, match[1] ?? '', match[3])
      : null,
  ),
  dateRule(
    `\\b(?:on|by|until|till|since|from|before|after|(?<=\\b(?:${MOVED_TO})\\b[^.!?\\n]{0,40} )(?:to|for)) the (${ORDINAL})(?!\\p{L})`,
    ordinalDay,
  ),
  dateRule(`\\b(?:on )?(${WEEKDAY}),? the (${ORDINAL})(?![\\p{L}]| of\\b)`, weekdayThe),
  dateRule(`\\bthe (${ORDINAL}) of (last|this|next) month\\b`, dayOfNearMonth),
  dateRule('\\b(?:the )?fourth of july\\b', (match, saying) =>
    dayOfMonth(saying, match, 4, 6, undefined),
  ),
];

/** A month with its year: "March 2020", "March of 2020", "Mar '20". */
export const MONTH_YEAR_RULE: DateRule = dateRule(
  `(?<![\\p{L}\\d])(${MONTH}),? (?:of )?(${YEAR}|['’]\\d\\d)(?![\\d:%]|\\p{L})`,
  (match, saying) => {
    const name = match[1] ?? '';
    if (/^(?:may|march|mar)$/i.test(name) && !isCapital(name) && (match[2] ?? '').length < 4)
      return null;
    return absolute(
      monthPeriod(fullYear((match[2] ?? '').replace(/['’]/, ''), saying.at), monthOf(name)),
    );
  },
);
