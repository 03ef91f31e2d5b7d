import type { Stemmer } from '../stem.js';
import { PROGRAMMING_SYNONYMS } from '../lexicon/programming-synonyms.js';
import { readLexicon } from '../lexicon/read-lexicon.js';
import { fullWord } from './programming-lexicon.js';

/** Looks up the stems that programmers use with much the same meaning as a stem. */
export function codeSynonyms(stemmer: Stemmer): (stem: string) => readonly string[] {
  let table: Map<string, Set<string>> | null = null;
  return (stem) => {
    table ??= build(stemmer);
    return [...(table.get(stem) ?? [])];
  };
}

function build(stemmer: Stemmer): Map<string, Set<string>> {
  const table = new Map<string, Set<string>>();
  for (const group of readLexicon(PROGRAMMING_SYNONYMS)) {
    const stems = [...new Set(group.map((word) => stemmer(fullWord(word), 'en')))];
    for (const stem of stems) {
      const others = table.get(stem) ?? new Set();
      table.set(stem, others);
      for (const other of stems) if (other !== stem) others.add(other);
    }
  }
  return table;
}
