import type { Period } from '../../domain/time.js';

/** A time in a text, made absolute. */
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
  /** So many hours or minutes from the moment of saying. */
  readonly elapsed?: true;
}
