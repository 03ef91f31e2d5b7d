/** Lists of words that keep two statements apart, whatever else they share. English; other languages are compared by their own words alone. */
const listed = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words of one meaning that synonym lists and vectors put beside others of another: each stands for the first of its line. */
const KIN = `
mother mom mum mommy mama
father dad daddy papa
grandmother grandma granny nana
grandfather grandpa grandad
wife
husband hubby
son
daughter
brother
sister
uncle
aunt auntie
nephew
niece
cousin
boy
girl
man guy
woman lady
boyfriend
girlfriend
he him his himself
she her hers herself
they them their theirs themselves
i me my mine myself
we us our ours ourselves
you your yours yourself
`;

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
export const TURNING = listed(`
monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
october november december spring summer autumn fall winter morning afternoon evening night noon midnight today tomorrow yesterday
tonight weekend before after until till since without against under off only more less most least fewer first second
third last next previous former latter early late if unless except instead always sometimes
once twice left right north south east west yes may might could should would must want wants wanted hope plan planning
used will going almost maybe perhaps probably still already again yet because although though whereas
`);

/** What leads a phrase that may stand before or behind the rest of its sentence. */
export const LEADING = listed(`
in on at by with from to for since during near of about into onto over through within along beside behind above below
between among around toward towards
`);

/** Past forms that do not end in -ed: a text that has one may tell of something that happened once. */
export const PAST = listed(`
was were had did went got made took came saw said told found gave left felt kept met ran sat stood
lost won bought brought caught taught thought sold sent spent built broke drove ate drank flew grew knew
rode rose sang slept spoke swam threw woke wore wrote began became chose drew fell forgot heard held hit hurt led
paid put read rang
`);
