import { DAY, HOUR } from '../../domain/time.js';
import {
  dayPeriod,
  isPastTense,
  monthPeriod,
  seasonPeriod,
  selectByTense,
  shiftedDay,
  shiftedPeriod,
  startOfDay,
  stretch,
  tenseAt,
  weekendPeriod,
} from '../calendar.js';
import {
  before,
  COUNT,
  counted,
  countOf,
  type DatedUtterance,
  type DateReading,
  dateRule,
  type DateRule,
  PART_OF_DAY,
  relative,
  SEASON,
  seasonOfName,
  UNIT,
  unitOf,
  NO_RATE,
} from './date-mention.js';

const ABOUT =
  '(?:(about|around|roughly|almost|nearly|over|more than|less than|maybe|like|some|at least|approximately|probably) )?';
const day = (saying: DatedUtterance, offset: number): DateReading =>
  relative(dayPeriod(startOfDay(saying.at) + offset * DAY));

/** "two weeks ago" is the whole week two weeks back; "a few weeks ago" the range from four to two. */
function ago(match: RegExpMatchArray, saying: DatedUtterance, sign: -1 | 1): DateReading | null {
  const count = countOf(match[2] ?? '');
  const { precision, times } = unitOf(match[3] ?? '');
  if (match[4] !== undefined) return halfMore(saying, sign, count.least, precision);
  const [near, far] = [count.least * times * sign, count.most * times * sign];
  const from = shiftedPeriod(saying.at, Math.min(near, far), precision).from;
  const to = shiftedPeriod(saying.at, Math.max(near, far), precision).to;
  return Number.isFinite(from) && Number.isFinite(to)
    ? counted({ from, to, precision }, match[1] !== undefined || !count.exact)
    : null;
}

/** "three summers ago": the third most recent one that has ended. */
function seasonsAgo(match: RegExpMatchArray, saying: DatedUtterance): DateReading | null {
  const { least, exact } = countOf(match[1] ?? '');
  const season = seasonOfName(match[2] ?? '');
  const year = new Date(saying.at).getUTCFullYear();
  const ended = [year + 1, year, year - 1].find(
    (each) => seasonPeriod(each, season).to <= saying.at,
  );
  return ended === undefined || least > 99
    ? null
    : relative(seasonPeriod(ended - least + 1, season), !exact);
}

/** "a year ago today" means that very day. */
function agoToday(match: RegExpMatchArray, saying: DatedUtterance): DateReading | null {
  const { least, exact } = countOf(match[1] ?? '');
  const { precision, times } = unitOf(match[2] ?? '');
  const found = shiftedDay(saying.at, -least * times, precision);
  return Number.isFinite(found.from) ? relative(found, !exact) : null;
}

/** "a year and a half ago". */
function halfMore(
  saying: DatedUtterance,
  sign: -1 | 1,
  count: number,
  unit: string,
): DateReading | null {
  if (unit === 'year')
    return relative(shiftedPeriod(saying.at, sign * (count * 12 + 6), 'month'), true);
  return unit === 'hour'
    ? counted(shiftedPeriod(saying.at, sign * (count * 60 + 30), 'minute'), true)
    : null;
}

/** "in two weeks" is in the future, unless a past verb makes it a duration. */
function ahead(match: RegExpMatchArray, saying: DatedUtterance): DateReading | null {
  const start = match.index ?? 0;
  if (/\b(?:once|twice|times|first time|best|most|only) $/iu.test(before(match, saying)))
    return null;
  if (/^in an? (?:minute|min|decade|night)\b/iu.test(match[0])) return null;
  const tense = tenseAt(saying.text, start, start + match[0].length);
  // "60 miles in an hour" is a rate; "I leave in an hour" is a time because of its verb.
  if (tense !== 'future' && /^in an? (?:hour|day)\b/iu.test(match[0])) return null;
  return isPastTense(tense) ? null : ago(match, saying, 1);
}

/** "over the past two weeks", "the last few months", "the past year": a range that ends now. */
function until(
  match: RegExpMatchArray,
  saying: DatedUtterance,
  direction: 'back' | 'ahead',
): DateReading | null {
  const count = countOf(match[2] ?? 'one');
  const { precision, times } = unitOf(match[3] ?? '');
  if (
    precision === 'weekend' ||
    (match[2] === undefined && /^(?:night|minute|min|hour|hr|day|decade)$/i.test(match[3] ?? ''))
  )
    return null;
  const length = count.most * times;
  return counted(
    direction === 'back'
      ? stretch(saying.at, length, 0, precision)
      : stretch(saying.at, 0, length, precision),
    true,
  );
}

