import type { ClaimSubject } from './claim.js';
import { RELATIVES } from '../names/gazetteer.js';
import { isPlural, singular } from '../stem.js';

/** The verbs that claims are read from. */
const REGULAR = `live reside work study like love enjoy adore hate dislike detest loathe despise prefer own smoke play use support accept require allow need listen
  cost start begin start manage head attend collect practise practice follow watch belong move switch change join quit sell adopt marry die pass raise increase lower
  reduce bump set update upgrade downgrade migrate rename relocate retire stop give go run have drive ride speak drink eat lead teach wear read become turn take get leave
  lose buy rise drop fall swim cook bake visit know happen deploy return sit stand stay keep want think hope plan wish decide say tell see make find come feel look seem
  serve host contain hold charge open close expire end rent rely depend weigh measure rewrite write buy grow bring call name pay travel commute block send return render store contain
  broke break lower push postpone extend finish pick choose depart arrive fail exercise learn split meditate pray sleep snore commute believe trust recycle invest gamble travel fly paint vote bark bite respond retry log validate encrypt back generate sync send expose replace swap trade exchange settle
  ditch dump cancel abandon scrap uninstall sign`;
const IRREGULAR: Readonly<Record<string, readonly [string, string]>> = {
  drove: ['drive', 'past'],
  driven: ['drive', 'participle'],
  spoke: ['speak', 'past'],
  drank: ['drink', 'past'],
  ate: ['eat', 'past'],
  had: ['have', 'past'],
  has: ['have', 'present'],
  went: ['go', 'past'],
  gone: ['go', 'participle'],
  goes: ['go', 'present'],
  ran: ['run', 'past'],
  began: ['begin', 'past'],
  took: ['take', 'past'],
  led: ['lead', 'past'],
  taught: ['teach', 'past'],
  wore: ['wear', 'past'],
  became: ['become', 'past'],
  got: ['get', 'past'],
  gotten: ['get', 'participle'],
  left: ['leave', 'past'],
  lost: ['lose', 'past'],
  bought: ['buy', 'past'],
  rose: ['rise', 'past'],
  risen: ['rise', 'participle'],
  fell: ['fall', 'past'],
  fallen: ['fall', 'participle'],
  sold: ['sell', 'past'],
  gave: ['give', 'past'],
  given: ['give', 'participle'],
  swam: ['swim', 'past'],
  knew: ['know', 'past'],
  sat: ['sit', 'past'],
  stood: ['stand', 'past'],
  kept: ['keep', 'past'],
  thought: ['think', 'past'],
  said: ['say', 'past'],
  told: ['tell', 'past'],
  saw: ['see', 'past'],
  made: ['make', 'past'],
  found: ['find', 'past'],
  came: ['come', 'past'],
  felt: ['feel', 'past'],
  wrote: ['write', 'past'],
  grew: ['grow', 'past'],
  brought: ['bring', 'past'],
  paid: ['pay', 'past'],
  held: ['hold', 'past'],
  rode: ['ride', 'past'],
  sent: ['send', 'past'],
  broke: ['break', 'past'],
  chose: ['choose', 'past'],
  met: ['meet', 'past'],
  cancelled: ['cancel', 'past'],
  woke: ['wake', 'past'],
  built: ['build', 'past'],
};
const DOUBLED = new Set([
  'run',
  'set',
  'quit',
  'get',
  'stop',
  'drop',
  'swim',
  'sit',
  'begin',
  'plan',
  'swap',
  'scrap',
]);

type VerbForm = 'base' | 'present' | 'past' | 'gerund' | 'participle';

interface Verb {
  readonly lemma: string;
  readonly form: VerbForm;
}

function forms(): ReadonlyMap<string, Verb> {
  const map = new Map<string, Verb>();
  for (const lemma of new Set(REGULAR.trim().split(/\s+/))) {
    const stem = lemma.endsWith('e')
      ? lemma.slice(0, -1)
      : DOUBLED.has(lemma)
        ? lemma + lemma.slice(-1)
        : lemma;
    const past = /[^aeiou]y$/.test(lemma) ? `${lemma.slice(0, -1)}ied` : `${stem}ed`;
    const present = /[^aeiou]y$/.test(lemma)
      ? `${lemma.slice(0, -1)}ies`
      : /(?:s|sh|ch|x|o)$/.test(lemma)
        ? `${lemma}es`
        : `${lemma}s`;
    const gerund = lemma === 'die' ? 'dying' : `${stem}ing`;
    map.set(past, { lemma, form: 'past' });
    map.set(present, { lemma, form: 'present' });
    map.set(gerund, { lemma, form: 'gerund' });
    map.set(lemma, { lemma, form: 'base' });
  }
  for (const [word, [lemma, form]] of Object.entries(IRREGULAR))
    map.set(word, { lemma, form: form as VerbForm });
  for (const same of ['quit', 'set', 'cost']) map.set(same, { lemma: same, form: 'base' });
  return map;
}

