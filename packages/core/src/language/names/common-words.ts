import DATA from '../../../data/lexicon/common-words.json' with { type: 'json' };
import { wordList } from './word-list.js';

/** Words that open or connect sentences and are never a name by themselves: function words, greetings, verdicts. */
export const SENTENCE_WORDS = wordList(DATA.SENTENCE_WORDS.join('\n'));

/**
 * The same for German, French, Spanish and Italian. Checked only where a capital is expected: "Como" is a
 * lake, too.
 */
export const FOREIGN_SENTENCE_WORDS = wordList(DATA.FOREIGN_SENTENCE_WORDS.join('\n'));

/** Frequent plain words that get a capital in headings, shouts and at sentence starts. */
export const COMMON_WORDS = wordList(DATA.COMMON_WORDS.join('\n'));
