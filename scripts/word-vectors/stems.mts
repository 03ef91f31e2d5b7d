import { isStopWord } from '../../src/language/stop-words.js';
import { createStemmer } from '../../src/language/stem.js';
import { unit } from './principal-components.mjs';

/** Of the words that are letters alone, so many of the commonest. */
const WORDS = 30_000;
const WORD = /^[a-z]+(?:[-'][a-z]+)?$/;

/** Words, the commonest first, with vectors. */
export interface WordSource {
  readonly words: readonly string[];
  readonly vectors: Readonly<Record<string, readonly number[]>>;
  readonly dimensions: number;
}

export interface Stem {
  readonly stem: string;
  /** The words that it is the stem of. */
  readonly words: readonly { readonly word: string; readonly frequency: number }[];
  readonly frequency: number;
}

/** Stems of the commonest words, the commonest first; how common a word is: one over its rank (Zipf). */
export function readStems({ words }: WordSource): Stem[] {
  const stemmer = createStemmer();
  const found = new Map<string, { word: string; frequency: number }[]>();
  let taken = 0;
  for (const [rank, word] of words.entries()) {
    if (!WORD.test(word)) continue;
    if (++taken > WORDS) break;
    if (isStopWord(word, 'en')) continue;
    const stem = stemmer(word, 'en');
    if (stem === '' || /[ '\\]/.test(stem)) continue;
    found.set(stem, [...(found.get(stem) ?? []), { word, frequency: 1 / (rank + 2) }]);
  }
  return [...found]
    .map(([stem, own]) => ({
      stem,
      words: own,
      frequency: own.reduce((sum, { frequency }) => sum + frequency, 0),
    }))
    .sort((a, b) => b.frequency - a.frequency);
}

/** The mean of a stem's words' unit vectors, by how common they are. */
export function meanOf(
  { words, frequency }: Stem,
  vectorOf: (word: string) => Float64Array,
): Float64Array {
  const mean = new Float64Array(vectorOf(words[0]?.word ?? '').length);
  for (const each of words)
    unit(vectorOf(each.word)).forEach(
      (value, at) => (mean[at] = (mean[at] ?? 0) + (value * each.frequency) / frequency),
    );
  return mean;
}
