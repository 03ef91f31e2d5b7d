import DATA from '../../../data/lexicon/possessions.json' with { type: 'json' };
import { wordList } from './word-list.js';

/** People one is related to. */
export const RELATIVES = wordList(DATA.RELATIVES.join('\n'));

/** Animals one keeps. */
export const PETS = wordList(DATA.PETS.join('\n'));

/** Things, places and undertakings of one's own that are worth remembering. */
export const BELONGINGS = wordList(DATA.BELONGINGS.join('\n'));

/** Professions; also read as the object of `works_as`. */
export const PROFESSIONS = wordList(DATA.PROFESSIONS.join('\n'));
