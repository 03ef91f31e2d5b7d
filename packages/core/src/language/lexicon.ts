import IRREGULAR_DATA from '../../data/lexicon/irregular-forms.json' with { type: 'json' };
import ONE_TOKEN_DATA from '../../data/lexicon/one-token-words.json' with { type: 'json' };
import SPELLING_DATA from '../../data/lexicon/spellings.json' with { type: 'json' };
import SYNONYM_DATA from '../../data/lexicon/synonyms.json' with { type: 'json' };
import TOPIC_DATA from '../../data/lexicon/topics.json' with { type: 'json' };

/** The lines of a word list, without headings and blanks, each split into words. */
export function readLexicon(text: string): string[][] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/));
}

/** The set of the words in `text`, split at white space; the notation for all lists of this folder. */
export function wordList(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** The same for phrases: one per line, or several separated by commas. */
export function phraseList(text: string): ReadonlySet<string> {
  return new Set(phrases(text));
}

/** The phrases of a list in order: trimmed, without empty ones. */
export function phrases(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}

/**
 * English irregular forms, one word per line: the dictionary form first, then its other forms. Lines with # are
 * headings.
 */
export const IRREGULAR = IRREGULAR_DATA.IRREGULAR.join('\n');

/**
 * 14,996 English words, sorted and prefix-compressed: a capital for the number of letters shared with the previous
 * word (A for none), then the remaining letters. Written by scripts/write-one-token-words.mjs.
 */
export const ONE_TOKEN_WORDS = ONE_TOKEN_DATA.ONE_TOKEN_WORDS.join('\n');

/** British spellings, each with the American one. Lines with # are headings. */
export const SPELLINGS = SPELLING_DATA.SPELLINGS.join('\n');

/** Synonyms, one group per line; written by hand from general knowledge. Lines with # are headings. */
export const SYNONYMS = SYNONYM_DATA.SYNONYMS.join('\n');

/** Words on one subject, one group per line; written by hand from general knowledge. Lines with # are headings. */
export const TOPICS = TOPIC_DATA.TOPICS.join('\n');
