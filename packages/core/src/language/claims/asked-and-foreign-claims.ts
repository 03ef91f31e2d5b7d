import type { Instant } from '../../domain/time.js';
import { type Claim, type ClaimSubject, nameValue, placeValue } from './claim.js';
import { type DayAhead, withoutDay } from './clauses.js';
import { FOREIGN_WORDS, type ForeignWords, type SlotVerb } from './foreign-words.js';
import { endClaim, stateClaim, type Statement, valueClaim } from './statement.js';
import { nounPhrase } from './subject-and-verb.js';
import type { ReadText } from '../read-text.js';
import { isStopWord, type Word, words } from '../segmentation.js';
import { singular } from '../stem.js';

const MAX_SENTENCES = 40;
const MAX_SENTENCE = 400;
const SPEAKER: ClaimSubject = { kind: 'speaker' };
/** A name of one or several words, as a value. */
const NAMED = /^\p{Lu}[\p{L}\d&.'’-]*(?: (?:de |del |la |am |an der )?\p{Lu}[\p{L}\d&.'’-]*){0,3}/u;
const QUESTION = /\?["'”»)\]]*$/;

/**
 * Claims about where somebody lives and works, what they eat and whom they are with, in German or Spanish, in the
 * first person or about somebody by name. Wishes, guesses and hearsay make no claim; other languages are not
 * supported. Linear in the length of the text.
 */
export function readForeignClaims(
  language: string,
  text: ReadText,
  days: readonly DayAhead[],
): Claim[] {
  const known = FOREIGN_WORDS.get(language);
  if (known === undefined) return [];
  return text.sentences
    .slice(0, MAX_SENTENCES)
    .flatMap(({ text: sentence, reading }) =>
      sentence.length > MAX_SENTENCE || reading.test(QUESTION)
        ? []
        : ofSentence(sentence, days, known),
    );
}

function ofSentence(sentence: string, days: readonly DayAhead[], known: ForeignWords): Claim[] {
  if (words(sentence).some(({ text }) => known.unsure.has(text))) return [];
  const day = withoutDay(sentence, days, false) ?? undefined;
  return sentence.split(known.link).flatMap((clause) => ofClause(clause, day?.from, known));
}

function ofClause(clause: string, from: Instant | undefined, known: ForeignWords): Claim[] {
  const read = words(clause);
  const noMore = known.noMore.test(clause);
  const denied = noMore || read.some(({ text }) => known.not.has(text));
  const statement = {
    negated: denied,
    past: false,
    change: noMore || known.nowadays.test(clause),
    scope: [],
    ...(from !== undefined && { from }),
  };
  for (const verb of known.verbs) {
    const at = read.findIndex(({ text }) => verb.own.has(text) || verb.others.has(text));
    const subject = at < 0 ? null : subjectOf(read, at, clause, verb, known);
    if (subject === null) continue;
    const claim = claimOfVerb(verb, { ...statement, subject }, read, clause);
    if (claim !== null) return [claim];
  }
  return ofState(read, clause, statement, known);
}

/** The subject of a verb: the speaker, if the form and the language say so; else a name next to the verb. */
function subjectOf(
  read: readonly Word[],
  at: number,
  clause: string,
  verb: Pick<SlotVerb, 'own' | 'others'>,
  { language, first, firstIsSaid }: ForeignWords,
): ClaimSubject | null {
  const form = read[at]?.text ?? '';
  const said = read.some(({ text }) => first.has(text));
  if (verb.own.has(form) && (said || !(firstIsSaid || verb.others.has(form)))) return SPEAKER;
  if (said || !verb.others.has(form)) return null;
  // "Lena wohnt", "Lena ist … gezogen": the name that begins the clause.
  const [opening] = read;
  const name = opening === undefined ? '' : clause.slice(opening.start, opening.end);
  return at === 0 || !NAME_LIKE.test(name) || isStopWord(name.toLowerCase(), language)
    ? null
    : { kind: 'name', name };
}

const NAME_LIKE = /^\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?$/u;

/** The claim of a slot verb: its value is the name after the introducing word. */
function claimOfVerb(
  { slot, manner, before }: SlotVerb,
  statement: Statement,
  read: readonly Word[],
  clause: string,
): Claim | null {
  for (const { start } of read) {
    const rest = clause.slice(start);
    const lead = before.exec(rest)?.[0];
    const name = lead === undefined ? undefined : NAMED.exec(rest.slice(lead.length))?.[0];
    if (name === undefined || (lead === '' && start === read[0]?.start)) continue;
    const value = slot === 'lives in' ? placeValue(name) : nameValue(name);
    if (value === null) return null;
    if (manner === 'ends') return endClaim({ ...statement, negated: false }, value, null);
    if (manner === 'held')
      return valueClaim({ ...statement, past: true, negated: false }, slot, value);
    if (manner === 'holds') return valueClaim(statement, slot, value);
    if (statement.negated) return null;
    const begun = valueClaim({ ...statement, change: true }, slot, value);
    return manner === 'will' ? { ...begun, mode: 'planned' } : begun;
  }
  return null;
}

function ofState(
  read: readonly Word[],
  clause: string,
  statement: Omit<Statement, 'subject'>,
  known: ForeignWords,
): Claim[] {
  const at = read.findIndex(({ text }) => known.am.has(text) || known.is.has(text));
  const state = read.flatMap(({ text }) => known.states.get(text) ?? [])[0];
  if (at < 0 || state === undefined) return [];
  const subject = subjectOf(read, at, clause, { own: known.am, others: known.is }, known);
  return subject === null ? [] : [stateClaim({ ...statement, subject }, state)];
}

/** What a German or Spanish question as a whole asks for: the slot and its subject; null for any other question. */
export function askedForeign(
  question: string,
): { readonly subject: ClaimSubject; readonly slots: readonly string[] } | null {
  const bare = question
    .trim()
    .replace(/^[¿\s]+/, '')
    .replace(NOW, '')
    .replace(/(?<![?.!\s])[?.!\s]+$/u, '');
  for (const { asked } of FOREIGN_WORDS.values())
    for (const [form, slot] of asked) {
      const match = form.exec(bare);
      if (match === null) continue;
      const name = match.groups?.['who'];
      return { subject: name === undefined ? SPEAKER : { kind: 'name', name }, slots: [slot] };
    }
  return null;
}

const NOW =
  /\s+(?:jetzt|derzeit|aktuell|gerade|momentan|inzwischen|ahora|actualmente)(?=[\s?.!]*$)/iu;

/** A value that a question asks for: of one subject, in any of these slots. */
interface AskedClaim {
  readonly subject: ClaimSubject;
  readonly slots: readonly string[];
}

const WHO = '(?<who>(?:the |my |our )?\\S+(?: \\S+){0,4}?)';
const STILL = '(?:currently |now |still |actually |these days )?';
const END =
  '(?: (?:now|nowadays|these days|currently|at the moment|today|again|at present|right now|anyway))*';

/** Complete question forms for one value, each with the slots that may hold it. */
const FORMS = (
  [
    [
      `where (?:does|do|is|are|has|have) ${WHO} ${STILL}(?:live|living|reside|residing|based|settled|moved(?: to)?)`,
      ['lives in'],
    ],
    [
      `(?:in )?(?:what|which) (?:city|town|country|place|village|state) (?:does|do|is|are) ${WHO} ${STILL}(?:live|living|based)(?: in)?`,
      ['lives in'],
    ],
    [`where (?:does|do|is|are) ${WHO} ${STILL}(?:work|working|employed)`, ['works at']],
    [
      `(?:who|whom|what company|which (?:\\S+ ){0,2}(?:company|firm|place|employer|organisation|hospital|school)) (?:does|do|is|are) ${WHO} ${STILL}(?:work|working|employed) (?:for|at|by)`,
      ['works at'],
    ],
    [`what (?:does|do) ${WHO} ${STILL}do(?: for (?:a living|work))?`, ['works as', 'works at']],
    [`what(?:'s| is) ${WHO}(?:'s|') (?:job|profession|occupation|trade)`, ['works as', 'works at']],
    [`how old (?:is|are|am) ${WHO}`, ['age']],
    [
      `(?:what|which)(?: (?:kind of |sort of |make of )?car)? (?:does|do) ${WHO} ${STILL}drive`,
      ['drives'],
    ],
    [
      `what (?:does|do|is|are) ${WHO} ${STILL}(?:study|studying|major in|majoring in)(?: at \\S+)?`,
      ['studies'],
    ],
    [`whom? (?:is|are|am) ${WHO} ${STILL}(?:married to|engaged to|dating)`, ['partner']],
    [`what(?:'s| is) the name of ${WHO}`, ['name', 'is']],
    [`what(?:'s| is| are) ${WHO} (?:called|named)`, ['name', 'is']],
    [`what(?:'s| is) ${WHO}(?:'s|') name`, ['name', 'is']],
    [
      "(?:who|what)(?:'s| is) (?<who>(?:my|our) \\S+(?: \\S+){0,3}?|\\S+(?: \\S+)?(?:'s|') \\S+(?: \\S+){0,2}?)",
      ['is', 'name'],
    ],
  ] as const
).map(([form, slots]): readonly [RegExp, readonly string[]] => [
  new RegExp(`^(?:and |so |but |ok )?${form}${END}$`, 'iu'),
  slots,
]);
/** Pronouns and indefinites: they refer to somebody mentioned earlier, or to nobody in particular. */
const UNNAMED =
  /^(?:it|this|that|these|those|there|he|she|they|him|her|them|you|your \S+|we all|everyone|everybody|anyone|someone|people)$/i;
const PARTNER = /^(?:partner|husband|wife|spouse|girlfriend|boyfriend|fianc[eé]e?)$/;
const LONGEST = 120;

/**
 * The claims that a plain question in English, German or Spanish asks for; empty for other questions and for topics
 * that claims do not cover.
 */
export function askedClaims(question: string): readonly AskedClaim[] {
  const text = question
    .trim()
    .replace(/[’ʼ]/g, "'")
    .replace(/(?<![?.!\s])[?.!\s]+$/u, '')
    .replace(/\s+/g, ' ');
  if (text.length > LONGEST) return [];
  for (const [form, slots] of FORMS) {
    const who = form.exec(text)?.groups?.['who'];
    if (who === undefined || UNNAMED.test(who)) continue;
    const subject = /^(?:I|we)$/i.test(who)
      ? SELF
      : nounPhrase(who.replace(/(?<=s)' /, "'s "))?.subject;
    if (subject !== undefined) return [{ subject, slots }, ...alsoOf(subject)];
  }
  const foreign = askedForeign(text);
  return foreign === null ? [] : [foreign];
}

const SELF: ClaimSubject = { kind: 'speaker' };

/**
 * Nouns for slots whose values are stated by verbs: "Ana's husband" is whom she is married to, "employer" where she
 * works.
 */
const VERB_SLOTS_OF_NOUNS: readonly (readonly [RegExp, readonly string[]])[] = [
  [PARTNER, ['partner']],
  [/^(?:(?:current|present) )?(?:employer|company|workplace)$/, ['works at']],
  [
    /^(?:(?:current|present) )?(?:home|home city|city|place of residence|home address)$/,
    ['lives in'],
  ],
];

function alsoOf(subject: ClaimSubject): AskedClaim[] {
  if (subject.kind !== 'owned') return [];
  const { owner, noun } = subject;
  return VERB_SLOTS_OF_NOUNS.filter(([asked]) => asked.test(noun)).map(([, slots]) => ({
    subject: owner,
    slots,
  }));
}

/** Words by which a question asks for a slot, in addition to the slot's own name. */
const ASKED_BY: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^lives in$/,
    /\b(?:where|liv\w*|home|city|town|country|mov\w*|address|based|resid\w*|relocat\w*)\b/,
  ],
  [/^works at$/, /\b(?:work\w*|job|employ\w*|company|firm|boss)\b/],
  [
    /^works as$/,
    /\b(?:work\w*|job|profession|occupation|for a living|career|trade|do(?:es)? \w+ do|did \w+ do)\b/,
  ],
  [/^place$/, /\b(?:where|place|location|venue|city|country|held|move\w*)\b/],
  [/^costs$/, /\b(?:cost\w*|price\w*|how much|pa(?:y|id)\w*|expens\w*|fee|rent)\b/],
  [/^age$/, /\b(?:old|age\w*|young)\b/],
  [/^name$/, /\b(?:name\w*|call\w*)\b/],
  [
    /^state marital$|^partner$/,
    /\b(?:marri\w*|marr\w*|single|marital|engag\w*|divorc\w*|wife|husband|spouse|partner|relationship|dating|date|girlfriend|boyfriend|status|with)\b/,
  ],
  [/^state diet$|^eats /, /\b(?:diet\w*|vegetarian|vegan|meat|eat\w*|food)\b/],
  [/^state life$/, /\b(?:alive|dead|die\w*|living)\b/],
  [/^drives$/, /\b(?:driv\w*|drove|car|vehicle)\b/],
  [/^studies$/, /\b(?:stud\w*|major\w*|degree|subject|course)\b/],
  [/^runs$/, /\b(?:runs?|ran|running|version|runtime|upgrad\w*|use[sd]?)\b/],
  [/^written in$/, /\b(?:writ\w*|language|implement\w*)\b/],
  [/^uses /, /\b(?:us(?:e|es|ed|ing)|database|tool|which|what)\b/],
  [/^prefers /, /\b(?:prefer\w*|favou?rite|like\w*|which|theme|editor|mode)\b/],
  [/^likes /, /\b(?:lik\w*|lov\w*|enjoy\w*|hat\w*|dislik\w*|feel\w*|think\w*|fan|stand)\b/],
  [/^number of /, /\bhow many\b|\bnumber\b/],
  [/^(?:is|when|state \w+)$/, /./],
];
/** Slots whose name includes a thing; the question must mention that thing. */
const NAMES_THING =
  /^(?:likes|has|number of|eats|allergic|can|play|drink|support|accept|require|speak|allow|attend|wear) (.+)$/;
const SAME: Readonly<Record<string, string>> = {
  kid: 'child',
  favorite: 'favourite',
  color: 'colour',
  mom: 'mother',
  mum: 'mother',
  dad: 'father',
  mail: 'email',
};
const FILLERS = new Set(['the', 's', 'of', 'a', 'an', 'user', 'our', 'my', 'for', 'in', 'on']);

/** Whether a question asks for the value of one slot of one subject. */
export function asksFor(question: string, subject: string, slot: string): boolean {
  const lower = question.toLowerCase();
  const asked = new Set(wordsOf(lower));
  const foreign = askedForeign(question);
  if (foreign !== null)
    return (
      foreign.slots.includes(slot) &&
      (foreign.subject.kind === 'name'
        ? namesSubject(lower, asked, subject)
        : OF_USER.test(subject) || /^\p{L}+$/u.test(subject) || subject === 'the user')
    );
  if (!namesSubject(lower, asked, subject)) return false;
  const thing = NAMES_THING.exec(slot)?.[1];
  if (thing !== undefined) return wordsOf(thing).some((word) => near(asked, word));
  const row = ASKED_BY.find(([pattern]) => pattern.test(slot));
  return row === undefined
    ? wordsOf(slot).some((word) => near(asked, word))
    : row[1].test(lower) ||
        wordsOf(slot.split(' ').slice(1).join(' ')).some((word) => near(asked, word));
}

/** The asker calls the user "I". */
const OF_USER = /\(the user\)$/;

function namesSubject(lower: string, asked: ReadonlySet<string>, subject: string): boolean {
  const words = wordsOf(subject.toLowerCase()).filter((word) => !FILLERS.has(word));
  const own = /\b(?:i|my|me|we|our|user)\b/.test(lower);
  if (words.length === 0) return own;
  const named = words.filter((word) => near(asked, word)).length;
  return (
    named >= Math.max(1, words.length - 1) ||
    (own &&
      named === 0 &&
      (OF_USER.test(subject) || (words.length === 1 && /^\p{L}+$/u.test(subject))))
  );
}

/** Equal up to an inflectional ending. */
function near(asked: ReadonlySet<string>, word: string): boolean {
  if (asked.has(word)) return true;
  const stem = word.length > 4 ? word.slice(0, Math.max(4, word.length - 2)) : null;
  return (
    stem !== null &&
    [...asked].some((other) => other.startsWith(stem) && Math.abs(other.length - word.length) <= 3)
  );
}

function wordsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).map(
    (word) => SAME[singular(word)] ?? singular(word),
  );
}

