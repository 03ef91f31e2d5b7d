import { wordList } from '../lexicon.js';
import { readBeing, resetClaims, trade } from './being.js';
import {
  type Claim,
  type ClaimSubject,
  nameValue,
  nounKey,
  numberValue,
  placeValue,
  releaseValue,
  identifiesThing,
} from './claim.js';
import {
  delivered,
  drops,
  forAnother,
  gains,
  has,
  joins,
  loses,
  movesOver,
  type ReadObject,
  replaced,
  replaces,
  replacesWith,
  signs,
  switches,
  trades,
} from './transitive-verbs.js';
import {
  ALCOHOL,
  endClaim,
  MEAT,
  polar,
  splitScope,
  stateClaim,
  type Statement,
  stateOf,
  termValue,
  truthClaim,
  valueClaim,
  whenClaims,
  word,
} from './statement.js';
import { isPerson, nounPhrase, ungerund, verbOf } from './subject-and-verb.js';

const place: ReadObject = (statement, text) => {
  const match = /^(?:in|at|near|out in|over in) (.+)$/i.exec(text);
  const value = match === null ? null : placeValue(match[1] ?? '');
  if (value !== null) return [valueClaim(statement, 'lives in', value)];
  const company = /^(with (?:my|his|her|their) [\w ]+|alone|by (?:my|him|her)self)$/i.exec(text);
  return company === null
    ? []
    : [
        valueClaim(
          statement,
          'lives with',
          word(/with/.test(company[1] ?? '') ? nounKey((company[1] ?? '').slice(5)) : 'nobody'),
        ),
      ];
};

const work: ReadObject = (statement, text) => {
  const from = /^(?:from (home|(?:the |my )?office)|(remotely|on[- ]site))$/i.exec(text);
  if (from !== null)
    return [
      valueClaim(statement, 'works from', word(/home|remote/i.test(text) ? 'home' : 'office')),
    ];
  const match = /^(?:(?:at|for|with) (.+?))?(?: ?as (an? .+?))?(?: (?:at|for) (.+))?$/i.exec(text);
  const employer = nameValue((match?.[1] ?? match?.[3] ?? '').replace(/ (?:in|on) .*$/, ''));
  return [
    ...(employer === null ? [] : [valueClaim(statement, 'works at', employer)]),
    ...(match?.[2] === undefined ? [] : trade(statement, match[2])),
  ];
};

/** "The printer works again": a thing functions. */
const functions: ReadObject = (statement, text) =>
  statement.subject.kind === 'thing' &&
  /^(?:again|fine|properly|perfectly|as expected)?$/i.test(text)
    ? [stateClaim(statement, { group: 'tests', value: 'passing' })]
    : [];

const likes =
  (yes: boolean): ReadObject =>
  (statement, text) => {
    const key = nounKey(text).split(' ').map(ungerund).join(' ');
    if (!identifiesThing(key)) return [];
    const eater =
      yes && !statement.negated && MEAT.has(key.split(' ')[0] ?? '')
        ? [stateClaim(statement, { group: 'diet', value: 'omnivore' })]
        : [];
    return [truthClaim(statement, `likes ${key}`, yes), ...eater];
  };

const prefers: ReadObject = (given, raw) => {
  const { text, statement } = splitScope(given, raw);
  const over = /^(.+?) (?:over|to|rather than|instead of) (.+)$/i.exec(text);
  const first = nounKey(over?.[1] ?? text);
  const second = over === null ? '' : nounKey(over[2] ?? '');
  if (!identifiesThing(first)) return [];
  if (second !== '')
    return [
      valueClaim(statement, `prefers of ${[first, second].sort().join(' and ')}`, word(first)),
      truthClaim(statement, `prefers ${first}`),
    ];
  const words = first.split(' ');
  const kind =
    words.length > 1
      ? [valueClaim(statement, `prefers which ${words.at(-1)}`, word(words.slice(0, -1).join(' ')))]
      : [];
  return [...kind, truthClaim(statement, `prefers ${first}`)];
};

const runs: ReadObject = (statement, text) => {
  const value = releaseValue(text.replace(/^(?:on|under|with) /i, ''));
  return value === null || isPerson(statement.subject)
    ? []
    : [valueClaim(statement, 'runs', value)];
};

