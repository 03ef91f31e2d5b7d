import { hasNumbers, readSentenceContent } from './read-statement.js';
import type { Stemmer } from '@mneme/core/language/stem.js';

/** Least share of a sentence's words in a turn about the same matter. */
const SAME_MATTER = 0.5;

/**
 * How a sentence stands to a turn that nobody has read: the turn says so, or it says otherwise (other numbers, or one
 * denies what the other says). Null where the words do not tell.
 */
export function compareWithTurn(
  sentence: string,
  turn: string,
  stemmer: Stemmer,
): 'so' | 'otherwise' | null {
  const said = readSentenceContent(sentence, stemmer);
  const told = readSentenceContent(turn, stemmer);
  const words = [...said.terms].filter((term) => !term.startsWith('#'));
  const shared = words.filter((term) => told.terms.has(term));
  if (shared.length < 2 || shared.length < words.length * SAME_MATTER) return null;
  const conflicts = [...said.terms].some(
    (term) =>
      told.terms.has(term) &&
      (said.denied.has(term) !== told.denied.has(term) || told.aside.has(term)),
  );
  if (conflicts) return 'otherwise';
  if (!hasNumbers(said, { text: told, value: told }))
    return told.numbers.size > 0 ? 'otherwise' : null;
  return shared.length === words.length ? 'so' : null;
}
