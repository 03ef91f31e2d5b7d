import { DAY, HOUR, type Instant, MINUTE, type Period } from '../domain/time.js';
import { addMonths, startOfDay, tenseAt } from './calendar.js';
import {
  anchored,
  RECURRING_RULES,
  referringBack,
  WEEKDAY_RULES,
} from './dates/weekdays-and-recurrence.js';
import type { DateMention, DateRule, DatedUtterance } from './dates/date-mention.js';
import { NAMED_DAY_RULES, NUMERIC_RULES } from './dates/day-rules.js';
import { HOLIDAY_RULES, MONTH_RULES } from './dates/month-and-holiday-rules.js';
import { readOtherLanguage } from './dates/other-languages.js';
import { PHRASE_RULES } from './dates/foreign-phrases.js';
import { RELATIVE_RULES } from './dates/relative-rules.js';
import { matchAll } from './pattern-matching.js';
import { type Readable, readingStep, ReadText } from './read-text.js';

const WEEKDAY_ALONE =
  /^(?:(?:from|until|till|to|on) )?(?:mon|tues|wednes|thurs|fri|satur|sun)day$/iu;
const MOVED_LOOK = 56;
const BETWEEN = /^ ?(?:-|–|—|to|until|till|through|and) ?$/iu;
/** A plan moved from one day to another is not a range between the two. */
const MOVED =
  /\b(?:moved|moving|move|postponed|postpone|pushed|push|rescheduled|reschedule|delayed|shifted|shift|changed|change|brought forward|bring)\b[^.!?;\n]{0,40}$/iu;
const FROM = /\bfrom (?:the )?$|^from /iu;
const OPEN_BETWEEN = /\bbetween (?:the )?$|^between /iu;

/**
 * "from May to July 2023", "between 2016 and 2019": one time each, from the start of the first to the end of the
 * second.
 */
function joinRanges(mentions: readonly DateMention[], text: string): DateMention[] {
  const joined: DateMention[] = [];
  for (const mention of mentions) {
    const first = joined.at(-1);
    const last = first === undefined ? mention : inOrder(first, mention);
    if (first !== undefined && isRange(first, last, text))
      joined[joined.length - 1] = whole(first, last, text);
    else joined.push(mention);
  }
  return joined;
}

/** Said on a Wednesday, "from Monday to Friday" extends into next week: the end must follow the start. */
function inOrder(first: DateMention, second: DateMention): DateMention {
  if (
    first.from < second.from ||
    !WEEKDAY_ALONE.test(first.text) ||
    !WEEKDAY_ALONE.test(second.text) ||
    first.from - second.from > 7 * DAY
  )
    return second;
  return { ...second, from: second.from + 7 * DAY, to: second.to + 7 * DAY };
}

function isRange(first: DateMention, second: DateMention, text: string): boolean {
  if (first.recurring || second.recurring || first.from >= second.to) return false;
  if (MOVED.test(text.slice(Math.max(0, first.start - MOVED_LOOK), first.start))) return false;
  const gap = text.slice(first.end, second.start).replace(/^$/, ' ');
  if (gap.length > 9 || !BETWEEN.test(gap))
    return (
      /^(?:to|until|till|through) /iu.test(second.text) &&
      gap.trim() === '' &&
      opens(first, text, FROM)
    );
  if (gap.trim().toLowerCase() === 'and') return opens(first, text, OPEN_BETWEEN);
  return (
    /[-–—]/.test(gap) ||
    opens(first, text, FROM) ||
    (WEEKDAY_ALONE.test(first.text) && WEEKDAY_ALONE.test(second.text))
  );
}

function opens(first: DateMention, text: string, word: RegExp): boolean {
  return word.test(first.text) || word.test(text.slice(Math.max(0, first.start - 14), first.start));
}

function whole(first: DateMention, second: DateMention, text: string): DateMention {
  return {
    ...second,
    text: text.slice(first.start, second.end),
    start: first.start,
    from: first.from,
    to: Math.max(first.to, second.to),
    relative: first.relative || second.relative,
    approximate: first.approximate || second.approximate,
  };
}

const THIRD =
  /(?:^|[^\p{L}\d])((?:(?:the )?(?:very )?(?:(early|beginning|start)|(mid|middle)|(late|end)))(?:(?:[- ](?:of|in|on))?(?: the)?[- ]))$/iu;
const ABOUT =
  /(?:^|[^\p{L}\d])((?:about|around|circa|approximately|roughly|sometime (?:in|around)|maybe|probably) (?:in )?)$/iu;
