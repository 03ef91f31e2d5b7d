import DATA from '../../../data/lexicon/programming-synonyms.json' with { type: 'json' };

/** Words with much the same meaning in the context of code. */
export const PROGRAMMING_SYNONYMS = DATA.PROGRAMMING_SYNONYMS.join('\n');