const uses: ReadObject = (statement, text) => {
  const instead = /^(.+?) instead of (.+)$/i.exec(text);
  if (instead !== null) return replaced(statement, instead[2] ?? '', instead[1] ?? '');
  const purpose = /^(.+?) (?:(as) (?:its|the|our|my|a|an) |(for) )(.+)$/i.exec(text);
  const value = termValue(purpose?.[1] ?? text);
  if (value === null) return [];
  const use = truthClaim(statement, `uses ${value.key}`, true);
  if (purpose === null) return [use];
  const role = nounKey(purpose[4] ?? '');
  return role === '' ? [use] : [valueClaim(statement, `uses for ${role}`, value)];
};

const studies: ReadObject = (statement, text) => {
  const key = nounKey(text.replace(/^in /, '').replace(/ (?:at|in|with|for|on) .*$/i, ''));
  return !/^(?:at|with|for|a|an|the|hard|how|my|all|really) /i.test(`${text} `) &&
    identifiesThing(key) &&
    key.split(' ').length <= 3
    ? [valueClaim(statement, 'studies', word(key))]
    : [];
};

const drives: ReadObject = (statement, text) => {
  const match = /^(?:an?|my|the) (.+?)(?: (?:to|for|at|in) .*)?$/i.exec(text);
  const value = match === null ? null : nameValue(match[1] ?? '');
  return value === null ? [] : [valueClaim(statement, 'drives', value)];
};

/** "takes four minutes". */
const takes: ReadObject = (statement, text) => {
  const value =
    isPerson(statement.subject) || statement.subject.kind === 'name' || statement.past
      ? null
      : numberValue(text);
  return value === null || !/ (?:s|h)$/.test(value.key)
    ? []
    : [valueClaim(statement, 'takes', value)];
};

const costs: ReadObject = (given, raw) => {
  const { text, statement } = splitScope(given, raw);
  const value = numberValue(text.replace(/^me |^us /, ''));
  return value === null ? [] : [valueClaim(statement, 'costs', value)];
};

/** "went up to 1,100 euros": an amount, whether of the thing or of its price. */
const reaches: ReadObject = (statement, text) => {
  // "went up to" is in the past tense but states the present value.
  const match = /^(?:up |down |back )?(?:from .+? )?to (.+)$/i.exec(text);
  const value = match === null || isPerson(statement.subject) ? null : numberValue(match[1] ?? '');
  return value === null
    ? []
    : [
        valueClaim(statement, 'is', value, { past: false, change: true }),
        valueClaim(statement, 'costs', value, { past: false, change: true }),
      ];
};

const moves: ReadObject = (statement, text) => {
  const over =
    isPerson(statement.subject) || statement.subject.kind === 'name'
      ? movesOver(statement, text)
      : [];
  if (over.length > 0) return over;
  const match =
    /^(?:back )?(?:(?:away |here |over )?from (.+?) )?(?:back |over )?(?:in)?to (.+?)(?: from (.+))?$/i.exec(
      text,
    );
  const now = { ...statement, past: false, change: true };
  const person = isPerson(statement.subject) || statement.subject.kind === 'name';
  if (match !== null) {
    const value = placeValue(match[2] ?? '');
    if (person && value !== null) return [valueClaim(now, 'lives in', value)];
    return person ? [] : resetClaims(now, match[2] ?? '', match[1] ?? match[3]);
  }
  const away = /^(?:away from|out of|out from|from) (.+)$/i.exec(text);
  const value = away === null ? null : placeValue(away[1] ?? '');
  return value === null || !person
    ? []
    : [valueClaim({ ...now, negated: true }, 'lives in', value)];
};