/** Which of a slot's values over time a question asks for. */
type AskedTime = 'now' | 'before' | 'first';

const FIRST =
  /\b(?:original(?:ly)?|initially|at first|first of all|to begin with|in the beginning|very first|first (?:been )?(?:agreed|planned|set|promised|told|asked|quoted|meant|down for))\b/i;
const BEFORE =
  /\b(?:before|previous(?:ly)?|former(?:ly)?|used to|prior to|earlier|old(?! (?:is|are|was|were)\b)|past|back then|last (?:job|car|home|address|employer)|früher|vorher|davor|zuvor|antes|anteriormente)\b/i;
/** "What does it cost now and before?" asks for both: what holds comes first, and tells what it replaced. */
const ASKS_NOW =
  /(?<!\b(?:before|until|till|up to) )\b(?:now|nowadays|these days|at present|currently|today)\b/i;
const PAST_VERB = /\b(?:did|was|were|had)\b/i;
/** "What must I send before they pay?" */
const DUE_BEFORE =
  /\b((?:have|has|need|needs|ought|got) to|must|should|shall|will)\b([^.?!]{0,80})\bbefore (?=\p{L})/giu;

/** "Where did X live before?", "originally", "used to": a question about the past without a date. */
export function askedTime(question: string): AskedTime {
  const plain = question
    .replace(/\bhow old\b|\byears? old\b/gi, ' ')
    .replaceAll(DUE_BEFORE, '$1$2 ');
  const isPast = (part: string): boolean => FIRST.test(part) || BEFORE.test(part);
  if (!isPast(plain) || ASKS_NOW.test(plain)) return 'now';
  const [head = '', ...rest] = plain.split(/,? and /iu);
  if (rest.length > 0 && /\s/.test(head.trim()) && !isPast(head) && !PAST_VERB.test(head))
    return 'now';
  return FIRST.test(plain) ? 'first' : 'before';
}
