import type { Instant, Period } from '../../domain/time.js';

/** A text said at a moment. */
export interface Saying {
  readonly text: string;
  readonly at: Instant;
  /** How "5/7/2023" is read: false gives 7 May, as in English. */
  readonly dayFirst: boolean;
}

/** What a way of naming a time means at the moment of saying. */
export interface DateReading extends Period {
  /** Told from the moment of saying. */
  readonly relative: boolean;
  /** The bounds are rough: "a few weeks ago", "early 2022". */
  readonly approximate: boolean;
  /** Names no single time: "every Tuesday". */
  readonly recurring: boolean;
}

/** A way of naming a time; `read` gives null where the words turn out to mean something else. */
export interface DateRule {
  /** Global; bounded quantifiers only, so that a text of any length is read in linear time. */
  readonly pattern: RegExp;
  read(match: RegExpMatchArray, saying: Saying): DateReading | null;
}

export function absolute(period: Period, approximate = false): DateReading {
  return { ...period, relative: false, approximate, recurring: false };
}

export function relative(period: Period, approximate = false): DateReading {
  return { ...period, relative: true, approximate, recurring: false };
}

/** A global rule that does not mind upper and lower case. */
export function dateRule(source: string, read: DateRule['read']): DateRule {
  return { pattern: new RegExp(source, 'giu'), read };
}

/** The characters around a match that decide what it means, at most `length` on either side. */
export function before(match: RegExpMatchArray, saying: Saying, length = 24): string {
  const start = match.index ?? 0;
  return saying.text.slice(Math.max(0, start - length), start);
}

export function after(match: RegExpMatchArray, saying: Saying, length = 24): string {
  const end = (match.index ?? 0) + match[0].length;
  return saying.text.slice(end, end + length);
}