/** "changed the pool size to 40": the changed thing is the subject. */
const changes: ReadObject = (statement, text) => {
  if (/^(?:over |back )?(?:from|to) /i.test(text))
    return isPerson(statement.subject) || statement.subject.kind === 'name'
      ? switches(statement, text)
      : resetClaims(
          { ...statement, past: false, change: true },
          text.replace(/^.*?\bto /i, ''),
          /^from (.+?) to /i.exec(text)?.[1],
        );
  const match = /^((?:the|my|our|his|her|their|its) )?(.+?)(?: from (.+?))? to (.+)$/i.exec(text);
  if (match === null) return [];
  const theirs = /^(?:my|our|his|her|their|its) $/i.test(match[1] ?? '');
  const what = theirs
    ? {
        subject: {
          kind: 'owned',
          owner: statement.subject,
          noun: nounKey(match[2] ?? '').replace(/^email address$/, 'email'),
        } as ClaimSubject,
      }
    : nounPhrase(`${match[1] ?? ''}${match[2] ?? ''}`);
  if (what === null) return [];
  const now = { ...statement, subject: what.subject, past: false, change: true };
  if (what.subject.kind === 'owned' && what.subject.noun === 'major')
    return [
      valueClaim(now, 'studies', word(nounKey(match[4] ?? '')), { subject: what.subject.owner }),
    ];
  return resetClaims(now, match[4] ?? '', match[3]);
};

const leaves: ReadObject = (statement, text) => {
  const done = ungerund((text.split(' ')[0] ?? '').toLowerCase());
  const now = { ...statement, past: false, change: true, negated: false };
  if (/ing$/i.test(text.split(' ')[0] ?? '')) return stopped(now, text, done);
  const onward = /^(.+?) for (\p{Lu}.*)$/u.exec(text);
  if (onward !== null) return replaced(now, onward[1] ?? '', onward[2] ?? '');
  const named = nameValue(
    text.replace(/^(?:from|my job at|the job at|his job at|her job at|the) /i, ''),
  );
  return named === null ? [] : [endClaim(now, named, null)];
};

function stopped(statement: Statement, text: string, lemma: string): Claim[] {
  const object = text.split(' ').slice(1).join(' ');
  if (lemma === 'be' || /^being\b/i.test(text))
    return readBeing({ ...statement, negated: true }, object);
  if (lemma === 'work') return work({ ...statement, negated: true }, object);
  const trades = { teach: 'teacher', nurse: 'nurse', act: 'actor', drive: 'driver' } as Readonly<
    Record<string, string>
  >;
  const trade = trades[lemma];
  const habit = nounKey(object);
  if (trade === undefined && lemma !== 'leave' && READERS.has(lemma)) {
    const denied = readDoing({ ...statement, negated: true }, lemma, false, object);
    if (denied.length > 0) return denied;
  }
  return [
    valueClaim(statement, `${lemma} ${habit}`.trim(), polar(false)),
    ...(trade === undefined || habit !== ''
      ? []
      : [valueClaim({ ...statement, negated: true }, 'works as', word(trade))]),
  ];
}

/** "quit sugar". */
const quits: ReadObject = (statement, text) => {
  const instead = / for /i.test(text) ? forAnother(statement, text) : null;
  if (instead !== null) return instead;
  const key = nounKey(text);
  return identifiesThing(key) && key.split(' ').length <= 2
    ? [endClaim({ ...statement, negated: false }, word(key), null)]
    : [];
};

const givesUp: ReadObject = (statement, text) => {
  if (/^birth\b/i.test(text)) return [delivered(statement)];
  const match = /^up (?:on )?(?:my |the )?(.+)$/i.exec(text);
  if (match === null) return [];
  const what = match[1] ?? '';
  const instead = / for /i.test(what) ? forAnother(statement, what) : null;
  if (instead !== null) return instead;
  if (/ing\b/i.test(what.split(' ')[0] ?? '')) return leaves(statement, what);
  const key = nounKey(what.replace(/ for (?:(?:my |her |his |their )?health|good|ever)\b.*$/i, ''));
  if (/ for /i.test(key)) return [];
  return identifiesThing(key) ? [endClaim({ ...statement, negated: false }, word(key), null)] : [];
};

const becomes: ReadObject = (statement, text) =>
  readBeing({ ...statement, past: false, change: true }, text);