const CLOCK =
  '(?:(?<hour>[01]?\\d|2[0-3])(?::(?<minute>[0-5]\\d))? ?(?<half>[ap])\\.?m\\b\\.?|(?<hour24>[01]?\\d|2[0-3]):(?<minute24>[0-5]\\d)(?![\\d:])|(?<noon>noon|midday)|(?<midnight>midnight))';
const CLOCK_AFTER = new RegExp(
  `^(?:,? (?:at|around|about|@)(?: about| around)?)?,? ${CLOCK}`,
  'iu',
);
const CLOCK_BEFORE = new RegExp(`(?<![\\p{L}\\d:.])${CLOCK}(?: on|,)? $`, 'iu');
const LOOK = 28;

/** Refines a date by the words directly before and after it: "early 2022", "yesterday at 3pm". */
function refine(mention: DateMention, text: string, saidAt: Instant): DateMention {
  if (mention.recurring) return mention;
  return clock(roughly(third(sinceOrUntilNow(mention, text, saidAt), text), text), text);
}

/** "earlier this year" ends today, "later this week" begins today. */
function sinceOrUntilNow(mention: DateMention, text: string, saidAt: Instant): DateMention {
  const match = /\b(earlier|later) (?:on )?(?:in )?$/iu.exec(
    text.slice(Math.max(0, mention.start - LOOK), mention.start),
  );
  if (match === null || saidAt < mention.from || saidAt >= mention.to) return mention;
  const today = startOfDay(saidAt);
  const start = mention.start - match[0].length;
  const bounds =
    (match[1] ?? '').toLowerCase() === 'earlier'
      ? { to: Math.max(today, mention.from) + DAY }
      : { from: Math.max(today, mention.from) };
  const rough = mention.to - mention.from > DAY ? { ...bounds, approximate: true } : {};
  return { ...mention, ...rough, start, text: text.slice(start, mention.end) };
}

function third(mention: DateMention, text: string): DateMention {
  const { start, precision } = mention;
  const match =
    THIRD.exec(text.slice(Math.max(0, start - LOOK), start)) ??
    (mention.approximate ? null : leading(mention));
  if (match === null || !['decade', 'year', 'season', 'month', 'week'].includes(precision))
    return mention;
  const which = match[2] !== undefined ? 0 : match[3] !== undefined ? 1 : 2;
  const from = match.index === -1 ? start : start - (match[1] ?? '').length;
  return {
    ...mention,
    ...(which === 2 && isDeadline(match[0], mention, text)
      ? lastDay(mention)
      : thirdOf(mention, which)),
    start: from,
    text: text.slice(from, mention.end),
    approximate: true,
  };
}

/**
 * For the future or a plan, the end of a month or year is a deadline, meaning its last day; in the past, "at the end
 * of March" was some day late in it.
 */
function isDeadline(words: string, { start, end, precision }: DateMention, text: string): boolean {
  const tense = tenseAt(text, start, end);
  return (
    /\bend\b/i.test(words) &&
    (precision === 'month' || precision === 'year') &&
    (tense === 'future' || tense === 'planned')
  );
}

const lastDay = ({ to }: Period): Period => ({ from: to - DAY, to, precision: 'day' });

/** The words may be part of the mention: "the late 90s", "mid 2022". */
function leading(mention: DateMention): RegExpExecArray | null {
  const match =
    /^((?:the )?(?:very )?(?:(early|beginning of|start of)|(mid|middle of)|(late|end of))[- ])/iu.exec(
      mention.text,
    );
  if (match !== null) match.index = -1;
  return match;
}

function thirdOf({ from, to, precision }: Period, which: number): Pick<Period, 'from' | 'to'> {
  if (precision === 'week' || precision === 'month') {
    const at = (part: number): number =>
      startOfDay(from + Math.round(((to - from) / DAY) * (part / 3)) * DAY);
    return { from: at(which), to: which === 2 ? to : at(which + 1) };
  }
  const months = Math.max(3, Math.round((to - from) / (30.44 * DAY)));
  const at = (part: number): number => addMonths(from, Math.round((months * part) / 3));
  return { from: at(which), to: which === 2 ? to : at(which + 1) };
}

function roughly(mention: DateMention, text: string): DateMention {
  const match = ABOUT.exec(text.slice(Math.max(0, mention.start - LOOK), mention.start));
  return match === null ? mention : { ...mention, approximate: true };
}