/** "last week", "this month", "next year": calendar units, weeks from Monday. */
function neighbour(match: RegExpMatchArray, saying: DatedUtterance): DateReading | null {
  const which = (match[1] ?? '').toLowerCase();
  const { precision, times } = unitOf(match[2] ?? '');
  const step = /next|^coming|^upcoming/.test(which)
    ? 1
    : which === 'this' || which === 'this coming'
      ? 0
      : -1;
  const start = match.index ?? 0;
  // On a weekday, this week's weekend is still ahead: in the past tense, "this weekend" is the previous one.
  const gone =
    precision === 'weekend' &&
    which === 'this' &&
    weekendPeriod(saying.at).from > saying.at &&
    isPastTense(tenseAt(saying.text, start, start + match[0].length));
  return relative(shiftedPeriod(saying.at, gone ? -1 : step * times, precision));
}

/**
 * "since the weekend" is the previous one; without a decisive tense, "over the weekend" is the nearest and "on the
 * weekend" unresolved.
 */
function theWeekend(match: RegExpMatchArray, saying: DatedUtterance): DateReading | null {
  const start = match.index ?? 0;
  const tense = /^since/iu.test(match[0])
    ? 'past'
    : tenseAt(saying.text, start, start + match[0].length);
  if (tense === 'unknown' && !/^(?:over|during)/iu.test(match[0])) return null;
  const chosen = selectByTense(
    [-1, 0, 1].map((offset) => shiftedPeriod(saying.at, offset, 'weekend')),
    saying.at,
    tense,
  );
  return chosen === undefined ? null : relative(chosen);
}

/** "at noon" is on the day of saying, unless it is a habit. An adjacent date absorbs it. */
function noon(match: RegExpMatchArray, saying: DatedUtterance): DateReading | null {
  if (
    /\b(?:usually|always|often|never|sometimes|generally|normally|every|each|days|daily)\b/iu.test(
      before(match, saying, 60),
    )
  )
    return null;
  const from = startOfDay(saying.at) + 12 * HOUR;
  return relative({ from, to: from + HOUR, precision: 'hour' });
}

/** "the rest of the month" begins today; "the end of the month" is resolved to its last third later. */
function ofThisOne(match: RegExpMatchArray, saying: DatedUtterance): DateReading {
  const whole = shiftedPeriod(saying.at, 0, unitOf(match[2] ?? '').precision);
  return (match[1] ?? '').toLowerCase() === 'rest'
    ? relative({ ...whole, from: startOfDay(saying.at) }, true)
    : relative(whole);
}

function quarter(match: RegExpMatchArray, saying: DatedUtterance): DateReading {
  const date = new Date(saying.at);
  const step = { last: -1, this: 0, next: 1 }[(match[1] ?? '').toLowerCase()] ?? 0;
  const first = (Math.floor(date.getUTCMonth() / 3) + step) * 3;
  return relative({
    from: monthPeriod(date.getUTCFullYear(), first).from,
    to: monthPeriod(date.getUTCFullYear(), first + 2).to,
    precision: 'season',
  });
}

const THE_ONE_NOW = '(?:the )?(?:very )?(end|beginning|start|middle|rest) of (?:the|this) ';