const gets: ReadObject = (statement, text) => {
  const now = { ...statement, past: false, change: true };
  const rid = /^rid of (.+)$/i.exec(text);
  if (rid !== null) return drops(statement, rid[1] ?? '');
  const at = /^up at (.+)$/i.exec(text);
  if (at !== null)
    return whenClaims(statement, `at ${at[1]}`).map((claim) => ({ ...claim, slot: 'gets up' }));
  if (
    /^(?:moved|postponed|pushed|rescheduled|delayed|raised|increased|lowered|changed|upgraded|renamed|bumped) /i.test(
      text,
    )
  )
    return readBeing(now, text);
  const job =
    /^(?:a|the) (?:new )?(?:job|position|role|offer) (?:at|with) (.+?)(?: as (an? .+))?$/i.exec(
      text,
    );
  if (job !== null) return work(now, `at ${job[1]}${job[2] === undefined ? '' : ` as ${job[2]}`}`);
  const promoted = /^promoted to (.+)$/i.exec(text);
  if (promoted !== null) return trade(now, `a ${(promoted[1] ?? '').replace(/^(?:an?|the) /, '')}`);
  return stateOf(text.replace(/ (?:to|by) .*$/, '')) !== undefined ||
    /^(?:married|engaged) /.test(text)
    ? readBeing(now, text)
    : gains(statement, text);
};

const starts: ReadObject = (statement, text) => {
  const at = /^(?:working )?(?:at|with) (\p{Lu}.*)$/u.exec(text);
  const person = isPerson(statement.subject) || statement.subject.kind === 'name';
  const now = { ...statement, past: false, change: true };
  if (at !== null && person) return work(now, `at ${at[1]}`);
  return person ? begun(now, text) : whenClaims(statement, text);
};

/** "started smoking again": reverses what "stopped smoking" denied. */
function begun(statement: Statement, text: string): Claim[] {
  const match = /^(?:to )?([a-z]+ing)\b ?(.*)$/.exec(text);
  const verb = match === null ? undefined : verbOf(match[1] ?? '');
  if (verb === undefined || verb.form !== 'gerund') return [];
  const read = READERS.has(verb.lemma)
    ? readDoing(statement, verb.lemma, false, match?.[2] ?? '')
    : [];
  const object = nounKey(match?.[2] ?? '');
  return read.length > 0 ||
    !(identifiesThing(object) || (object === '' && INTRANSITIVE.has(verb.lemma)))
    ? read
    : [truthClaim(statement, `${verb.lemma} ${object}`.trim())];
}

/** "broke up with Sam". */
const parts: ReadObject = (statement, text) => {
  const match = /^(?:up )?(?:with|from) (.+)$/i.exec(text);
  const name = match === null ? null : nameValue(match[1] ?? '');
  return name === null
    ? []
    : [valueClaim({ ...statement, past: false, change: true, negated: true }, 'partner', name)];
};

const leads: ReadObject = (statement, text) => {
  const who = statement.subject.kind === 'name' ? nameValue(statement.subject.name) : null;
  const what = nounPhrase(text);
  return who === null || what === null || !/^(?:the|our|my) /i.test(text)
    ? []
    : [
        valueClaim(statement, 'is', who, {
          subject: { kind: 'owned', owner: what.subject, noun: 'lead' },
        }),
      ];
};

const eats: ReadObject = (statement, text) => {
  const key = nounKey(text);
  const diet = MEAT.has(text.toLowerCase().split(' ')[0] ?? '')
    ? [stateClaim(statement, { group: 'diet', value: 'omnivore' })]
    : [];
  // "no longer eats X" means having gone off it.
  const goneOff =
    statement.negated && statement.change && identifiesThing(key)
      ? [truthClaim({ ...statement, negated: false }, `likes ${key}`, false)]
      : [];
  return [
    ...(statement.negated && !/^meat\b/i.test(text) ? [] : diet),
    ...(identifiesThing(key) ? [truthClaim(statement, `eats ${key}`)] : []),
    ...goneOff,
  ];
};

/** A habit or a trait, true or false. */
const habit =
  (verb: string): ReadObject =>
  (statement, text) => {
    const key = nounKey(text.replace(/^(?:to|on|with) /i, ''));
    return key === '' || identifiesThing(key)
      ? [truthClaim(statement, `${verb} ${key}`.trim())]
      : [];
  };

const dies: ReadObject = (statement) => [
  stateClaim(statement, { group: 'life', value: 'dead' }, { past: false, change: true }),
];

const listens: ReadObject = (statement, text) => {
  const value = /^on (?:the )?port (\d+)/i.exec(text);
  return value === null
    ? []
    : [valueClaim(statement, 'port', { kind: 'number', key: value[1] ?? '' })];
};

