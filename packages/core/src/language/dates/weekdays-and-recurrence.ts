import { DAY, type Instant, type Period } from '../../domain/time.js';
import { dayPeriod, startOfDay, startOfWeek, weekendPeriod } from '../calendar.js';
import {
  after,
  before,
  type DateReading,
  dateRule,
  type DateRule,
  relative,
  type DatedUtterance,
} from './date-mention.js';
import { isPastTense, type Tense, tenseAt } from './tense.js';
import {
  COUNT,
  countOf,
  isCapital,
  MONTH,
  PART_OF_DAY,
  SEASON,
  SHORT_WEEKDAY,
  WEEKDAY,
  weekdayOf,
} from './vocabulary.js';

/**
 * The day that a weekday refers to. "last" is the latest at least two days back: said on a Wednesday, "last Tuesday"
 * is not yesterday. "next" is the first at least two days ahead. "past" is the latest before today, "coming" the
 * first after it; "this" the first from today on, or the latest up to today if the words are about the past.
 */
export function resolveWeekday(
  at: Instant,
  weekday: number,
  which: 'last' | 'next' | 'past' | 'coming' | 'this',
  tense: Tense,
): Period {
  const today = startOfDay(at);
  const back = (new Date(today).getUTCDay() - weekday + 7) % 7;
  const aheadBy = (7 - back) % 7;
  const offsets = {
    last: -(back < 2 ? back + 7 : back),
    next: aheadBy < 2 ? aheadBy + 7 : aheadBy,
    past: -(back === 0 ? 7 : back),
    coming: aheadBy === 0 ? 7 : aheadBy,
    this: isPastTense(tense) ? -back : aheadBy,
  };
  return dayPeriod(today + offsets[which] * DAY);
}

const NAMED_DAYS =
  /\b(?:black|good|easter|ash|palm|cyber|maundy|shrove|bowl|holy|super|giving|bloody|freaky) $/iu;

function cued(match: RegExpMatchArray, saying: DatedUtterance): DateReading | null {
  const cue = (match[1] ?? '').toLowerCase();
  const name = match[2] ?? '';
  // "sat", "sun" and "mon" are other words unless capitalised.
  if (name.length < 6 && !isCapital(name) && !/^(?:tue|wed|thu|fri)/.test(name)) return null;
  const start = match.index ?? 0;
  const tense = tenseAt(saying.text, start, start + match[0].length);
  const weekday = weekdayOf(name);
  if (cue === 'last') return relative(resolveWeekday(saying.at, weekday, 'last', tense));
  if (cue === 'next') return relative(resolveWeekday(saying.at, weekday, 'next', tense));
  if (/past|this last|since/.test(cue))
    return relative(resolveWeekday(saying.at, weekday, 'past', tense));
  if (/coming/.test(cue)) return relative(resolveWeekday(saying.at, weekday, 'coming', tense));
  if (cue === 'this') return relative(resolveWeekday(saying.at, weekday, 'this', tense));
  return bare(saying, weekday, tense);
}

/** "on Friday": in the past if the tense says so, else in the future. */
function bare(saying: DatedUtterance, weekday: number, tense: Tense): DateReading {
  return relative(
    resolveWeekday(saying.at, weekday, isPastTense(tense) ? 'past' : 'coming', tense),
  );
}

function uncued(match: RegExpMatchArray, saying: DatedUtterance): DateReading | null {
  if (NAMED_DAYS.test(before(match, saying))) return null;
  const start = match.index ?? 0;
  const tense = tenseAt(saying.text, start, start + match[0].length);
  // Friday the 13th as the unlucky day, or the films.
  if (tense === 'unknown' && /^,? the 13th/iu.test(after(match, saying))) return null;
  return bare(saying, weekdayOf(match[1] ?? ''), tense);
}

/** Recurring: its period is the next such day, from the day of saying on. */
function everySo([text]: RegExpMatchArray, saying: DatedUtterance): DateReading {
  const name = NAMED_WEEKDAY.exec(text)?.[0];
  const next =
    name !== undefined
      ? resolveWeekday(saying.at, weekdayOf(name), 'this', 'future')
      : /weekends?\b/i.test(text)
        ? weekendPeriod(saying.at)
        : dayPeriod(saying.at);
  return { ...next, relative: true, approximate: false, recurring: true };
}

const NAMED_WEEKDAY = new RegExp(`${WEEKDAY}|\\b${SHORT_WEEKDAY}`, 'i');

/** "Thursday of next week", "next week Thursday". */
function inWeek(match: RegExpMatchArray, saying: DatedUtterance): DateReading {
  const step = { last: -1, this: 0, next: 1 }[(match[1] ?? '').toLowerCase()] ?? 0;
  const day = (weekdayOf(match[2] ?? '') + 6) % 7;
  return relative(dayPeriod(startOfWeek(saying.at) + (7 * step + day) * DAY));
}

/** "two Fridays ago": the last one and a week before that. */
function weekdaysAgo(match: RegExpMatchArray, saying: DatedUtterance): DateReading {
  const count = countOf(match[1] ?? '');
  const { from } = resolveWeekday(saying.at, weekdayOf(match[2] ?? ''), 'past', 'past');
  return relative(dayPeriod(from - (count.least - 1) * 7 * DAY), !count.exact);
}

