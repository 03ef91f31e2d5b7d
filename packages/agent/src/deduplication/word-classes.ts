import DATA from '@mneme/core/data/lexicon/word-classes.json' with { type: 'json' };

/**
 * Word lists that distinguish statements, whatever else they share. English only; other languages are compared by
 * their words alone.
 */
const listed = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Kinship words that synonym lists and vectors confuse: each maps to the first of its line. */
const KIN = DATA.KIN.join('\n');

export const KINDS_OF_PEOPLE: ReadonlyMap<string, string> = new Map(
  KIN.trim()
    .split('\n')
    .flatMap((line) => {
      const [first = '', ...others] = line.split(' ');
      return [first, ...others].map((word): [string, string] => [word, first]);
    }),
);

/** Words of praise, treated as equivalent. */
export const PRAISE = listed(`
great good awesome amazing wonderful fantastic incredible lovely nice fabulous terrific marvellous marvelous brilliant excellent superb
`);

/** Phrases without content that open or end a sentence, longer ones first. */
export const OPENERS: readonly string[] = [
  'just so you know',
  'for your information',
  'to be honest',
  'as you know',
  'as i said',
  'like i said',
  'by the way',
  'you know',
  'i mean',
  'i guess',
  'fyi',
];

/** Words of time, order and direction: statements that differ in one are different statements. */
export const TURNING = listed(DATA.TURNING.join('\n'));

/** Prepositions of phrases that can move to either end of a sentence. */
export const LEADING = listed(`
in on at by with from to for since during near of about into onto over through within along beside behind above below
between among around toward towards
`);

/** Past forms that do not end in -ed: a text with one may report a single event. */
export const PAST = listed(DATA.PAST.join('\n'));
