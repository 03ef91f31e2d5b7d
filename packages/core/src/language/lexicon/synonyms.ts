import DATA from '../../../data/lexicon/synonyms.json' with { type: 'json' };

/** Synonyms, one group per line; written by hand from general knowledge. Lines with # are headings. */
export const SYNONYMS = DATA.SYNONYMS.join('\n');
