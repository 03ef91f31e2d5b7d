import { DAY, type Instant } from '../../domain/time.js';
import type { DateMention } from '../dates.js';

/** A day that a text names and that was in the future when said. */
export interface DayAhead {
  /** As the text has it: "June 1st". */
  readonly text: string;
  readonly from: Instant;
}

/** The days in a text after the day of saying; `local` is the speaker's local time, `saidAt` the moment itself. */
export function daysAhead(
  dates: readonly Pick<DateMention, 'text' | 'from' | 'recurring' | 'approximate'>[],
  local: Instant,
  saidAt: Instant,
): DayAhead[] {
  const tomorrow = (Math.floor(local / DAY) + 1) * DAY;
  return dates
    .filter(
      ({ text, from, recurring, approximate }) =>
        from >= tomorrow && !recurring && !approximate && !UP_TO_DAY.test(text),
    )
    .map(({ text, from }) => ({ text, from: from - (local - saidAt) }));
}

const SINCE =
  '(?:(?:starting|beginning|effective|effective from|counting|valid|as|only)? ?(?:from|of|on|by|in|at|with)? ?(?:the )?(?:start of |beginning of |end of )?)';
/** A day until which something holds, or which it is about, is not one from which it applies. */
const UP_TO_WORDS =
  'until|till|til|through|before|by|since|for|up to|due|between|seit|bis|vor|desde|hasta|antes del?';
const UP_TO = new RegExp(`\\b(?:${UP_TO_WORDS})\\s+(?:the )?$`, 'i');
const UP_TO_DAY = new RegExp(`^(?:${UP_TO_WORDS})\\b`, 'i');
const BEHIND = /^(?: on| onwards?| onward)?\b/i;
const OPENS = new RegExp(`^${SINCE}$`, 'i');
const CLOSES = new RegExp(`[\\s,(]+${SINCE}$`, 'i');
const BEGINS =
  /^(?:and )?(?:i |we |it |that )?(?:starting|starts?|beginning|begins?|effective|from|as of|start date(?: is)?|first day(?: is)?|(?:it|that) takes effect|in effect|kicks in)\b/i;
/** A fragment that only states a day has hardly any other words. */
const MAX_BESIDE = 28;

/** The statement without a future day at its end or beginning; null if it names none from which it applies. */
export function withoutDay(
  text: string,
  days: readonly DayAhead[],
  atStart: boolean,
): { readonly from: Instant; readonly text: string } | null {
  for (const { text: day, from } of days) {
    const at = text.indexOf(day);
    if (at < 0) continue;
    const [before, behind] = [text.slice(0, at), text.slice(at + day.length)];
    if (atStart) {
      if (!OPENS.test(before)) continue;
      const rest = behind.replace(BEHIND, '').replace(/^\s*,?\s*/, '');
      return rest === '' ? null : { from, text: rest };
    }
    if (UP_TO.test(before)) continue;
    const cue = CLOSES.exec(`${before}`);
    const left = cue === null ? before : before.slice(0, cue.index);
    const rest = `${left.trimEnd()}${behind.replace(BEHIND, '').replace(/^\)/, '')}`.trim();
    return rest === '' ? null : { from, text: rest };
  }
  return null;
}

/** "Starting June 1st.", "I start on Monday": a day alone, from which the previous statement applies. */
export function countsFrom(sentence: string, days: readonly DayAhead[]): Instant | null {
  if (!BEGINS.test(sentence)) return null;
  const day = days.find(({ text }) => sentence.includes(text));
  return day !== undefined && sentence.length - day.text.length <= MAX_BESIDE ? day.from : null;
}
