import { DAY, type Instant, type Period, type Precision, PRECISIONS } from '../../domain/time.js';
import {
  dayPeriod,
  isPastTense,
  periodOf,
  shiftedPeriod,
  startOfDay,
  startOfWeek,
  type Tense,
  tenseAt,
  weekendPeriod,
} from '../calendar.js';
import {
  after,
  before,
  COUNT,
  type Count,
  countOf,
  type DatedUtterance,
  type DateMention,
  type DateReading,
  dateRule,
  type DateRule,
  isCapital,
  MONTH,
  PART_OF_DAY,
  relative,
  SEASON,
  SHORT_WEEKDAY,
  unitOf,
  WEEKDAY,
  weekdayOf,
  NO_RATE,
} from './date-mention.js';
import { matchAll } from '../pattern-matching.js';

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

/** The word that relates a time to another may have been read as part of it: "from Monday", "before Christmas". */
const HEAD = /^(?:before|after|from|of) (?:the )?/iu;
const ANCHORED = new RegExp(
  `(?<![\\p{L}\\d.,-])(?:the )?(?:(?<place>first|last) day (?<within>of|in)|(?<=the )(?<unit>day|${PART_OF_DAY}|week|weekend|month|year) (?<side>before|after)|(?<holds>week|weekend) of|(?<weekday>${WEEKDAY}) (?<near>before|after|of)|${NO_RATE}(?<count>${COUNT}) (?<units>day|night|week|weekend|month|year)s? (?<from>before|after|from)) (?:the )?$`,
  'iu',
);
/** Maximum length of such an opening, in UTF-16 units. */
const LOOK = 44;

/**
 * Times relative to another: "the Friday before 22 October", "two weeks after Easter", "the week of 1 May". English.
 */
export function anchored(mention: DateMention, text: string): DateMention {
  if (mention.recurring) return mention;
  const head = HEAD.exec(mention.text)?.[0].length ?? 0;
  const from = Math.max(0, mention.start - LOOK);
  const match = ANCHORED.exec(text.slice(from, mention.start + head));
  const period = match?.groups === undefined ? null : meant(match.groups, mention);
  if (match === null || period === null) return mention;
  const start = from + match.index;
  const approximate = mention.approximate || period.approximate === true;
  return {
    ...mention,
    start,
    text: text.slice(start, mention.end),
    from: period.from,
    to: period.to,
    precision: period.precision,
    approximate,
  };
}

interface Meant extends Period {
  readonly approximate?: boolean;
}

function meant(words: Readonly<Record<string, string | undefined>>, anchor: Period): Meant | null {
  const { place, unit, side, holds, weekday, near, count, units, from } = words;
  if (place !== undefined)
    return isFiner('day', anchor)
      ? dayPeriod(place.toLowerCase() === 'first' ? anchor.from : anchor.to - 1)
      : null;
  if (holds !== undefined)
    return isFiner(anchor.precision, { precision: 'week' })
      ? periodOf(anchor.from, holds.toLowerCase() as Precision)
      : null;
  if (weekday !== undefined)
    return onWeekday(weekdayOf(weekday), (near ?? '').toLowerCase(), anchor);
  if (unit !== undefined)
    return adjacentUnit(
      anchor,
      (side ?? '').toLowerCase() === 'before' ? -1 : 1,
      unitOf(unit).precision,
    );
  return count === undefined
    ? null
    : counted(anchor, countOf(count.trim()), units ?? '', (from ?? '').toLowerCase());
}

/** `PRECISIONS` is ordered from coarse to fine. */
const isFiner = (precision: Precision, than: Pick<Period, 'precision'>): boolean =>
  PRECISIONS.indexOf(precision) > PRECISIONS.indexOf(than.precision);

