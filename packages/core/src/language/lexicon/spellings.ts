import DATA from '../../../data/lexicon/spellings.json' with { type: 'json' };

/** British spellings, each with the American one. Lines with # are headings. */
export const SPELLINGS = DATA.SPELLINGS.join('\n');
