import DATA from '../../../data/lexicon/events.json' with { type: 'json' };
import { phraseList, wordList } from './word-list.js';

/** Holidays and recurring events with names of their own; lower case, without diacritics. */
export const EVENTS = phraseList(DATA.EVENTS.join('\n'));

/** Last words (or first words before "of"/"for") that make a name an event. */
export const EVENT_HEADS = wordList(DATA.EVENT_HEADS.join('\n'));

/** Ideas, movements and conditions that are capitalised like names. */
export const CONCEPTS = phraseList(DATA.CONCEPTS.join('\n'));
