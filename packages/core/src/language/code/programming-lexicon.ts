import { ABBREVIATIONS } from '../lexicon/programming-abbreviations.js';
import { readLexicon } from '../lexicon/read-lexicon.js';
import { WRITTEN_IN_ONE } from '../lexicon/written-in-one.js';

const FULL: ReadonlyMap<string, string> = new Map(
  readLexicon(ABBREVIATIONS).flatMap(([full = '', ...short]) =>
    short.map((word): [string, string] => [word, full]),
  ),
);

/** The full word for a programmers' abbreviation: "str" → "string"; any other word unchanged. */
export const fullWord = (word: string): string => FULL.get(word) ?? word;

export const WRITTEN_TOGETHER: ReadonlyMap<string, readonly string[]> = new Map(
  readLexicon(WRITTEN_IN_ONE).map(([whole = '', ...parts]): [string, string[]] => [whole, parts]),
);

/** Words of a question that name its language or its form, not what the code does. */
const FRAME = new Set(
  'python py python2 python3 javascript js typescript ts java golang go rust cpp c++ c code snippet function method program script way best example using use without easy easily simple properly correctly programmatically possible'.split(
    ' ',
  ),
);

export const isCodeFrameWord = (word: string): boolean => FRAME.has(word);