/** "the Friday before 22 October" is the latest one before that day; "the Friday of last week" is within it. */
function onWeekday(weekday: number, near: string, anchor: Period): Period | null {
  const ahead = (day: Instant): number => (weekday - new Date(day).getUTCDay() + 7) % 7;
  if (near === 'of')
    return anchor.precision === 'week'
      ? dayPeriod(startOfWeek(anchor.from) + ((weekday + 6) % 7) * DAY)
      : null;
  if (isFiner('week', anchor)) return null;
  const [first, last] = [startOfDay(anchor.from), startOfDay(anchor.to - 1)];
  if (near === 'before') return dayPeriod(first + (ahead(first) - 7) * DAY);
  return dayPeriod(last + DAY + ahead(last + DAY) * DAY);
}

/** The unit adjacent to the anchor: the week before a day is the calendar week before the day's own. */
function adjacentUnit(anchor: Period, step: -1 | 1, unit: Precision): Period {
  if (isFiner(unit, anchor)) return periodOf(step < 0 ? anchor.from - 1 : anchor.to, unit);
  const isAhead = unit === 'weekend' && step > 0 && weekendPeriod(anchor.from).from > anchor.from;
  return shiftedPeriod(anchor.from, isAhead ? 0 : step, unit);
}

function counted(
  anchor: Period,
  { least, most, exact }: Count,
  units: string,
  from: string,
): Meant | null {
  const { precision, times } = unitOf(units);
  if (isFiner(precision, anchor)) return null;
  const sign = from === 'before' ? -1 : 1;
  // "two weeks from Saturday" is a Saturday.
  if (from === 'from' && precision === 'week')
    return { ...dayPeriod(anchor.from + least * times * 7 * DAY), approximate: !exact };
  const ends = [least, most].map((number) =>
    shiftedPeriod(anchor.from, sign * number * times, precision),
  );
  return {
    from: Math.min(...ends.map((end) => end.from)),
    to: Math.max(...ends.map((end) => end.to)),
    precision,
    approximate: !exact,
  };
}

/** Units that may follow when no other anchor is given: "the day before we left" refers to another day. */
const UNIT = `day|${PART_OF_DAY}|week|weekend|month|year`;
const BACK = new RegExp(
  `(?<![\\p{L}\\d])(?:the (?<unit>${UNIT}) (?<side>before|after)|that (?:same |very )?(?<same>${UNIT}))(?=[.,;:!?)\\n]|$| (?:and|but|at|in|with|for|so|then|too|as|because|already)(?!\\p{L}))`,
  'giu',
);

/**
 * Times relative to an earlier one: "the fair is on 14 November, we fly over that weekend", "done June 30, tested the
 * day before". English.
 */
export function referringBack(mentions: readonly DateMention[], text: string): DateMention[] {
  const found: DateMention[] = [];
  for (const match of mentions.length === 0 ? [] : matchAll(text, BACK)) {
    const [start, end] = [match.index, match.index + match[0].length];
    const anchor = [...mentions, ...found]
      .filter((mention) => !mention.recurring && mention.end <= start)
      .reduce<DateMention | null>(
        (last, mention) => (last === null || mention.end > last.end ? mention : last),
        null,
      );
    const taken = mentions.some((mention) => mention.start < end && start < mention.end);
    const period = anchor === null || taken ? null : periodReferredTo(match.groups ?? {}, anchor);
    if (anchor === null || period === null) continue;
    const { relative, approximate } = anchor;
    found.push({ ...period, text: match[0], start, end, relative, approximate, recurring: false });
  }
  return [...mentions, ...found].toSorted((a, b) => a.start - b.start);
}

function periodReferredTo(
  { unit, side, same }: Readonly<Record<string, string | undefined>>,
  anchor: Period,
): Period | null {
  const { precision } = unitOf(unit ?? same ?? 'day');
  if (unit !== undefined)
    return adjacentUnit(anchor, (side ?? '').toLowerCase() === 'before' ? -1 : 1, precision);
  return isFiner(precision, anchor) ? null : periodOf(anchor.from, precision);
}
