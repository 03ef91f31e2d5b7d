import type { Stemmer } from '../stem.js';
import { readLexicon } from './read-lexicon.js';
import { SYNONYMS } from './synonyms.js';
import { TOPICS } from './topics.js';

/** A stem with the same meaning as another or on the same subject. */
export interface Relative {
  readonly stem: string;
  /** 1 for a synonym, less for a word of the same topic. */
  readonly strength: number;
}

const TOPIC_STRENGTH = 0.4;

/** Looks up the lexicon's related stems of an English stem. Built on first use: that costs some milliseconds. */
export function createRelatives(stemmer: Stemmer): (stem: string) => readonly Relative[] {
  let table: ReadonlyMap<string, ReadonlyMap<string, number>> | null = null;
  const memo = new Map<string, readonly Relative[]>();
  return (stem) => {
    table ??= buildTable(stemmer);
    let relatives = memo.get(stem);
    if (relatives === undefined) {
      relatives = [...(table.get(stem) ?? [])].map(([other, strength]) => ({
        stem: other,
        strength,
      }));
      if (relatives.length > 0) memo.set(stem, relatives);
    }
    return relatives;
  };
}

function buildTable(stemmer: Stemmer): Map<string, Map<string, number>> {
  const table = new Map<string, Map<string, number>>();
  const relate = (lexicon: string, strength: number): void => {
    for (const words of readLexicon(lexicon)) {
      const stems = [...new Set(words.map((word) => stemmer(word, 'en')))];
      for (const a of stems) {
        const relatives = table.get(a) ?? new Map<string, number>();
        table.set(a, relatives);
        for (const b of stems)
          if (a !== b) relatives.set(b, Math.max(strength, relatives.get(b) ?? 0));
      }
    }
  };
  relate(TOPICS, TOPIC_STRENGTH);
  relate(SYNONYMS, 1);
  return table;
}
