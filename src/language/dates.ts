import * as chronoDe from 'chrono-node/de';
import * as chronoEs from 'chrono-node/es';
import * as chronoFr from 'chrono-node/fr';
import * as chronoJa from 'chrono-node/ja';
import * as chronoNl from 'chrono-node/nl';
import * as chronoPt from 'chrono-node/pt';
import type { ParsedResult } from 'chrono-node';
import type { Instant, Period } from '../domain/time.js';
import { periodOf } from './calendar.js';
import { DATE_RULES } from './relative-dates.js';

/** A date read in a text, absolute. */
export interface DateMention extends Period {
  readonly text: string;
  /** Offsets in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** It was told from the moment of saying. */
  readonly relative: boolean;
  /** "early 2022", "recently": the bounds are rough. */
  readonly approximate: boolean;
  /** "every Tuesday": it names no single time; the period is then the day of saying. */
  readonly recurring: boolean;
}

/** Without one of these a text of Latin letters names no time. */
const HINT = /\d|day|night|morn|afternoon|evening|week|month|year|decade|ago|recent|late|daily|annual|now|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|spring|summer|autumn|fall|winter|tomorrow|mon\b|tue|wed|thu|fri|sat\b/iu;

/**
 * The times a text names, made absolute against the moment of saying (UTC), each only as fine as it was said. English by
 * rules of our own (weeks, seasons, decades, "last Tuesday"); other languages through chrono-node, where it has them.
 */
export function readDates(text: string, saidAt: Instant, language = 'en'): DateMention[] {
  const foreign = FOREIGN[language];
  if (foreign !== undefined) return foreign(text, new Date(saidAt)).flatMap(fromChrono);
  return HINT.test(text) ? readEnglish(text, saidAt) : [];
}

function readEnglish(text: string, saidAt: Instant): DateMention[] {
  const found: DateMention[] = [];
  for (const rule of DATE_RULES) {
    for (const match of text.matchAll(rule.pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      if (found.some((other) => start < other.end && end > other.start)) continue;
      const period = rule.resolve(match, saidAt);
      if (period === null) continue;
      found.push({ ...period, text: match[0], start, end, relative: rule.relative, approximate: rule.approximate ?? false, recurring: rule.recurring ?? false });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

type Parse = (text: string, reference: Date) => readonly ParsedResult[];

const FOREIGN: Readonly<Record<string, Parse>> = {
  de: (text, reference) => chronoDe.parse(text, { instant: reference, timezone: 0 }),
  es: (text, reference) => chronoEs.parse(text, { instant: reference, timezone: 0 }),
  fr: (text, reference) => chronoFr.parse(text, { instant: reference, timezone: 0 }),
  ja: (text, reference) => chronoJa.parse(text, { instant: reference, timezone: 0 }),
  nl: (text, reference) => chronoNl.parse(text, { instant: reference, timezone: 0 }),
  pt: (text, reference) => chronoPt.parse(text, { instant: reference, timezone: 0 }),
};

/** chrono-node fills in what was not said; the finest part that was said is the precision. */
function fromChrono(result: ParsedResult): DateMention[] {
  const { start } = result;
  const said = (['minute', 'hour', 'day', 'month', 'year'] as const).find((part) => start.isCertain(part));
  const precision = said ?? (start.isCertain('weekday') ? 'day' : undefined);
  if (precision === undefined) return [];
  const at = Date.UTC(start.get('year') ?? 1970, (start.get('month') ?? 1) - 1, start.get('day') ?? 1, start.get('hour') ?? 12, start.get('minute') ?? 0);
  const period = periodOf(at, precision);
  return [{ ...period, text: result.text, start: result.index, end: result.index + result.text.length, relative: !start.isCertain('year'), approximate: false, recurring: false }];
}