const plays: ReadObject = (statement, text) => {
  const inside = /^(in|for) (?:an?|the) (\w+) (?:called|named) (.+)$/i.exec(text);
  const value = inside === null ? null : nameValue(inside[3] ?? '');
  return value === null
    ? habit('play')(statement, text)
    : [valueClaim(statement, `plays in ${inside?.[2]}`, value)];
};

const marries: ReadObject = (statement, text) => {
  const value = nameValue(text);
  return value === null
    ? []
    : readBeing({ ...statement, past: false, change: true }, `married to ${text}`);
};

const drinks: ReadObject = (statement, text) => {
  const strong =
    !statement.negated &&
    ALCOHOL.has((text.split(' ')[0] ?? '').toLowerCase()) &&
    !/^alcohol/i.test(text)
      ? [truthClaim(statement, 'drink alcohol')]
      : [];
  return [...habit('drink')(statement, text), ...strong];
};

const speaks: ReadObject = (statement, text) => {
  const match =
    /^(?:fluent |good |perfect |basic |a little |a bit of |some |any )?(\p{Lu}\p{L}+)(?: fluently| well| at home)?$/u.exec(
      text,
    );
  return match === null ? [] : [truthClaim(statement, `speak ${(match[1] ?? '').toLowerCase()}`)];
};

/** Tests and builds pass or fail. */
const passes =
  (value: 'passing' | 'failing'): ReadObject =>
  (statement, text) => {
    const noun =
      statement.subject.kind === 'thing' || statement.subject.kind === 'name'
        ? statement.subject.name.toLowerCase()
        : statement.subject.kind === 'owned'
          ? statement.subject.noun
          : '';
    return text === '' && /(?:tests?|build|pipeline|check|job|ci|suite)$/.test(noun)
      ? [stateClaim(statement, { group: 'tests', value })]
      : [];
  };

/** Verbs whose meaning depends on the moment, or on all that follows them. */
const VAGUE_VERBS =
  wordList(`know think hope want need wish see say tell feel look seem come find make get keep let stay sit stand bring visit call do try plan decide have own give take go set break
  move push back start stop become turn happen pay serve lead love like enjoy hate adore leave begin change watch read write run grow lose buy sell send return choose pick finish believe trust end open close`);
const INTRANSITIVE = wordList(
  'smoke snore exercise meditate pray recycle gamble vote deploy expire commute cook swim bark bite drive drink',
);

/** Any verb in the present tense: an amount, a time of day, or true or false. */
function anyVerb(statement: Statement, lemma: string, text: string): Claim[] {
  if (statement.past || VAGUE_VERBS.has(lemma)) return [];
  const amount = /^(?:up to |at most |at least )?(\d[\d,.]*|[a-z]+) ([\p{L}]+)$/iu.exec(text);
  const number = amount === null ? null : numberValue(`${amount[1]} ${amount[2]}`);
  const person = statement.subject.kind === 'speaker' || statement.subject.kind === 'user';
  if (number !== null)
    return person || statement.negated
      ? []
      : [valueClaim(statement, `${lemma} how many ${nounKey(amount?.[2] ?? '')}`, number)];
  const when = /^at /i.test(text) ? whenClaims(statement, text) : [];
  if (when.length > 0) return when.map((claim) => ({ ...claim, slot: `${lemma} when` }));
  return text === '' && !INTRANSITIVE.has(lemma) ? [] : habit(lemma)(statement, text);
}

/** A place that somebody regularly goes to. */
const attends: ReadObject = (statement, text) => {
  const match =
    /^(?:to )?(?:the |a )?(gym|church|mosque|synagogue|temple|school|college|university|therapy|yoga|pilates|work|physio|choir|library|office|club|dance class)\b/i.exec(
      text,
    );
  return match === null ? [] : [truthClaim(statement, `go ${(match[1] ?? '').toLowerCase()}`)];
};

const settles: ReadObject = (statement, text) => {
  const match = /^(?:down )?in (.+)$/i.exec(text);
  const value = match === null ? null : placeValue(match[1] ?? '');
  return value === null
    ? []
    : [valueClaim(statement, 'lives in', value, { past: false, change: true })];
};

