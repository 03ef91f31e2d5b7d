import DATA from '../../../data/lexicon/programming-abbreviations.json' with { type: 'json' };

/** Programmers' abbreviations: the full word first, then its short forms. */
export const ABBREVIATIONS = DATA.ABBREVIATIONS.join('\n');
