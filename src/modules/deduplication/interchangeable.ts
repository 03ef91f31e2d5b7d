import DATA from '../../../data/lexicon/interchangeable.json' with { type: 'json' };
import { readLexicon } from '../../language/lexicon/read-lexicon.js';
import type { Stemmer } from '../../language/stem.js';

/**
 * Words of which one may stand for the other wherever it is said, one group per line. The engine's synonyms are there to find what is meant
 * (“sound” finds “noise”) and say too much of two statements; here stand those of their pairs that share one of the two first senses of
 * each in WordNet 3.1, and that sense is three tenths of the uses of each that were counted there, less what we would not swap ourselves.
 */
const INTERCHANGEABLE = DATA.INTERCHANGEABLE.join('\n');

/** Tells whether two English stems say the same beyond doubt. */
export function interchangeable(stemmer: Stemmer): (stem: string, other: string) => boolean {
  const same = new Map<string, Set<string>>();
  for (const group of readLexicon(INTERCHANGEABLE)) {
    const stems = group.map((word) => stemmer(word, 'en'));
    for (const stem of stems) same.set(stem, new Set([...(same.get(stem) ?? []), ...stems]));
  }
  return (stem, other) => same.get(stem)?.has(other) ?? false;
}
