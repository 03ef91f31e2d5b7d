import type { Stemmer } from '../stem.js';
import { INSTANCE_WORDS } from './instance-words.js';
import { readLexicon } from './read-lexicon.js';

/** Looks up the instances of a kind: the English stem of a noun or verb → stems. Built on first use. */
export function createInstances(stemmer: Stemmer): (stem: string) => readonly string[] {
  let table: ReadonlyMap<string, readonly string[]> | null = null;
  return (stem) => {
    table ??= buildTable(stemmer);
    return table.get(stem) ?? [];
  };
}

function buildTable(stemmer: Stemmer): Map<string, readonly string[]> {
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
