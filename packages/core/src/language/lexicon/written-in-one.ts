import DATA from '../../../data/lexicon/written-in-one.json' with { type: 'json' };

/** Names that standard libraries run together, split into their words. */
export const WRITTEN_IN_ONE = DATA.WRITTEN_IN_ONE.join('\n');
