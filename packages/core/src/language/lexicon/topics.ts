import DATA from '../../../data/lexicon/topics.json' with { type: 'json' };

/** Words on one subject, one group per line; written by hand from general knowledge. Lines with # are headings. */
export const TOPICS = DATA.TOPICS.join('\n');
