import DATA from '../../../data/lexicon/works.json' with { type: 'json' };
import { phraseList } from './word-list.js';

/** Well-known books, films, series and games with a name of several words or an unmistakable one; lower case, without "the". */
export const WORKS = phraseList(DATA.WORKS.join('\n'));
