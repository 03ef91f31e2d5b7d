import DATA from '../../../data/lexicon/given-names.json' with { type: 'json' };
import { wordList } from './word-list.js';

/** Common given names of many languages, lower case, without diacritics. Kept to those that are rarely a plain word. */
export const GIVEN_NAMES = wordList(DATA.GIVEN_NAMES.join('\n'));

/** Given names that are also plain words: for them, a capital at the start of a sentence is no evidence. */
export const AMBIGUOUS_GIVEN_NAMES = wordList(DATA.AMBIGUOUS_GIVEN_NAMES.join('\n'));
