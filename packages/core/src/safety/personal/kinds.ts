import { matchAll } from '../../language/match-all.js';
import { ReadText, type Readable } from '../../language/read-text.js';
import type { PersonalKind } from '../../domain/privacy.js';

/** A range of a text, `[from, to)` in UTF-16 units, and its kind. */
export interface Finding {
  readonly kind: PersonalKind;
  readonly from: number;
  readonly to: number;
}

/** A text with what the finders share: its lower-case form is computed once. */
export interface Reading {
  readonly text: string;
  /** Of the same length as `text`, so that positions agree. */
  readonly lower: string;
  /** The text, or what a pattern needs of it: case does not matter to that. */
  readonly read: ReadText;
}

/**
 * Digits of other scripts, and the full-width letters and symbols of East Asian keyboards; each is one
 * unit, as is its plain form.
 */
const WIDE = /[\uff01-\uff5e\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g;

const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50];

function narrow(sign: string): string {
  const code = sign.charCodeAt(0);
  if (code >= 0xff01) return String.fromCharCode(code - 0xfee0);
  return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code));
}

export function startReading(given: Readable): Reading {
  const whole = ReadText.of(given);
  const text = whole.replaced(WIDE, narrow);
  const lower = text.toLowerCase();
  // A few letters become longer in lower case ("İ"); then only ASCII is lowered.
  return {
    text,
    lower:
      lower.length === text.length
        ? lower
        : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
    read: text === whole.text ? whole : new ReadText(text),
  };
}

/** All matches in the text's lower-case form. */
export const allLower = ({ lower, read }: Reading, pattern: RegExp): RegExpExecArray[] =>
  read.may(pattern) ? matchAll(lower, pattern) : [];

/** Whether any of the cues occurs in the `before` characters preceding a position. */
export function cuedBefore({ lower }: Reading, at: number, before: number, cue: RegExp): boolean {
  return cue.test(lower.slice(Math.max(0, at - before), at));
}
