import { readLexicon, SYNONYMS, TOPICS } from './lexicon.js';
import type { Stemmer } from './stem.js';
import DATA from '../../data/lexicon/instance-words.json' with { type: 'json' };

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
    table ??= tableOfRelatives(stemmer);
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

function tableOfRelatives(stemmer: Stemmer): Map<string, Map<string, number>> {
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

/**
 * Kinds of things that questions ask for, with instances: words for the kind before the colon, instances after it,
 * one kind per line; written by hand from general knowledge. Narrower than a topic: only what would be named in an
 * answer to "which …".
 */
const INSTANCE_WORDS = DATA.INSTANCE_WORDS.join('\n');

/** Looks up the instances of a kind: the English stem of a noun or verb → stems. Built on first use. */
export function createInstances(stemmer: Stemmer): (stem: string) => readonly string[] {
  let table: ReadonlyMap<string, readonly string[]> | null = null;
  return (stem) => {
    table ??= tableOfInstances(stemmer);
    return table.get(stem) ?? [];
  };
}

function tableOfInstances(stemmer: Stemmer): Map<string, readonly string[]> {
  const table = new Map<string, readonly string[]>();
  for (const line of readLexicon(INSTANCE_WORDS)) {
    const colon = line.indexOf(':');
    const things = line.slice(colon + 1).map((word) => stemmer(word, 'en'));
    for (const kind of new Set(line.slice(0, colon).map((word) => stemmer(word, 'en')))) {
      table.set(
        kind,
        [...new Set([...(table.get(kind) ?? []), ...things])].filter((thing) => thing !== kind),
      );
    }
  }
  return table;
}