/** The claim of each verb's object; verbs of one row mean the same. */
const ROWS: readonly (readonly [string, ReadObject])[] = [
  ['live reside', place],
  ['work', work],
  ['work', functions],
  ['break split', parts],
  ['learn', habit('learn')],
  ['like love enjoy adore', likes(true)],
  ['hate dislike detest loathe despise', likes(false)],
  ['prefer', prefers],
  ['have own', has],
  ['buy adopt', gains],
  ['sell ditch drop dump cancel abandon scrap uninstall', drops],
  ['lose', loses],
  ['run', runs],
  ['use', uses],
  ['study', studies],
  ['drive', drives],
  ['cost', costs],
  ['rise drop fall increase go', reaches],
  ['move relocate', moves],
  ['switch migrate', switches],
  [
    'change raise set lower reduce bump update upgrade downgrade increase decrease push postpone extend rename',
    changes,
  ],
  ['go', attends],
  ['take', takes],
  ['replace take', replaces],
  ['trade swap exchange', trades],
  ['replace', replacesWith],
  ['settle', settles],
  ['leave quit stop', leaves],
  ['quit', quits],
  ['give', givesUp],
  ['become turn', becomes],
  ['get', gets],
  ['start begin happen open', starts],
  ['join', joins],
  ['sign accept', signs],
  ['lead head manage', leads],
  ['eat', eats],
  ['smoke', habit('smoke')],
  ['drink', drinks],
  ['play', plays],
  ['support', habit('support')],
  ['accept', habit('accept')],
  ['require', habit('require')],
  ['allow', habit('allow')],
  ['speak', speaks],
  ['pass', passes('passing')],
  ['fail', passes('failing')],
  ['attend', habit('attend')],
  ['collect', habit('collect')],
  ['wear', habit('wear')],
  ['contain', habit('contain')],
  ['depend', habit('depend')],
  ['die', dies],
  ['listen', listens],
  ['marry', marries],
];
/** In the past tense, these still describe the present state. */
const LASTING = new Set(
  'ditch dump cancel abandon scrap uninstall move relocate switch migrate change raise set lower reduce bump update upgrade downgrade increase push postpone extend rename leave quit stop give become turn get join buy adopt sell lose die marry rise drop fall replace take trade swap exchange settle break split'.split(
    ' ',
  ),
);

const READERS: ReadonlyMap<string, readonly ReadObject[]> = new Map(
  [...new Set(ROWS.flatMap(([verbs]) => verbs.split(' ')))].map((verb) => [
    verb,
    ROWS.filter(([verbs]) => verbs.split(' ').includes(verb)).map(([, read]) => read),
  ]),
);

/** Whether a verb can make a claim. */
export const makesClaims = (lemma: string): boolean =>
  READERS.has(lemma) || !VAGUE_VERBS.has(lemma);

/** When a change was made, at the end of the statement: "quit smoking in March". */
const WHEN =
  /\s+(?:(?:back )?in (?:january|february|march|april|may|june|july|august|september|october|november|december)(?: \d{4})?|(?:two|three|four|five|six|\d+|an?|a (?:few|couple of)) (?:day|week|month|year)s? ago|earlier this \w+)$/i;

export function readDoing(
  statement: Statement,
  lemma: string,
  told: boolean,
  text: string,
): Claim[] {
  if (told && LASTING.has(lemma) && statement.negated) return [];
  const past = statement.past || (told && !LASTING.has(lemma));
  // A single past purchase or meal is not a habit.
  for (const read of READERS.get(lemma) ?? []) {
    // A single past duration does not say how long it usually takes.
    if (told && read === takes) continue;
    const claims = read(
      { ...statement, past },
      (told || lemma === 'quit') && LASTING.has(lemma) ? text.replace(WHEN, '') : text,
    );
    if (claims.length > 0) return claims;
  }
  return told ? [] : anyVerb({ ...statement, past }, lemma, text);
}

/** "can swim", "can speak Welsh". */
export function readAbility(statement: Statement, text: string): Claim[] {
  const match =
    /^(swim|drive|cook|dance|sing|ski|skate|surf|read|code|whistle|juggle|ride|type|knit|sew|speak|play)(?: (.+))?$/i.exec(
      text,
    );
  if (match === null) return [];
  const object = nounKey(match[2] ?? '');
  return [truthClaim(statement, `can ${(match[1] ?? '').toLowerCase()} ${object}`.trim())];
}