function clock(mention: DateMention, text: string): DateMention {
  if (mention.precision !== 'day' || mention.to - mention.from !== DAY) return mention;
  const behind = CLOCK_AFTER.exec(text.slice(mention.end, mention.end + LOOK));
  if (behind !== null)
    return timed(mention, behind, text, mention.start, mention.end + behind[0].length);
  const ahead = CLOCK_BEFORE.exec(text.slice(Math.max(0, mention.start - LOOK), mention.start));
  return ahead === null
    ? mention
    : timed(mention, ahead, text, mention.start - ahead[0].length, mention.end);
}

function timed(
  mention: DateMention,
  match: RegExpExecArray,
  text: string,
  start: number,
  end: number,
): DateMention {
  const { hour, minute, half, hour24, minute24, noon, midnight } = match.groups ?? {};
  const minutes = minute ?? minute24;
  const plain = noon !== undefined ? 12 : midnight !== undefined ? 0 : Number(hour24 ?? hour);
  const hours = half === undefined ? plain : (plain % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const from = mention.from + hours * HOUR + Number(minutes ?? 0) * MINUTE;
  const precision = minutes === undefined ? 'hour' : 'minute';
  return {
    ...mention,
    start,
    end,
    text: text.slice(start, end),
    from,
    to: from + (precision === 'hour' ? HOUR : MINUTE),
    precision,
  };
}

export type { DateMention } from './dates/date-mention.js';

const NONE: readonly DateRule[] = [];
/** Of equally long matches, the one of the earlier rule wins. */
const ENGLISH: readonly DateRule[] = [
  ...RECURRING_RULES,
  ...RELATIVE_RULES,
  ...NAMED_DAY_RULES,
  ...MONTH_RULES,
  ...WEEKDAY_RULES,
  ...HOLIDAY_RULES,
  ...NUMERIC_RULES,
];

/**
 * The times that a text names, in order, non-overlapping, resolved (UTC) relative to `saidAt` and no more precise
 * than stated: "2019" is a year, not its first of January. English by the rules of this folder; twelve other
 * languages by chrono-node, our own phrases and the rules for numeric dates; any other language by numeric dates
 * alone. Durations ("for two hours") are not times. "last <weekday>" is at least two days back, "next <weekday>" at
 * least two ahead; weeks begin on Monday; a month, season or weekday by itself is past or future according to the
 * verbs around it, and a plan is in the future. A recurrence resolves to its next day. Linear in the length of the
 * text.
 */
export const readDates = readingStep('dates', (): DateMention[] => [], datesIn);

function datesIn(given: Readable, saidAt: Instant, language = 'en'): DateMention[] {
  const reading = ReadText.of(given);
  const { text } = reading;
  const saying: DatedUtterance = { text, at: saidAt, dayFirst: language !== 'en' };
  if (language !== 'en') {
    const rules = Object.hasOwn(PHRASE_RULES, language) ? (PHRASE_RULES[language] ?? NONE) : NONE;
    return withoutOverlaps([
      ...readOtherLanguage(text, saidAt, language),
      ...byRules(NUMERIC_RULES, saying, reading),
      ...byRules(rules, saying, reading),
    ]);
  }
  const found = byRules(ENGLISH, saying, reading);
  if (found.length === 0) return found;
  const refined = withoutOverlaps(found).map((mention) =>
    anchored(refine(mention, text, saidAt), text),
  );
  // A time of day between two dates may have been attached to both.
  return referringBack(withoutStrayHours(joinRanges(withoutOverlaps(refined), text)), text);
}

function byRules(
  rules: readonly DateRule[],
  saying: DatedUtterance,
  text: ReadText,
): DateMention[] {
  return text.among(rules).flatMap((rule) =>
    matchAll(saying.text, rule.pattern).flatMap((match) => {
      const reading = rule.read(match, saying);
      const [start, end] = [match.index, match.index + match[0].length];
      return reading === null ? [] : [{ text: match[0], start, end, ...reading }];
    }),
  );
}

/** An hour without a day applies to the day of saying only if no other time is named. */
function withoutStrayHours(mentions: readonly DateMention[]): DateMention[] {
  return mentions.filter(
    ({ text }) =>
      mentions.length === 1 || !/^(?:at|by|around|before|until|till) (?:noon|midday)$/i.test(text),
  );
}

/** Of overlapping matches the longest wins; of equally long ones, that of the earlier rule. */
function withoutOverlaps(mentions: readonly DateMention[]): DateMention[] {
  const kept: DateMention[] = [];
  for (const mention of mentions.toSorted((a, b) => a.start - b.start)) {
    const rival = kept.at(-1);
    if (rival === undefined || rival.end <= mention.start) kept.push(mention);
    else if (mention.end - mention.start > rival.end - rival.start) kept[kept.length - 1] = mention;
  }
  return kept;
}
