import type { Memory } from '../../../domain/memory.js';
import { ENGLISH_STOP_WORDS } from '../../../language/english-stop-words.js';
import { MONTH, SHORT_WEEKDAY, WEEKDAY, isCapital } from '../../../language/dates/vocabulary.js';
import { sentences } from '../../../language/sentences.js';
import { words, type Word } from '../../../language/words.js';
import { CHANGE_CUES } from './change-cues.js';

/** The kinds of values in a text: two texts on one matter with the same kind compete for being current. */
export interface ToldValues {
  /** Words next to a number: what it counts. */
  readonly counted: ReadonlySet<string>;
  /** Whether it names a weekday or a month. */
  readonly dated: boolean;
  /** Capitalised words, except the first of a sentence. */
  readonly named: ReadonlySet<string>;
}

/** Only this many characters are read: values are stated early. */
const READ = 1_000;
/** How far from a number the counted word may be, in words. */
const NEAR = 2;
const DATED = new RegExp(`^(?:${WEEKDAY}s?|${SHORT_WEEKDAY}s?|${MONTH})$`, 'i');
const NUMBER = /^\d/;

export const toldValuesOf = ({ content }: Memory): ToldValues =>
  readToldValues(content.slice(0, READ));

export function readToldValues(text: string): ToldValues {
  const counted = new Set<string>();
  const named = new Set<string>();
  let dated = false;
  for (const sentence of sentences(text)) {
    const own = words(sentence.text);
    for (const [at, word] of own.entries()) {
      if (DATED.test(word.text)) dated = true;
      else if (at > 0 && isTold(word) && isCapital(sentence.text.slice(word.start, word.end)))
        named.add(word.text);
      if (NUMBER.test(word.text))
        for (const beside of own.slice(Math.max(0, at - NEAR), at + NEAR + 1))
          if (isTold(beside)) counted.add(beside.text);
    }
  }
  return { counted, dated, named };
}

/** Neither a number nor a function word nor a change cue: "now" is nothing that is counted. */
const isTold = ({ text }: Word): boolean =>
  !NUMBER.test(text) && !ENGLISH_STOP_WORDS.has(text) && !CHANGES.has(text);
const CHANGES: ReadonlySet<string> = new Set(CHANGE_CUES);

/**
 * How many kinds of values two texts have in common: counts of the same thing, shared names, and days,
 * which are seldom about the same matter.
 */
export function sameSorts(one: ToldValues, other: ToldValues): number {
  return (
    Number(meet(one.counted, other.counted)) +
    Number(meet(one.named, other.named)) +
    (one.dated && other.dated ? 0.5 : 0)
  );
}

function meet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [few, many] = one.size <= other.size ? [one, other] : [other, one];
  for (const word of few) if (many.has(word)) return true;
  return false;
}
