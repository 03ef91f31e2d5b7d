import type { Instant } from '../../domain/time.js';
import type { ReadText } from '../read-text.js';
import { isStopWord } from '../stop-words.js';
import { words, type Word } from '../segmentation.js';
import { type Claim, type ClaimSubject, nameValue, placeValue } from './claim.js';
import { withoutDay, type DayAhead } from './clauses.js';
import { FOREIGN_WORDS, type ForeignWords, type SlotVerb } from './foreign-words.js';
import { valueClaim, endClaim, stateClaim, type Statement } from './statement.js';

const MAX_SENTENCES = 40;
const MAX_SENTENCE = 400;
const SELF: ClaimSubject = { kind: 'speaker' };
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
  if (verb.own.has(form) && (said || !(firstIsSaid || verb.others.has(form)))) return SELF;
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
      return { subject: name === undefined ? SELF : { kind: 'name', name }, slots: [slot] };
    }
  return null;
}

const NOW =
  /\s+(?:jetzt|derzeit|aktuell|gerade|momentan|inzwischen|ahora|actualmente)(?=[\s?.!]*$)/iu;
