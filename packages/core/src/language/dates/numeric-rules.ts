import { MINUTE, type Instant } from '../../domain/time.js';
import { dayPeriod, monthPeriod, yearPeriod } from '../calendar.js';
import { absolute, after, before, dateRule, type DateReading, type DateRule } from './date-rule.js';

/** A day if it exists, else null. `month` counts from 0. */
export function exactDay(year: number, month: number, day: number): DateReading | null {
  const at = Date.UTC(year, month, day);
  const date = new Date(at);
  return date.getUTCMonth() === month && date.getUTCDate() === day ? absolute(dayPeriod(at)) : null;
}

/** "23" as a year: at most ten years after the moment of saying. */
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
 * "5/7/2023": the reader's convention decides, unless one number is too large for a month; with full stops
 * the day comes first.
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

/** A number below 1900 is a year only directly after one of these. */
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
