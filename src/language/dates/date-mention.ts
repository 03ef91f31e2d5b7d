import type { Period } from '../../domain/time.js';

/** A time that a text names, made absolute. */
export interface DateMention extends Period {
  readonly text: string;
  /** Offsets in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Told from the moment of saying: "yesterday", "5 July" without its year. */
  readonly relative: boolean;
  /** The bounds are rough: "early 2022", "a few weeks ago". */
  readonly approximate: boolean;
  /** "every Tuesday": it names no single time, and the period is the next such day, the day of saying where none is named. */
  readonly recurring: boolean;
}
