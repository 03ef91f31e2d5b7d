import DATA from '../../data/lexicon/english-stop-words.json' with { type: 'json' };

/** English function words, contractions without their apostrophes included, and chat's fillers. */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(
  DATA.ENGLISH_STOP_WORDS.join('\n')
    .split(/\s+/)
    .filter((word) => word !== ''),
);
