import type { ClaimMode } from '../../domain/conflict.js';
import type { Instant } from '../../domain/time.js';
import { ATTRIBUTES, type State } from './states.js';
import {
  ANY_SLOT,
  type Claim,
  type ClaimSubject,
  type ClaimValue,
  clockValue,
  dateValue,
  nameValue,
  nounKey,
  numberValue,
  placeValue,
  releaseValue,
  tells,
} from './claim.js';
import { isPerson } from './subjects.js';

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
export function holds(
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
export function isSo(
  statement: Statement,
  slot: string,
  yes = true,
  over: Partial<Statement> = {},
): Claim {
  const { negated } = { ...statement, ...over };
  return holds(statement, slot, polar(yes !== negated), { ...over, negated: false });
}

export function stateClaim(
  statement: Statement,
  { group, value }: State,
  over: Partial<Statement> = {},
): Claim {
  return holds(statement, `state ${group}`, word(value), over);
}

/** "switched from X to Y", "left X": a value ends, whichever slot it filled. */
export function ends(statement: Statement, value: ClaimValue, next: ClaimValue | null): Claim {
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
  return tells(key) ? word(key) : null;
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
      return [holds(statement, 'when', day), holds(statement, 'when', hour)];
    // "on 5 June at the Apollo"
    if (day !== null && /^(?:the |our |my )?\p{Lu}/u.test(both[2] ?? ''))
      return [holds(statement, 'when', day)];
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
  return value === null ? [] : [holds(statement, 'when', value)];
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
    return value === null ? [] : [holds(named, 'name', value)];
  }
  const place = /^(?:in|at|near) (.+)$/i.exec(text);
  if (place !== null) {
    const value = placeValue(place[1] ?? '');
    return value === null ? [] : [holds(statement, 'place', value)];
  }
  const number = numberValue(text.replace(/^(?:set to|at) /, ''));
  if (number !== null) return [holds(statement, 'is', number)];
  const release = / /.test(text) ? releaseValue(text) : null;
  if (release !== null) return [holds(statement, 'runs', release)];
  if (!isAttribute(statement.subject)) return [];
  const value = termValue(text.replace(/^(?:set to|called|named|probably|definitely) /, ''));
  return value === null ? [] : [holds(statement, 'is', value)];
}

/** "my dog's name is Rex" is a statement about the dog. */
function renamed(statement: Statement): Statement | null {
  const { subject } = statement;
  return subject.kind === 'owned' && subject.noun === 'name'
    ? { ...statement, subject: subject.owner }
    : null;
}
