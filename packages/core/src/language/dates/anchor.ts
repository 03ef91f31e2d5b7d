import { DAY, type Instant, type Period, type Precision, PRECISIONS } from '../../domain/time.js';
import {
  dayPeriod,
  periodOf,
  shiftedPeriod,
  startOfDay,
  startOfWeek,
  weekendPeriod,
} from '../calendar.js';
import type { DateMention } from './date-mention.js';
import {
  COUNT,
  type Count,
  countOf,
  PART_OF_DAY,
  unitOf,
  WEEKDAY,
  weekdayOf,
} from './vocabulary.js';
import { matchAll } from '../pattern-matching.js';

/** The word that relates a time to another may have been read as part of it: "from Monday", "before Christmas". */
const HEAD = /^(?:before|after|from|of) (?:the )?/iu;
const ANCHORED = new RegExp(
  `(?<![\\p{L}\\d.,-])(?:the )?(?:(?<place>first|last) day (?<within>of|in)|(?<=the )(?<unit>day|${PART_OF_DAY}|week|weekend|month|year) (?<side>before|after)|(?<holds>week|weekend) of|(?<weekday>${WEEKDAY}) (?<near>before|after|of)|(?<count>${COUNT}) (?<units>day|night|week|weekend|month|year)s? (?<from>before|after|from)) (?:the )?$`,
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
