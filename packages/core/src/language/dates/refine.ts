import { DAY, HOUR, MINUTE, type Instant, type Period } from '../../domain/time.js';
import { addMonths, startOfDay } from '../calendar.js';
import type { DateMention } from './date-mention.js';
import { tenseAt } from './tense.js';

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
export function refine(mention: DateMention, text: string, saidAt: Instant): DateMention {
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
 * A deadline by, or at the end of, a month or year means its last day; what happened "at the end of March"
 * was some day late in it.
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
