import type { Claim, ClaimSubject, ClaimValue } from '../../language/claims/claim.js';
import { readClaims } from '../../language/claims/read-claims.js';
import { holds, isSo, word, type Statement } from '../../language/claims/statement.js';
import { nounPhrase } from '../../language/claims/subjects.js';
import { nameValue, nounKey, tells } from '../../language/claims/values.js';
import type { ExtractedFact, FactMode, FactSlot } from '../../prompts/extract-facts.js';

/** How a plain sentence says that a value fills a slot. */
interface Wording {
  /** The verb for "I" and for anybody else; `be` for what somebody is. */
  readonly verb: readonly [own: string, other: string] | 'be';
  /** What follows the verb. */
  readonly rest: (value: string) => string;
  /** The slots of the resulting claims. */
  readonly slots: RegExp;
  /** For a value that the rules have no word for: a model that knows the slot needs none. */
  readonly freely?: (statement: Statement, value: string) => Claim[];
}

const noun = (text: string): string => `${/^[aeiou]/i.test(text) ? 'an' : 'a'} ${text}`;
const plain = (text: string): string => text;

const WORDINGS: Readonly<Record<FactSlot, Wording>> = {
  lives_in: { verb: ['live', 'lives'], rest: (value) => `in ${value}`, slots: /^lives in$/ },
  works_at: {
    verb: ['work', 'works'],
    rest: (value) => `at ${value}`,
    slots: /^works at$/,
    freely: (statement, value) => named(statement, 'works at', nameValue(value)),
  },
  works_as: {
    verb: ['work', 'works'],
    rest: (value) => `as ${noun(value)}`,
    slots: /^works as$/,
    freely: (statement, value) => named(statement, 'works as', keyed(value)),
  },
  partner: { verb: 'be', rest: (value) => `married to ${value}`, slots: /^partner$/ },
  marital_status: { verb: 'be', rest: plain, slots: /^state marital$/ },
  diet: { verb: 'be', rest: plain, slots: /^state diet$/ },
  allergic_to: { verb: 'be', rest: (value) => `allergic to ${value}`, slots: /^allergic / },
  likes: { verb: ['like', 'likes'], rest: plain, slots: /^likes / },
  has: {
    verb: ['have', 'has'],
    rest: noun,
    slots: /^has /,
    freely: (statement, value) =>
      tells(nounKey(value)) ? [isSo(statement, `has ${nounKey(value)}`)] : [],
  },
  drives: { verb: ['drive', 'drives'], rest: noun, slots: /^drives$/ },
  studies: { verb: ['study', 'studies'], rest: plain, slots: /^studies$/ },
  speaks: { verb: ['speak', 'speaks'], rest: plain, slots: /^speak / },
  uses: { verb: ['use', 'uses'], rest: plain, slots: /^uses / },
  prefers: { verb: ['prefer', 'prefers'], rest: plain, slots: /^prefers / },
  name: { verb: 'be', rest: plain, slots: /^name$/ },
  age: { verb: 'be', rest: (value) => `${value} years old`, slots: /^age$/ },
  runs: { verb: ['run', 'runs'], rest: plain, slots: /^runs$/ },
  costs: { verb: ['cost', 'costs'], rest: plain, slots: /^costs$/ },
  place: { verb: 'be', rest: (value) => `in ${value}`, slots: /^place$/ },
  when: {
    verb: 'be',
    rest: (value) => `${/^\d{1,2}[:.]\d/.test(value) ? 'at' : 'on'} ${value}`,
    slots: /^when$/,
  },
  is: { verb: 'be', rest: plain, slots: /^(?:is|when|runs)$/ },
};

/** The place and time of a future event hold already. */
const SCHEDULED: ReadonlySet<FactSlot> = new Set<FactSlot>(['when', 'place']);
/** What ends a sentence or begins another. */
const NO_PHRASE = /[\n\r.!?;:,"“”()](?:\s|$)|[\n\r;"“”()]/;

/**
 * The claims of a fact, as the rules would read them from a plain sentence that says just that: so a value
 * that a model found has the same slot and form as one found by rules. Empty if no plain sentence states
 * it.
 */
export function stateFact(
  fact: Pick<ExtractedFact, 'subject' | 'slot' | 'value' | 'mode' | 'from'>,
): Claim[] {
  const subject = subjectOf(fact);
  const value = fact.value.trim().replace(/^(?:the|an?) (?=\S)/i, '');
  if (value === '' || NO_PHRASE.test(value) || NO_PHRASE.test(subject)) return [];
  const wording = WORDINGS[fact.slot];
  const sentence = `${capital(subject)} ${predicate(wording, isSpeaker(subject), fact.mode)} ${wording.rest(value)}.`;
  const read = readClaims(sentence).filter(({ slot }) => wording.slots.test(slot));
  return (read.length > 0 ? read : stated(wording, subject, value, fact.mode)).map(
    (claim): Claim => ({
      ...claim,
      // With a date, it began or ended then.
      change: claim.change || fact.from !== null,
      mode:
        fact.mode === 'planned' && claim.mode === 'holds' && !SCHEDULED.has(fact.slot)
          ? 'planned'
          : claim.mode,
    }),
  );
}

function stated({ freely }: Wording, subject: string, value: string, mode: FactMode): Claim[] {
  const about = isSpeaker(subject) ? SELF : nounPhrase(subject)?.subject;
  if (freely === undefined || about === undefined) return [];
  const negated = mode === 'ended' || mode === 'denied';
  const statement = { subject: about, negated, past: mode === 'past', change: mode === 'ended' };
  return freely({ ...statement, scope: [] }, value);
}

const SELF: ClaimSubject = { kind: 'speaker' };
const keyed = (value: string): ClaimValue | null =>
  tells(nounKey(value)) ? word(nounKey(value)) : null;
const named = (statement: Statement, slot: string, value: ClaimValue | null): Claim[] =>
  value === null ? [] : [holds(statement, slot, value)];

/** "my dog" is called what "my dog's name" is. */
function subjectOf({ subject: given, slot }: Pick<ExtractedFact, 'subject' | 'slot'>): string {
  const subject = /^(?:i|me|we|us|the speaker|speaker)$/i.test(given.trim())
    ? 'I'
    : given.trim().replace(/’/g, "'");
  return slot === 'name' && subject !== 'I' && !/\bname$/i.test(subject)
    ? `${subject}'s name`
    : subject;
}

export const isSpeaker = (subject: string): boolean => /^I$/i.test(subject);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function predicate({ verb }: Wording, own: boolean, mode: FactMode): string {
  if (verb === 'be') {
    const be = own ? 'am' : 'is';
    return mode === 'past'
      ? 'used to be'
      : mode === 'ended'
        ? `${be} no longer`
        : mode === 'denied'
          ? `${be} not`
          : be;
  }
  const [base, third] = verb;
  const now = own ? base : third;
  if (mode === 'past') return `used to ${base}`;
  if (mode === 'ended') return `no longer ${now}`;
  return mode === 'denied' ? `${own ? 'do' : 'does'} not ${base}` : now;
}
