import type { Instant } from '../../domain/time.js';
import type { ClaimMode } from '../../domain/validity.js';
import {
  ANY_SLOT,
  type Claim,
  type ClaimSubject,
  type ClaimValue,
  clockValue,
  dateValue,
  identifiesThing,
  nameValue,
  nounKey,
  numberValue,
  placeValue,
  releaseValue,
} from './claim.js';
import { isPerson } from './subject-and-verb.js';
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
const ATTRIBUTES = wordList(`
  colour color name nickname surname password passphrase address theme mode level language status state branch region zone host hostname url port
  protocol format framework database editor ide shell browser theme font layout strategy policy provider vendor currency timezone unit style tone
  lead leader owner manager boss ceo cfo cto coo president chair chairman director captain head mayor principal landlord landlady dentist doctor therapist
  lawyer accountant coach mentor trainer supervisor assistant wife husband spouse fiance fiancee partner boyfriend girlfriend gym capital location venue destination
  place hometown nationality religion job title position role profession occupation major degree size limit timeout default version priority severity
  deadline birthday anniversary date time price cost fee rent salary budget weight height age count number email e-mail phone plan tier license licence
  encoding schedule goal codename username handle id model type brand make engine runtime os cloud ci method algorithm backend frontend
`);

/** One statement being turned into claims: its subject and its mode. */
export interface Statement {
  readonly subject: ClaimSubject;
  readonly negated: boolean;
  readonly past: boolean;
  readonly change: boolean;
  readonly scope: readonly string[];
  /** The day from which it applies, if in the future; see {@link Claim.from}. */
  readonly from?: Instant;
}

export const polar = (yes: boolean): ClaimValue => ({ kind: 'polarity', key: yes ? 'yes' : 'no' });
export const word = (key: string): ClaimValue => ({ kind: 'word', key });

/** A claim for a slot with one value at a time; a negated one denies just that value. */
export function valueClaim(
  statement: Statement,
  slot: string,
  value: ClaimValue,
  over: Partial<Statement> = {},
): Claim {
  const { subject, negated, past, change, scope, from } = { ...statement, ...over };
  const ahead = from !== undefined && !past;
  const mode: ClaimMode = past ? 'past' : negated ? 'denied' : ahead ? 'planned' : 'holds';
  return { subject, slot, value, mode, next: null, change, scope, ...(ahead && { from }) };
}

/** A claim that something is true or false; the slot names it, and its values are yes and no. */
export function truthClaim(
  statement: Statement,
  slot: string,
  yes = true,
  over: Partial<Statement> = {},
): Claim {
  const { negated } = { ...statement, ...over };
  return valueClaim(statement, slot, polar(yes !== negated), { ...over, negated: false });
}

export function stateClaim(
  statement: Statement,
  { group, value }: State,
  over: Partial<Statement> = {},
): Claim {
  return valueClaim(statement, `state ${group}`, word(value), over);
}

/** "switched from X to Y", "left X": a value ends, whichever slot it filled. */
export function endClaim(statement: Statement, value: ClaimValue, next: ClaimValue | null): Claim {
  return {
    subject: statement.subject,
    slot: ANY_SLOT,
    value,
    mode: 'denied',
    next,
    change: true,
    scope: statement.scope,
    ...(statement.from !== undefined && { from: statement.from }),
  };
}

/** A name or a noun phrase as a value; null if it names nothing. */
export function termValue(text: string): ClaimValue | null {
  const name = nameValue(text);
  if (name !== null) return name;
  const key = nounKey(text);
  return identifiesThing(key) ? word(key) : null;
}

const SCOPED = /^(.+?) (?:for|when using|per) (?:the )?(.+)$/i;

/** A value with its own qualifier: "30 seconds for reads" is "30 seconds", for reads. */
export function splitScope(
  statement: Statement,
  text: string,
): { text: string; statement: Statement } {
  const match =
    /^\S+(?: \S+){0,2} (?:a|an|per) (?:month|year|week|day|hour|minute|second|head|person|visit)$/i.test(
      text,
    )
      ? null
      : SCOPED.exec(text);
  if (
    match === null ||
    /^(?:now|good|ever|life|years?|a while|example|\d+|the first time|sure|real|free)\b/i.test(
      match[2] ?? '',
    )
  )
    return { text, statement };
  return {
    text: match[1] ?? text,
    statement: { ...statement, scope: [...statement.scope, (match[2] ?? '').toLowerCase()].sort() },
  };
}