/**
 * "a week ago Tuesday": this many weeks before the last one; "two weeks ago on Friday": that of the week two weeks
 * back.
 */
function weeksAgoOn(match: RegExpMatchArray, saying: DatedUtterance): DateReading {
  const count = countOf(match[1] ?? '');
  const weekday = weekdayOf(match[3] ?? '');
  const back = count.least * 7 * DAY;
  if (match[2] !== undefined)
    return relative(
      dayPeriod(startOfWeek(saying.at) - back + ((weekday + 6) % 7) * DAY),
      !count.exact,
    );
  return relative(
    dayPeriod(resolveWeekday(saying.at, weekday, 'past', 'past').from - back),
    !count.exact,
  );
}

/** Weekdays, in English. */
export const WEEKDAY_RULES: readonly DateRule[] = [
  dateRule(`(?<![\\p{L}\\d])(${COUNT}) (${WEEKDAY})s? ago(?!\\p{L})`, weekdaysAgo),
  dateRule(`(?<![\\p{L}\\d])(${COUNT}) weeks? ago (on )?(${WEEKDAY})(?!\\p{L})`, weeksAgoOn),
  dateRule(`\\b(last|this|next) week(?:['’]s)?,? (?:on )?(${WEEKDAY})(?!s|\\p{L})`, inWeek),
  dateRule(`\\bthe (${WEEKDAY}) before last\\b`, (match, saying) =>
    relative(
      dayPeriod(
        resolveWeekday(saying.at, weekdayOf(match[1] ?? ''), 'last', 'past').from - 7 * DAY,
      ),
    ),
  ),
  dateRule(
    `\\b(last|past|this past|this last|this coming|coming|upcoming|this|next|on|by|until|till|since|before|after|from|for) (?:the )?(${WEEKDAY}|${SHORT_WEEKDAY})(?: ${PART_OF_DAY})?(?![\\p{L}])(?! (?:night|morning)s)`,
    cued,
  ),
  dateRule(
    `(?<![\\p{L}])(${WEEKDAY})(?: ${PART_OF_DAY})?(?![\\p{L}])(?! (?:night|morning)s)`,
    uncued,
  ),
];

/** Recurrences, in English. */
export const RECURRING_RULES: readonly DateRule[] = [
  dateRule(
    `\\b(?:every|each) (?:(?:other|single|second|${COUNT}) )?(?:${WEEKDAY}|${SHORT_WEEKDAY}|${MONTH}|${SEASON}|${PART_OF_DAY}|hour|day|week|weekend|weekday|fortnight|month|quarter|year|christmas|thanksgiving)s?(?: ${PART_OF_DAY})?(?!\\p{L})`,
    everySo,
  ),
  dateRule(
    `\\b(?:(?:on|at|during) )?(?:${WEEKDAY}s|${WEEKDAY} ${PART_OF_DAY}s)(?!\\p{L})`,
    everySo,
  ),
  dateRule('\\b(?:on|at|during) (?:the )?(?:weekends|weekdays|weeknights)\\b', everySo),
  dateRule(
    `\\b(?:once|twice|(?:\\d{1,2}|two|three|four|five|six|several|a few|a couple) times) (?:a|an|per|every|each) (?:hour|day|week|weekend|month|year)\\b`,
    everySo,
  ),
  dateRule(
    '(?<!\\p{L}[-])\\b(?:daily|nightly|weekly|biweekly|fortnightly|monthly|yearly|annually)\\b(?![-]| (?:life|lives|living|news|basis|struggles?|bread))',
    everySo,
  ),
];

const WEEK = 7 * DAY;
const NAMED = new RegExp(`\\b(?:${WEEKDAY}|${SHORT_WEEKDAY})s?\\b`, 'gi');
/** "Every other Friday": two weeks apart. */
const ALTERNATE = /\b(?:other|second|alternate|two weeks)\b/i;
/** Recurrences without a fixed number of days between them. */
const UNEVEN =
  /\b(?:first|third|fourth|last|month|year|quarter|except|but|(?:three|3|four|4) weeks)\b/i;
const DAILY = /^(?:daily|(?:every|each)(?: single)? (?:day|morning|afternoon|evening|night))$/i;

/**
 * The first occurrence that is not over at `now`, in the speaker's local time. Null if the words do not fix the
 * interval ("every month" names no day) or name several weekdays.
 */
export function nextOccurrence(
  { text, from, to }: { readonly text: string; readonly from: Instant; readonly to: Instant },
  now: Instant,
): Pick<Period, 'from' | 'to'> | null {
  const step = stepOf(text.trim());
  if (step === null) return null;
  const passed = Math.max(0, Math.ceil((now + 1 - to) / step));
  return { from: from + passed * step, to: to + passed * step };
}

function stepOf(text: string): number | null {
  if (DAILY.test(text)) return DAY;
  const days = text.match(NAMED) ?? [];
  if (days.length !== 1 || UNEVEN.test(text)) return null;
  return ALTERNATE.test(text) ? 2 * WEEK : WEEK;
}
