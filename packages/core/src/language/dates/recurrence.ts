import { DAY, type Instant, type Period } from '../../domain/time.js';
import { SHORT_WEEKDAY, WEEKDAY } from './vocabulary.js';

const WEEK = 7 * DAY;
const NAMED = new RegExp(`\\b(?:${WEEKDAY}|${SHORT_WEEKDAY})s?\\b`, 'gi');
/** "Every other Friday": two weeks apart. */
const ALTERNATE = /\b(?:other|second|alternate|two weeks)\b/i;
/** Recurrences that are not a fixed number of days apart. */
const UNEVEN =
  /\b(?:first|third|fourth|last|month|year|quarter|except|but|(?:three|3|four|4) weeks)\b/i;
const DAILY = /^(?:daily|(?:every|each)(?: single)? (?:day|morning|afternoon|evening|night))$/i;

/**
 * The first day of a recurrence that is not over at a moment of the speaker's local time. Null if its words
 * do not determine the interval ("every month" names no day), and if they name several weekdays.
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
