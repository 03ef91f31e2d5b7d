import { wordList } from '../lexicon.js';

/** Mutually exclusive states; words of one line mean the same. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  marital: ['single', 'engaged', 'married', 'divorced', 'widowed', 'separated'],
  diet: ['vegetarian|veggie', 'vegan', 'pescatarian|pescetarian', 'omnivore|meat eater|carnivore'],
  life: ['alive|alive and well|alive and kicking', 'dead|deceased'],
  openness: [
    'open|reopened',
    'closed|shut|shut down|resolved|done',
    'in review|under review',
    'in progress|ongoing',
    'blocked',
    'merged',
    'cancelled|canceled|called off',
  ],
  switch: [
    'on|enabled|active|activated|switched on|turned on',
    'off|disabled|inactive|deactivated|switched off|turned off',
  ],
  reach: ['online|up|reachable|running|up and running', 'offline|down|unreachable|stopped'],
  access: ['public', 'private'],
  supply: ['available|in stock', 'unavailable|sold out|out of stock'],
  tests: [
    'passing|working|fixed|repaired|working fine|working properly',
    'failing|broken|out of order',
  ],
  hand: ['left-handed|left handed|a lefty', 'right-handed|right handed', 'ambidextrous'],
  colour: [
    'red',
    'blue',
    'green',
    'yellow',
    'black',
    'white',
    'grey|gray',
    'orange',
    'purple',
    'pink',
    'brown',
    'silver',
    'beige',
    'turquoise',
  ],
  employment: ['employed', 'unemployed|jobless|out of work', 'self-employed', 'retired'],
  smoking: ['a smoker', 'a non-smoker|a nonsmoker'],
  support: ['supported|maintained', 'deprecated|unsupported|unmaintained'],
  verdict: ['approved|accepted', 'rejected|declined|denied'],
  need: ['mandatory|required|compulsory', 'optional|voluntary'],
  frequency: ['daily', 'weekly', 'fortnightly|biweekly', 'monthly', 'quarterly', 'yearly|annual'],
  cost: ['free|free of charge', 'paid'],
  read: ['read-only', 'writable|read-write'],
  sync: ['synchronous', 'asynchronous'],
  hot: ['encrypted', 'unencrypted'],
  crowd: ['full|fully booked', 'empty'],
  pregnancy: ['pregnant', 'not pregnant'],
  legal: ['legal|allowed|permitted', 'illegal|forbidden|banned|prohibited'],
  religion: [
    'atheist|agnostic',
    'catholic',
    'protestant',
    'christian',
    'muslim',
    'jewish',
    'buddhist',
    'hindu',
    'religious',
  ],
  chirality: ['introverted|an introvert', 'extroverted|an extrovert'],
};

/** Anybody may have these states; the others apply only to things. */
export const PERSONAL_GROUPS: ReadonlySet<string> = new Set([
  'marital',
  'diet',
  'life',
  'hand',
  'employment',
  'smoking',
  'pregnancy',
  'religion',
  'chirality',
]);

/** One implies the other: a vegan is a vegetarian, too. */
export const ENTAILED: ReadonlySet<string> = new Set([
  'vegan>vegetarian',
  'vegan>pescatarian',
  'vegetarian>pescatarian',
  'divorced>single',
  'widowed>single',
  'separated>married',
  'engaged>single',
  'retired>unemployed',
  'self-employed>employed',
  'catholic>christian',
  'protestant>christian',
  'catholic>religious',
  'protestant>religious',
  'christian>religious',
  'muslim>religious',
  'jewish>religious',
  'hindu>religious',
  'buddhist>religious',
]);

export interface State {
  readonly group: string;
  readonly value: string;
}

const STATES: ReadonlyMap<string, State> = new Map(
  Object.entries(GROUPS).flatMap(([group, lines]) =>
    lines.flatMap((line): [string, State][] => {
      const words = line.split('|');
      return words.map((word) => [word, { group, value: words[0] ?? word }]);
    }),
  ),
);

const ADVERBS =
  /^(?:now|still|currently|happily|finally|already|officially|fully|completely|strictly|a strict|a|an|devout|practising|practicing|strict|proudly|recently|newly|temporarily|permanently|back|again) /;

/** The state that an adjective with its adverbs names. */
export function stateOf(text: string): State | undefined {
  let words = text
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/, '')
    .replace(/ (?:again|now|too|anyway|yet|already|person)$/, '');
  for (let turn = 0; turn < 4; turn++) {
    const known = STATES.get(words);
    if (known !== undefined) return known;
    const bare = words.replace(ADVERBS, '');
    if (bare === words) return undefined;
    words = bare;
  }
  return undefined;
}

/** Opposite directions of a comparison: nothing is both taller and shorter than another. */
const SIDES =
  'taller shorter, older younger, bigger smaller, larger smaller, faster slower, heavier lighter, better worse, higher lower, richer poorer, stronger weaker, hotter colder, warmer colder, cheaper dearer';

export const COMPARISONS: ReadonlyMap<
  string,
  { readonly dimension: string; readonly more: boolean }
> = new Map(
  SIDES.split(', ').flatMap((pair): [string, { dimension: string; more: boolean }][] => {
    const [more = '', less = ''] = pair.split(' ');
    return [
      [more, { dimension: more, more: true }],
      [less, { dimension: more, more: false }],
    ];
  }),
);

/** Passing moods and places: neither they nor their denial hold beyond the moment. */
export const PASSING = wordList(
  'happy sad tired busy sick ill hungry thirsty excited nervous angry sorry ready sure home here there back done well fine okay ok good bad great sleepy bored scared afraid glad proud stressed upset worried lucky alone away free right wrong asleep awake late early able going gone long',
);

export const ALCOHOL = wordList(
  'alcohol wine beer whisky whiskey vodka gin rum cocktails champagne cider spirits',
);

export const MEAT = wordList(
  'meat steak steaks beef chicken pork bacon ham lamb sausages sausage burgers turkey ribs',
);

/** Nouns with one value at a time: "the colour is green", "its status is open". */
export const ATTRIBUTES = wordList(`
  colour color name nickname surname password passphrase address theme mode level language status state branch region zone host hostname url port
  protocol format framework database editor ide shell browser theme font layout strategy policy provider vendor currency timezone unit style tone
  lead leader owner manager boss ceo cfo cto coo president chair chairman director captain head mayor principal landlord landlady dentist doctor therapist
  lawyer accountant coach mentor trainer supervisor assistant wife husband spouse fiance fiancee partner boyfriend girlfriend gym capital location venue destination
  place hometown nationality religion job title position role profession occupation major degree size limit timeout default version priority severity
  deadline birthday anniversary date time price cost fee rent salary budget weight height age count number email e-mail phone plan tier license licence
  encoding schedule goal codename username handle id model type brand make engine runtime os cloud ci method algorithm backend frontend
`);