/** When something is: "on 3 May", "at 9:30", "Monday 16 June at noon". */
export function whenClaims(statement: Statement, text: string): Claim[] {
  const plain = text
    .trim()
    .replace(/^(?:scheduled|planned|due|set|held|always|still) (?=on|at|for|in|by|from)/i, '');
  const both = /^(?:on |for )?(.+?),? at (.+)$/i.exec(plain);
  if (both !== null) {
    const day = dateValue(both[1] ?? '');
    const hour = clockValue(both[2] ?? '', true);
    if (day !== null && hour !== null)
      return [valueClaim(statement, 'when', day), valueClaim(statement, 'when', hour)];
    // "on 5 June at the Apollo"
    if (day !== null && /^(?:the |our |my )?\p{Lu}/u.test(both[2] ?? ''))
      return [valueClaim(statement, 'when', day)];
  }
  const match = /^(on|at|for|in|by|from|to|until|around)? ?(.+)$/i.exec(plain);
  const [preposition, rest] = [
    match?.[1]?.toLowerCase(),
    (match?.[2] ?? '').replace(/ (?:sharp|in the (?:morning|afternoon|evening))$/i, ''),
  ];
  // A bare year says when something was born or founded, never when it takes place.
  if (/^\d{4}$/.test(rest)) return [];
  const hour = clockValue(rest, preposition === 'at' || preposition === 'from');
  const value = hour ?? dateValue(rest);
  return value === null ? [] : [valueClaim(statement, 'when', value)];
}

/** The head noun of a subject: the limit in "retry limit for uploads". */
export function headOf(subject: ClaimSubject): string {
  if (subject.kind === 'speaker' || subject.kind === 'user' || subject.kind === 'name') return '';
  const noun = subject.kind === 'owned' ? subject.noun : subject.name;
  return (
    noun
      .split(/ (?:for|in|of|on|at|from) /)[0]
      ?.split(' ')
      .at(-1) ?? ''
  );
}

export function isAttribute(subject: ClaimSubject): boolean {
  if (subject.kind !== 'owned' && subject.kind !== 'thing') return false;
  const noun = subject.kind === 'owned' ? subject.noun : subject.name;
  if (/^(?:one|another|some|any|all|most|first|second|third|next|last|other) /.test(noun))
    return false;
  return (
    ATTRIBUTES.has(headOf(subject)) ||
    /^(?:favourite|default|preferred|main|primary|current) /.test(noun)
  );
}

/** What a thing is: an amount, a moment, a place, a name, by the form of the value. */
export function assign(given: Statement, raw: string): Claim[] {
  const { text, statement } = splitScope(given, raw.trim());
  const when = whenClaims(statement, text);
  if (when.length > 0) return when;
  if (isPerson(statement.subject) && !isAttribute(statement.subject)) return [];
  const named = renamed(statement);
  if (named !== null) {
    const value = nameValue(text);
    return value === null ? [] : [valueClaim(named, 'name', value)];
  }
  const place = /^(?:in|at|near) (.+)$/i.exec(text);
  if (place !== null) {
    const value = placeValue(place[1] ?? '');
    return value === null ? [] : [valueClaim(statement, 'place', value)];
  }
  const number = numberValue(text.replace(/^(?:set to|at) /, ''));
  if (number !== null) return [valueClaim(statement, 'is', number)];
  const release = / /.test(text) ? releaseValue(text) : null;
  if (release !== null) return [valueClaim(statement, 'runs', release)];
  if (!isAttribute(statement.subject)) return [];
  const value = termValue(text.replace(/^(?:set to|called|named|probably|definitely) /, ''));
  return value === null ? [] : [valueClaim(statement, 'is', value)];
}

/** "my dog's name is Rex" is a statement about the dog. */
function renamed(statement: Statement): Statement | null {
  const { subject } = statement;
  return subject.kind === 'owned' && subject.noun === 'name'
    ? { ...statement, subject: subject.owner }
    : null;
}
