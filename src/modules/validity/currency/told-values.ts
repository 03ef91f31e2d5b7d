import type { Memory } from '../../../domain/memory.js';
import { ENGLISH_STOP_WORDS } from '../../../language/english-stop-words.js';
import { MONTH, SHORT_WEEKDAY, WEEKDAY, isCapital } from '../../../language/dates/vocabulary.js';
import { sentences } from '../../../language/sentences.js';
import { words, type Word } from '../../../language/words.js';
import { CHANGE_CUES } from './change-cues.js';

/** What sorts of values a text tells: two that tell the same sort of one matter are rivals for being current. */
export interface ToldValues {
  /** Words that stand beside a number: what it counts. */
  readonly counted: ReadonlySet<string>;
  /** Whether it names a weekday or a month. */
  readonly dated: boolean;
  /** Words with a capital, a sentence's first left out. */
  readonly named: ReadonlySet<string>;
}

/** Whoever tells a value does so within so many characters. */
const READ = 1_000;
/** A number counts what stands so many words from it. */
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

/** Neither a number nor a function word nor one that tells a change: "now" is no thing that is counted. */
const isTold = ({ text }: Word): boolean =>
  !NUMBER.test(text) && !ENGLISH_STOP_WORDS.has(text) && !CHANGES.has(text);
const CHANGES: ReadonlySet<string> = new Set(CHANGE_CUES);

/** How many sorts of values two texts have in common: a count of the same, names that both say, and days, which are seldom the same matter. */
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