const VERBS = forms();

export function verbOf(word: string): Verb | undefined {
  return VERBS.get(word.toLowerCase());
}

/** A gerund as its base: running → run, quilting → quilt. */
export function ungerund(word: string): string {
  const known = VERBS.get(word);
  if (known?.form === 'gerund') return known.lemma;
  const bare = /^(.{2,})ing$/.exec(word)?.[1];
  if (bare === undefined || !/[aeiouy]/.test(bare)) return word;
  return /([^aeiouls])\1$/.test(bare) ? bare.slice(0, -1) : bare;
}

const AUXILIARIES = new Set(
  'am is are was were has have had can could do does did will shall'.split(' '),
);
const ADVERBS = new Set(
  'now no never not still just also finally recently currently always usually often really already actually officially only both all even truly absolutely definitely mostly formerly previously originally once since then regularly sadly sometimes rarely seldom mainly generally probably quite'.split(
    ' ',
  ),
);
/** First words that rule out a noun phrase. */
const NO_SUBJECT = new Set(
  "there here what who where when why how which that if not no just only let thanks thank please to in on at for from with of and or but so because such lots being having going getting seeing doing trying making it's everything something anything nothing everyone someone anyone nobody none all both some most many few others one ones you your yours me us him them mine hey hi".split(
    ' ',
  ),
);
const MARKERS = /^(?:new|current|latest|present|actual|updated|correct) /i;
const FORMER = /^(?:old|former|previous|ex|last|original|earlier) /i;
const MAX_WORDS = 9;

export interface SubjectSpan {
  readonly subject: ClaimSubject;
  /** The predicate. */
  readonly rest: string;
  /** Whether it was called new or old. */
  readonly age: 'new' | 'old' | null;
}

/** Splits a clause into subject and predicate; null if either is missing. `earlier` is what "she" or "it" refers to. */
export function splitSubject(
  text: string,
  earlier: {
    readonly person: ClaimSubject | null;
    readonly thing: ClaimSubject | null;
    readonly last: ClaimSubject | null;
  },
): SubjectSpan | null {
  const words = text.split(/\s+/);
  const first = (words[0] ?? '').toLowerCase();
  if (first === 'i' || first === 'we')
    return words.length < 2
      ? null
      : { subject: { kind: 'speaker' }, rest: words.slice(1).join(' '), age: null };
  if (first === 'he' || first === 'she')
    return earlier.person === null
      ? null
      : { subject: earlier.person, rest: words.slice(1).join(' '), age: null };
  if (first === 'it')
    return earlier.thing === null
      ? null
      : { subject: earlier.thing, rest: words.slice(1).join(' '), age: null };
  if (first === 'they' || NO_SUBJECT.has(first)) return null;
  const at = predicateStart(words);
  if (at === 0)
    return earlier.last === null ? null : { subject: earlier.last, rest: text, age: null };
  if (at < 0) return null;
  const phrase = words.slice(0, at).join(' ');
  const read = nounPhrase(phrase);
  return read === null ? null : { ...read, rest: words.slice(at).join(' ') };
}

/** The index of the first word of the predicate, -1 for none. */
function predicateStart(words: readonly string[]): number {
  for (let at = 0; at < words.length && at <= MAX_WORDS; at++) {
    const word = (words[at] ?? '').toLowerCase();
    if (/[,:;()]/.test(word)) return -1;
    if (AUXILIARIES.has(word))
      return at > 0 ||
        word === 'am' ||
        word === 'has' ||
        word === 'is' ||
        word === 'was' ||
        word === 'will'
        ? at
        : -1;
    const verb = verbOf(word);
    if (ADVERBS.has(word) && at > 0) {
      const next = (words[at + 1] ?? '').toLowerCase();
      if (
        AUXILIARIES.has(next) ||
        verbOf(next) !== undefined ||
        word === 'no' ||
        word === 'not' ||
        word === 'never' ||
        word === 'now'
      )
        return at;
      continue;
    }
    if (verb === undefined || verb.form === 'gerund' || verb.form === 'participle') continue;
    if (at === 0) {
      if (
        verb.form === 'past' ||
        (verb.form === 'present' &&
          words.length > 1 &&
          word !== 'tests' &&
          /^[a-z]/.test(words[0] ?? ''))
      )
        return 0;
      continue;
    }
    // "the cost", "my work": a base form after an article is a noun; so is one before a verb or "of".
    const next = (words[at + 1] ?? '').toLowerCase();
    if (/^(?:of|for|is|are|was|were|has|will|had)$/.test(next)) continue;
    if (
      verb.form === 'base' &&
      verb.lemma !== 'quit' &&
      verb.lemma !== 'cost' &&
      verb.lemma !== 'set' &&
      !isPlural((words[at - 1] ?? '').toLowerCase()) &&
      !/ and /.test(words.slice(0, at).join(' '))
    )
      continue;
    if (/^(?:the|a|an|my|our|of|'s)$/i.test(words[at - 1] ?? '') || /'s$/.test(words[at - 1] ?? ''))
      continue;
    return at;
  }
  return -1;
}

/** A noun phrase as a subject: "my new phone number", "the CEO of Acme", "Ana's sister", "the user". */
export function nounPhrase(phrase: string): Pick<SubjectSpan, 'subject' | 'age'> | null {
  const bare = phrase.trim().replace(/^(?:both|all|even|only) /i, '');
  if (/^(?:the )?user$/i.test(bare)) return { subject: { kind: 'user' }, age: null };
  const owned = /^(?:(my|our)|(the user)'s|([^']+?)'s?) (.+)$/i.exec(bare);
  if (owned !== null && (owned[1] !== undefined || bare.includes("'"))) {
    const owner: ClaimSubject | null =
      owned[1] !== undefined
        ? { kind: 'speaker' }
        : owned[2] !== undefined
          ? { kind: 'user' }
          : (nounPhrase(owned[3] ?? '')?.subject ?? null);
    if (owner === null) return null;
    return ownedBy(owner, owned[4] ?? '');
  }
  const plain = bare.replace(/^(?:the|a|an|this|each) /i, '');
  const of = /^(.+?) of (?:the )?(.+)$/i.exec(plain);
  if (of !== null && /^[\w -]+$/.test(of[1] ?? '')) {
    const owner = nounPhrase(of[2] ?? '');
    if (owner !== null) return ownedBy(owner.subject, of[1] ?? '');
  }
  return named(plain, bare !== plain);
}

