import DATA from '../../../data/lexicon/one-token-words.json' with { type: 'json' };

/** 14996 English words, sorted, each as a capital for how many letters it shares with the one before (A none) and the rest. Written by scripts/write-one-token-words.mjs. */
export const ONE_TOKEN_WORDS = DATA.ONE_TOKEN_WORDS.join('\n');