/** Times relative to the moment of saying, in English. */
export const RELATIVE_RULES: readonly DateRule[] = [
  dateRule('\\b(?:the )?day before yesterday\\b', (_match, saying) => day(saying, -2)),
  dateRule('\\b(?:the )?night before last\\b', (_match, saying) => day(saying, -2)),
  dateRule('\\b(?:the )?day after tomorrow\\b', (_match, saying) => day(saying, 2)),
  dateRule(`\\byesterday(?: ${PART_OF_DAY})?(?!\\p{L})`, (_match, saying) => day(saying, -1)),
  dateRule('\\blast (?:night|evening)\\b', (_match, saying) => day(saying, -1)),
  dateRule(`\\b(?:today|tonight|2nite|this (?:very )?${PART_OF_DAY})(?!\\p{L})`, (_match, saying) =>
    day(saying, 0),
  ),
  dateRule(`\\b(?:tomorrow|tmrw)(?: ${PART_OF_DAY})?(?!\\p{L})`, (_match, saying) =>
    day(saying, 1),
  ),
  dateRule('\\bthe other (?:day|night|evening|morning)\\b', (_match, saying) =>
    relative(
      { from: startOfDay(saying.at) - 6 * DAY, to: startOfDay(saying.at), precision: 'day' },
      true,
    ),
  ),
  dateRule('\\b(?:recently|lately)\\b', (_match, saying) =>
    relative(
      {
        from: startOfDay(saying.at) - 14 * DAY,
        to: startOfDay(saying.at) + DAY,
        precision: 'week',
      },
      true,
    ),
  ),
  dateRule('\\bthe other week\\b', (_match, saying) =>
    relative(
      {
        from: shiftedPeriod(saying.at, -3, 'week').from,
        to: shiftedPeriod(saying.at, -1, 'week').to,
        precision: 'week',
      },
      true,
    ),
  ),
  dateRule('\\bthe (weekend|week|month|year) before last\\b', (match, saying) =>
    relative(shiftedPeriod(saying.at, -2, unitOf(match[1] ?? '').precision)),
  ),
  dateRule(
    `(?<![\\p{L}\\d.,$€£-])${ABOUT}(${COUNT}) (${UNIT})s?( and a half)? (?:ago|back(?! (?:and|to|then|from|on|in)\\b))(?!\\p{L})`,
    (match, saying) => ago(match, saying, -1),
  ),
  dateRule(
    `(?<![\\p{L}\\d.,$€£-])${ABOUT}(${COUNT})( and a half) (hour|year)s? ago(?!\\p{L})`,
    (match, saying) =>
      halfMore(saying, -1, countOf(match[2] ?? '').least, (match[4] ?? '').toLowerCase()),
  ),
  dateRule(`(?<![\\p{L}\\d.,$€£-])(${COUNT}) (${SEASON})s? ago(?!\\p{L})`, seasonsAgo),
  dateRule(`(?<![\\p{L}\\d.,$€£-])(${COUNT}) (${UNIT})s? ago today(?!\\p{L})`, agoToday),
  dateRule('\\bhalf an? (hour|year|month) ago\\b', (match, saying) =>
    counted(
      (match[1] ?? '').toLowerCase() === 'hour'
        ? shiftedPeriod(saying.at, -30, 'minute')
        : (match[1] ?? '').toLowerCase() === 'year'
          ? shiftedPeriod(saying.at, -6, 'month')
          : shiftedPeriod(saying.at, -2, 'week'),
      true,
    ),
  ),
  dateRule(
    `\\bin ${ABOUT}(?:another )?(${COUNT}) (?:more )?(${UNIT})s?( and a half)?(?:['’]?s?['’]? time)?(?![\\p{L}'’])(?! (?:old|of|ago|after|or|a row|straight|history))`,
    ahead,
  ),
  dateRule(
    `(?<![\\p{L}\\d.,$€£-])${NO_RATE}${ABOUT}(${COUNT}) (${UNIT})s?( and a half)? from (?:now|today)(?!\\p{L})`,
    (match, saying) => ago(match, saying, 1),
  ),
  dateRule(
    `\\b(?:over |in |during |within |for )?(the|these) (?:past|last) (?:(${COUNT}) )?(${UNIT})s?(?![\\p{L}])(?! (?:of|before|in|at)\\b)`,
    (match, saying) => until(match, saying, 'back'),
  ),
  dateRule(
    `\\b(?:over |in |during |within |for )?(the) (?:next|coming) (${COUNT}) (${UNIT})s?(?!\\p{L})(?! of)`,
    (match, saying) => until(match, saying, 'ahead'),
  ),
  dateRule(
    `\\b(?<!\\bthe )(last|this past|this last|past|this coming|this|next|coming|upcoming) (week|weekend|month|year|decade|fortnight)(?![\\p{L}])(?! of (?:school|college|university|${'[a-z]+'}ing)\\b)`,
    neighbour,
  ),
  dateRule('\\b(last|this|next) quarter\\b', quarter),
  dateRule('\\b(?:over|at|on|during|for|through|since) the weekend\\b', theWeekend),
  dateRule(`\\b${THE_ONE_NOW}(week|month|year|decade)(?!\\p{L})`, ofThisOne),
  dateRule('\\b(?:at|by|around|before|until|till) (?:noon|midday)\\b', noon),
];
