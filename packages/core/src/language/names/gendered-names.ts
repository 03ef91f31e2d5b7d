import DATA from '../../../data/lexicon/gendered-names.json' with { type: 'json' };
import { wordList } from './word-list.js';

/** Given names almost only borne by women, lower case, without diacritics. A name in neither list says nothing. */
export const WOMENS_NAMES = wordList(DATA.WOMENS_NAMES.join('\n'));

/** The same for men. */
export const MENS_NAMES = wordList(DATA.MENS_NAMES.join('\n'));
