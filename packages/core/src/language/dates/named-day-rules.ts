import { DAY, type Period } from '../../domain/time.js';
import { dayPeriod, monthPeriod } from '../calendar.js';
import {
  absolute,
  after,
  before,
  dateRule,
  relative,
  type DateReading,
  type DateRule,
  type Saying,
} from './date-rule.js';
import { exactDay, fullYear } from './numeric-rules.js';
import { chosenByTense } from './shift.js';
import { tenseAt } from './tense.js';
import {
  DAY_NUMBER,
  dayNumberOf,
  isCapital,
  MONTH,
  monthOf,
  ORDINAL,
  ORDINAL_WORD,
  SHORT_WEEKDAY,
  WEEKDAY,
  weekdayOf,
  YEAR,
} from './vocabulary.js';

const LEADING_WEEKDAY = `(?:(?:${WEEKDAY}|${SHORT_WEEKDAY})[.,]? \\(?)?`;
const TRAILING_WEEKDAY = `(?:,? \\((?:${WEEKDAY}|${SHORT_WEEKDAY})\\)|, (?:an? )?(?:${WEEKDAY}|${SHORT_WEEKDAY})(?=[,.;:!?)\\n]|$| at\\b))?`;
const YEAR_AFTER = `(?:(?:,| of|, of)? ?(?<=[ ,])(${YEAR}|['’]\\d\\d)(?![\\d:%]))?`;
const UPTO = ' ?(?:-|–|to|until|through) ?(?:the )?';

/** "5 July 2023", "the 5th of July", "5-7 July"; `to` is the last day of a range. */
const DAY_MONTH = `(?<![\\p{L}\\d.,:/$€£-])${LEADING_WEEKDAY}(?:the )?(${ORDINAL}|${DAY_NUMBER})\\.?(?:${UPTO}(${ORDINAL}|${DAY_NUMBER})\\.?)? (?:of )?(${MONTH})${YEAR_AFTER}${TRAILING_WEEKDAY}`;
/** "July 5", "July 5th, 2023", "July 5-7". */
const MONTH_DAY = `(?<![\\p{L}\\d])${LEADING_WEEKDAY}(${MONTH}) (?:the )?(${ORDINAL}|${DAY_NUMBER})(?![\\d:%]|[.,]\\d|\\p{L}| ?(?:am|pm)\\b)(?:${UPTO}(${ORDINAL}|${DAY_NUMBER})(?![\\d:%/]|\\p{L}))?${YEAR_AFTER}${TRAILING_WEEKDAY}`;

/**
 * "the first of August", "June the twenty-second": these words also occur in lists, so "of", "the", or a
 * capital and an end must show that a day is meant.
 */
const WORDED_DAY_MONTH = `(?<![\\p{L}\\d])${LEADING_WEEKDAY}(?:the )?(${ORDINAL_WORD})(?:${UPTO}(${ORDINAL_WORD}))? of (${MONTH})(?!['’]s)${YEAR_AFTER}`;
const MONTH_WORDED_DAY = `(?<![\\p{L}\\d])${LEADING_WEEKDAY}(${MONTH}) (?:the )?(${ORDINAL_WORD})(?![\\p{L}-])(?=[.,!?;:)\\n]|$| (?:at|and|to|for|is|was|in|with|but|because|so|we|i|when|if|or)\\b)${YEAR_AFTER}`;

function days(
  saying: Saying,
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
 * A day without a year is in the one of three years in which the weekday beside it fits, unless that is over and
 * a verb says that it is not; else the one that the tense suggests, else the nearest.
 */
function dayOfMonth(
  saying: Saying,
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
  // "We will meet on Sunday 19 October" has the wrong weekday, and not last year's.
  const chosen =
    fitting.find(({ to }) => tense !== 'future' || to > saying.at) ??
    chosenByTense(candidates, saying.at, tense);
  return chosen === undefined ? null : relative(chosen);
}

const OWN_WEEKDAY = new RegExp(`\\b(${WEEKDAY}|${SHORT_WEEKDAY})`, 'iu');

/** "2 march in" and "5 may be": in lower case these are months only with an ordinal or a year. */
const isVerb = (monthName: string, ...evidence: (string | undefined)[]): boolean =>
  /^(?:may|march|mar)$/.test(monthName) &&
  evidence.every((each) => each === undefined || /^\d{1,2}$/.test(each));

/** "moved to the 15th", "booked for the 3rd": without a verb of setting a day, "to the 5th" is no day. */
const MOVED_TO =
  'moved|pushed|postponed|rescheduled|changed|shifted|put|set|booked|scheduled|fixed|confirmed|arranged|got|down';

/** "on the 5th": of the month that the tense suggests. */
function ordinalDay(match: RegExpMatchArray, saying: Saying): DateReading | null {
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
  const chosen = chosenByTense(
    months,
    saying.at,
    tenseAt(saying.text, start, start + match[0].length),
  );
  return chosen === undefined ? null : relative(chosen);
}

/** "Friday the 5th": of the near months whose 5th is a Friday, the one that the tense suggests, else the nearest. */
function weekdayThe(match: RegExpMatchArray, saying: Saying): DateReading | null {
  const date = new Date(saying.at);
  const start = match.index ?? 0;
  const tense = tenseAt(saying.text, start, start + match[0].length);
  const day = Number.parseInt(match[2] ?? '', 10);
  // Friday the 13th as the unlucky day, and the films.
  if (day === 13 && tense === 'unknown') return null;
  const candidates = Array.from(
    { length: 25 },
    (_, index) => monthPeriod(date.getUTCFullYear(), date.getUTCMonth() - 12 + index).from,
  )
    .map((at) => exactDay(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth(), day))
    .filter((each) => each !== null)
    .filter((each) => new Date(each.from).getUTCDay() === weekdayOf(match[1] ?? ''));
  const chosen = chosenByTense(candidates, saying.at, tense);
  return chosen === undefined ? null : relative(chosen);
}

/** "the 5th of last month". */
function dayOfNearMonth(match: RegExpMatchArray, saying: Saying): DateReading | null {
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
