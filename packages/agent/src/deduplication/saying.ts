import { isLightWord, isStopWord } from '@mneme/core/language/stop-words.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import { words } from '@mneme/core/language/segmentation.js';
import { isDecisive } from '@mneme/core/remember/near-duplicate.js';
import { KINDS_OF_PEOPLE, LEADING, OPENERS, PAST, PRAISE, TURNING } from './word-classes.js';

/** One text, prepared for comparison: its content, and what makes it a different statement. */
export interface Saying {
  /** Distinct stems of its content words, in order. */
  readonly stems: readonly string[];
  /** Figures, negations, times, whether it is a question: must be equal. */
  readonly fixed: ReadonlySet<string>;
  /** Words for persons, such as “she” or “uncle”. */
  readonly persons: ReadonlySet<string>;
  /** Stems that follow a preposition, as in “in Leeds” or “with a key”: the phrase may be moved. */
  readonly led: ReadonlySet<string>;
  /** Stems of words capitalised inside a sentence, in order. */
  readonly names: readonly string[];
  /** Whether it may report a single event. */
  readonly event: boolean;
}

const ASKING = new Set(['?', '？']);
const BEGINNING = new Set(['', '.', '!', '?', ':', '"', '“']);

/** Longer texts say more than one thing; their duplicates are found on writing (`near-duplicate.ts`). */
export const MAX_STEMS = 60;

/** Reads a text; null for one that is too short or too long to compare by content. Linear in its length. */
export function readSaying(
  text: string,
  language: string,
  stemmer: Stemmer,
  least = 3,
): Saying | null {
  const stems = new Set<string>();
  const fixed = new Set<string>();
  const persons = new Set<string>();
  const names = new Set<string>();
  const led = new Set<string>();
  let leading = false;
  let event = false;
  for (const { text: whole, start } of words(text).slice(openerOf(text))) {
    const word = withoutEnding(whole, fixed);
    const kind = KINDS_OF_PEOPLE.get(word);
    if (kind !== undefined) persons.add(kind);
    else if (word.endsWith("n't")) {
      fixed.add('not');
      continue;
    } else if (isDecisive(word)) fixed.add(/\p{N}/u.test(word) ? word : 'not');
    else if (TURNING.has(word)) fixed.add(word);
    if (PAST.has(word) || (word.length > 4 && word.endsWith('ed'))) event = true;
    if (LEADING.has(word)) leading = true;
    if (kind !== undefined || isStopWord(word, language)) continue;
    const stem = PRAISE.has(word) ? 'good' : stemmer(word, language);
    if (stem === '' || isLightWord(stem)) continue;
    if (leading && !stems.has(stem)) led.add(stem);
    leading = false;
    stems.add(stem);
    if (start > 0 && isCapital(text, start)) names.add(stem);
    if (stems.size > MAX_STEMS) return null;
  }
  if (ASKING.has(text.trimEnd().slice(-1))) fixed.add('?');
  if (stems.size < least) return null;
  return { stems: [...stems], fixed, persons, led, names: [...names], event };
}

/** Number of words at the beginning without content. */
function openerOf(text: string): number {
  const start = words(text.slice(0, 40)).map(({ text: word }) => word);
  const light = start.findIndex((word) => !isLightWord(word));
  const from = light < 0 ? 0 : light;
  const opener = OPENERS.find(
    (each) => start.slice(from, from + each.split(' ').length).join(' ') === each,
  );
  return opener === undefined ? 0 : from + opener.split(' ').length;
}

/** Expands “I'm” to “I am”, and “I'll” to “I will”. */
function withoutEnding(word: string, fixed: Set<string>): string {
  const at = word.lastIndexOf("'");
  if (at < 0 || word.endsWith("n't")) return word;
  if (word.endsWith("'ll")) fixed.add('will');
  return word.slice(0, at);
}

function isCapital(text: string, at: number): boolean {
  const letter = text[at] ?? '';
  // The first word of a sentence is always capitalised.
  const before = text
    .slice(Math.max(0, at - 3), at)
    .trimEnd()
    .slice(-1);
  return letter !== letter.toLowerCase() && !BEGINNING.has(before);
}
