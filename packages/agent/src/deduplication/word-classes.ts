import DATA from '@mneme/core/data/lexicon/word-classes.json' with { type: 'json' };

/** Lists of words that keep two statements apart, whatever else they share. English; other languages are compared by their own words alone. */
const listed = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words of one meaning that synonym lists and vectors put beside others of another: each stands for the first of its line. */
const KIN = DATA.KIN.join('\n');

export const KINDS_OF_PEOPLE: ReadonlyMap<string, string> = new Map(
  KIN.trim()
    .split('\n')
    .flatMap((line) => {
      const [first = '', ...others] = line.split(' ');
      return [first, ...others].map((word): [string, string] => [word, first]);
    }),
);

/** Words of praise, which say the same of anything. */
export const PRAISE = listed(`
great good awesome amazing wonderful fantastic incredible lovely nice fabulous terrific marvellous marvelous brilliant excellent superb
`);

/** What opens or ends a sentence without saying anything of the matter, the longer first. */
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

/** When, in which order, which way: a statement with another one of these is another statement. */
export const TURNING = listed(DATA.TURNING.join('\n'));

/** What leads a phrase that may stand before or behind the rest of its sentence. */
export const LEADING = listed(`
in on at by with from to for since during near of about into onto over through within along beside behind above below
between among around toward towards
`);

/** Past forms that do not end in -ed: a text that has one may tell of something that happened once. */
export const PAST = listed(DATA.PAST.join('\n'));
