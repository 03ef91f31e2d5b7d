import type { Instant, OffsetAt, Period } from '../../domain/time.js';

/** A time named in a text, resolved to a period. */
export interface DateMention extends Period {
  readonly text: string;
  /** Offsets in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Relative to the moment of saying: "yesterday", "5 July" without its year. */
  readonly relative: boolean;
  /** The bounds are approximate: "early 2022", "a few weeks ago". */
  readonly approximate: boolean;
  /** "every Tuesday": not a single time; the period is the next such day, or the day of saying if none is named. */
  readonly recurring: boolean;
  /** Set for an amount of hours or minutes from the moment of saying. */
  readonly elapsed?: true;
}

/** A text and when it was said. */
export interface DatedUtterance {
  readonly text: string;
  readonly at: Instant;
  /** How "5/7/2023" is read: as 5 July if true, else as 7 May, as in English. */
  readonly dayFirst: boolean;
}

/** A time expression resolved at the moment of saying. */
export interface DateReading extends Period {
  /** Relative to the moment of saying. */
  readonly relative: boolean;
  /** The bounds are approximate: "a few weeks ago", "early 2022". */
  readonly approximate: boolean;
  /** Not a single time: "every Tuesday". */
  readonly recurring: boolean;
  /** Set for an amount of hours or minutes from the moment of saying: elapsed time, unaffected by clock changes. */
  readonly elapsed?: true;
}

/** A time expression; `read` returns null if the words turn out to mean something else. */
export interface DateRule {
  /** Global; only bounded quantifiers, so that a text of any length is read in linear time. */
  readonly pattern: RegExp;
  read(match: RegExpMatchArray, saying: DatedUtterance): DateReading | null;
}

export function absolute(period: Period, approximate = false): DateReading {
  return { ...period, relative: false, approximate, recurring: false };
}

export function relative(period: Period, approximate = false): DateReading {
  return { ...period, relative: true, approximate, recurring: false };
}

/** A reading {@link relative} to the moment of saying, by a number of units. */
export function counted(period: Period, approximate = false): DateReading {
  const isFine = period.precision === 'hour' || period.precision === 'minute';
  return { ...relative(period, approximate), ...(isFine ? { elapsed: true } : {}) };
}

/** A global, case-insensitive rule. */
export function dateRule(source: string, read: DateRule['read']): DateRule {
  return { pattern: new RegExp(source, 'giu'), read };
}

/** The characters around a match that determine its meaning, at most `length` on either side. */
export function before(match: RegExpMatchArray, saying: DatedUtterance, length = 24): string {
  const start = match.index ?? 0;
  return saying.text.slice(Math.max(0, start - length), start);
}

export function after(match: RegExpMatchArray, saying: DatedUtterance, length = 24): string {
  const end = (match.index ?? 0) + match[0].length;
  return saying.text.slice(end, end + length);
}

/**
 * Corrects elapsed times, resolved with the UTC offset of the moment of saying, for a clock change in between: three
 * hours before 4:00 was midnight if clocks went forward at 2:00. `said` is the moment of saying, in UTC.
 */
export function adjustForClockChange(
  mentions: readonly DateMention[],
  said: Instant,
  offset: () => OffsetAt,
): DateMention[] {
  if (!mentions.some(({ elapsed }) => elapsed === true)) return [...mentions];
  const at = offset();
  const now = at(said);
  const then = (local: Instant): Instant => local + at(local - now) - now;
  return mentions.map((mention) =>
    mention.elapsed === true
      ? { ...mention, from: then(mention.from), to: then(mention.to - 1) + 1 }
      : mention,
  );
}