function ownedBy(owner: ClaimSubject, noun: string): Pick<SubjectSpan, 'subject' | 'age'> | null {
  const nested = /^([\p{L} -]+)'s (.+)$/u.exec(noun);
  if (nested !== null) {
    const inner = ownedBy(owner, nested[1] ?? '');
    return inner === null ? null : ownedBy(inner.subject, nested[2] ?? '');
  }
  const { text, age } = aged(noun);
  // "my sister Ana" is Ana; "my friend Tom" is Tom.
  const apposed = /^([\p{Ll}-]+) (\p{Lu}[\p{L}'-]+)$/u.exec(text);
  if (apposed !== null && RELATIVES.has(apposed[1] ?? ''))
    return {
      subject: { kind: 'name', name: apposed[2] ?? '', as: thingKey(apposed[1] ?? '') },
      age,
    };
  const key = thingKey(text);
  return key === '' ? null : { subject: { kind: 'owned', owner, noun: key }, age };
}

function named(text: string, article: boolean): Pick<SubjectSpan, 'subject' | 'age'> | null {
  const { text: plain, age } = aged(text);
  if (
    !article &&
    /^\p{Lu}[\p{L}\p{M}'’.-]*(?: (?:\p{Lu}[\p{L}'’.-]*|van|von|de|der|la|bin))*$/u.test(plain)
  )
    return { subject: { kind: 'name', name: plain }, age };
  const key = thingKey(plain);
  return key === '' ? null : { subject: { kind: 'thing', name: key }, age };
}

function aged(text: string): { text: string; age: 'new' | 'old' | null } {
  if (MARKERS.test(text)) return { text: text.replace(MARKERS, ''), age: 'new' };
  return FORMER.test(text) ? { text: text.replace(FORMER, ''), age: 'old' } : { text, age: null };
}

const SPELLINGS: Readonly<Record<string, string>> = {
  favorite: 'favourite',
  color: 'colour',
  'e-mail': 'email',
  kid: 'child',
  mum: 'mother',
  mom: 'mother',
  dad: 'father',
  licence: 'license',
  'cell number': 'phone number',
  mobile: 'phone',
};

/** A noun phrase as a key: lower case, head in the singular, identifiers split, "email address" as "email". */
export function thingKey(text: string): string {
  const words = text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[_"“”`]+/g, ' ')
    .replace(/\b(?:email|e-mail) address\b/, 'email')
    .replace(/\b(?:mobile|cell|cell phone|mobile phone) number\b/, 'phone number')
    .trim()
    .split(/\s+/)
    .filter((word) => !/^(?:the|a|an|my|our|very|own)$/.test(word));
  if (
    words.length === 0 ||
    words.length > 7 ||
    words.some((word) =>
      /^(?:i|you|he|she|it|we|they|him|them|me|which|that|who|so|if|and|or)$/.test(word),
    )
  )
    return '';
  return words
    .map((word, at) => SPELLINGS[word] ?? (at === words.length - 1 ? singular(word) : word))
    .join(' ');
}

/** Whether it is a person, judging by the words: the speaker, the user, a relative of somebody. */
export function isPerson(subject: ClaimSubject): boolean {
  if (subject.kind === 'speaker' || subject.kind === 'user') return true;
  return subject.kind === 'owned' && RELATIVES.has(subject.noun.split(' ').at(-1) ?? '');
}
