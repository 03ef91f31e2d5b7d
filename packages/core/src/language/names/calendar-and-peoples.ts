import DATA from '../../../data/lexicon/calendar-and-peoples.json' with { type: 'json' };
import { wordList } from './word-list.js';

/** Capitalised by rule, never an entity: weekdays, months, and time words of the major languages. */
export const CALENDAR_WORDS = wordList(DATA.CALENDAR_WORDS.join('\n'));

/** Nationalities, peoples, members of religions, and languages: a nationality is not a place. */
export const DEMONYMS = wordList(DATA.DEMONYMS.join('\n'));
