import type { Instant } from '../../domain/time.js';
import { readBeing } from './being.js';
import { type Claim, type ClaimSubject, nameValue, numberValue } from './claim.js';
import { type DayAhead, splitQualifiers, type Piece, piecesOf } from './clauses.js';
import { makesClaims, readAbility, readDoing } from './doing.js';
import { readForeignClaims } from './asked-and-foreign-claims.js';
import { stateClaim, type Statement, stateOf, valueClaim } from './statement.js';
import { isPerson, splitSubject, type SubjectSpan, thingKey, verbOf } from './subject-and-verb.js';
import { firstAndLastDays } from './transitive-verbs.js';
import { type Readable, readingStep, ReadText } from '../read-text.js';

const MAX_CLAIMS = 24;
const ADVERBS =
  /^(?:(?:just|also|still|really|now|currently|finally|recently|actually|always|usually|often|even|both|only|already|truly|definitely|officially|absolutely|mostly|generally|normally|simply|formerly|previously|originally|once|then|so|all|absolutely|totally|completely|honestly|quite|mainly|probably) )+/i;
/** A longer line is not a setting, and matching it would take quadratic time. */
const LONGEST_SETTING = 400;
const SETTING =
  /^(?:[-*]\s*)?(?:export |let |const |set )?([A-Za-z][\w.-]*(?: [\w.-]+){0,3}?)\s*(?:(=|:=|→|->)|:(?!\/))\s*(\S.*?)[;,.]?$/;
const PLAIN_VALUE =
  /^(?:"[^"]{1,60}"|'[^']{1,60}'|[\w.@/+-]+(?: ?(?:ms|s|sec|seconds?|minutes?|hours?|days?|kb|mb|gb|tb|%|euros?|dollars?|threads?|workers?|connections?))?)$/i;

/**
 * The claims of a text: what holds, is denied or used to hold, about whom, and under which conditions. Rules for
 * English; questions, wishes, suppositions and hearsay make no claim. `days` are the days in the text that were in
 * the future when it was said: what begins or ends on one applies from then. Linear in the length of the text.
 */
export function readClaims(given: Readable, days: readonly DayAhead[] = []): Claim[] {
  const reading = ReadText.of(given);
  const found: Claim[] = [];
  const earlier: {
    person: ClaimSubject | null;
    thing: ClaimSubject | null;
    last: ClaimSubject | null;
  } = { person: null, thing: null, last: null };
  const lines = reading.text.split('\n');
  for (const line of lines.length === 1 ? [reading] : lines.map((each) => new ReadText(each))) {
    const setting = readSetting(line);
    if (setting.length > 0) {
      found.push(...setting);
      continue;
    }
    let before = found.length;
    for (const { pieces, begins } of piecesOf(line, days)) {
      if (begins !== null)
        found.push(...found.splice(before).map((claim) => startingFrom(claim, begins)));
      else before = found.length;
      earlier.last = null;
      for (const piece of pieces) found.push(...readPiece(piece, earlier));
      if (found.length > MAX_CLAIMS) return found.slice(0, MAX_CLAIMS);
    }
  }
  return distinct(found.flatMap(withPartner));
}

/** A change that applies from the day stated in the next sentence. */
function startingFrom(claim: Claim, from: Instant): Claim {
  const isNew = claim.change && (claim.mode === 'holds' || claim.mode === 'planned');
  return isNew && claim.from === undefined ? { ...claim, mode: 'planned', from } : claim;
}

/** "My wife is Ana" names a partner, as "I am married to Ana" does. */
function withPartner(claim: Claim): Claim[] {
  const { subject, slot, value } = claim;
  const isPartner =
    subject.kind === 'owned' &&
    slot === 'is' &&
    value.kind === 'name' &&
    /^(?:partner|husband|wife|spouse|boyfriend|girlfriend|fianc[eé]e?)$/.test(subject.noun);
  return isPartner ? [claim, { ...claim, subject: subject.owner, slot: 'partner' }] : [claim];
}

/** `pool_size = 20`, `Node version: 18`: a setting, not prose. */
function readSetting(given: ReadText): Claim[] {
  const line = given.text.trim();
  if (line.length > LONGEST_SETTING || !given.may(SETTING)) return [];
  const match = SETTING.exec(line);
  if (match === null || !PLAIN_VALUE.test(match[3] ?? '')) return [];
  const name = thingKey((match[1] ?? '').replace(/[.-]/g, ' '));
  if (
    name === '' ||
    (match[2] === undefined &&
      !/^(?:[\d"']|true|false|on|off|v\d)/i.test(match[3] ?? '') &&
      !/[\d@/_]/.test(match[3] ?? ''))
  )
    return [];
  const statement: Statement = {
    subject: { kind: 'thing', name },
    negated: false,
    past: false,
    change: false,
    scope: [],
  };
  const value = (match[3] ?? '').replace(/^["']|["']$/g, '');
  const number = numberValue(value);
  return [
    number === null
      ? valueClaim(statement, 'is', { kind: 'name', key: value.toLowerCase() })
      : valueClaim(statement, 'is', number),
  ];
}

interface Earlier {
  person: ClaimSubject | null;
  thing: ClaimSubject | null;
  last: ClaimSubject | null;
}

/** People have several of these: two statements may be about different ones. */
const ANY_OF_MANY =
  /(?:^|\s)(?:friend|cousin|colleague|coworker|co-worker|neighbou?r|aunt|uncle|niece|nephew|buddy|pal|classmate|teammate|client|customer|student|roommate|flatmate|child|kid|grandchild|teacher)$/;

const COUPLE =
  /^(\p{Lu}[\p{L}'-]+) and (\p{Lu}[\p{L}'-]+) (?:have |has |are )?(?:now )?(?:got |getting )?(divorced|married|engaged|broke off (?:their|the) engagement|broke up|split up|separated)/u;

function readPiece(piece: Piece, earlier: Earlier): Claim[] {
  const { ahead } = piece;
  if (ahead === null) return readStatement(piece, earlier);
  // In "The wedding is on 3 July" the day is the value; in "I start at Acme on 3 July" it is when the claim
  // starts to apply.
  const whole =
    firstAndLastDays(new ReadText(ahead.text)).length === 0 ? readStatement(piece, earlier) : [];
  return whole.some(({ value: { kind } }) => kind === 'date' || kind === 'time')
    ? whole
    : readStatement(
        { ...piece, text: ahead.text, reading: new ReadText(ahead.text) },
        earlier,
        ahead.from,
      );
}

function readStatement(piece: Piece, earlier: Earlier, from?: Instant): Claim[] {
  const couple = piece.reading.exec(COUPLE);
  if (couple !== null) return coupled(couple, piece);
  const days = firstAndLastDays(piece.reading, from);
  if (days.length > 0) return days;
  const split = splitSubject(piece.text, earlier) ?? impliedSubject(piece.reading);
  if (split === null) return [];
  const { subject } = split;
  if (subject.kind === 'owned' && ANY_OF_MANY.test(subject.noun)) return [];
  earlier.last = subject;
  if (subject.kind === 'name' || (isPerson(subject) && subject.kind === 'owned'))
    earlier.person = subject;
  if (subject.kind !== 'speaker' && subject.kind !== 'user') earlier.thing = subject;
  const told = split.rest.replace(ADVERBS, '');
  const rest = from === undefined ? told : told.replace(WILL, '');
  if (!mayClaim(rest)) return [];
  const limits = splitQualifiers(rest, piece);
  if (limits === null) return [];
  const { change, past, scope, text } = limits;
  return readPredicate(
    {
      subject,
      negated: false,
      past: past || split.age === 'old',
      change: change || split.age === 'new' || from !== undefined,
      scope,
      ...(from !== undefined && { from }),
    },
    text,
  );
}

/** With a date, a future statement counts: "will start at Acme". */
const WILL = /^(?:will|shall) (?:be )?(?=[a-z]+)/i;

/** "Set the pool size to 40", "Raised the limit to 5": the implied subject is the user. */
function impliedSubject(text: ReadText): SubjectSpan | null {
  return text.test(UNSAID)
    ? { subject: { kind: 'user' }, rest: text.text.replace(/^please /i, ''), age: null }
    : null;
}

const UNSAID =
  /^(?:please )?(?:set|changed?|raised?|increased?|lower(?:ed)?|reduced?|bump(?:ed)?|updated?|upgraded?|switch(?:ed)?|migrated?|extend(?:ed)?|postponed?|renamed?) (?!up\b)/i;

/** A quick test on the first word: most utterances make no claim. */
function mayClaim(rest: string): boolean {
  const first = (/^\S+/.exec(rest)?.[0] ?? '').toLowerCase();
  const verb = verbOf(first);
  return FUNCTION_WORDS.has(first) || (verb !== undefined && makesClaims(verb.lemma));
}

const FUNCTION_WORDS = new Set(
  'am is are was were has have had can do does no not never used will stopped quit broke passed gave split'.split(
    ' ',
  ),
);

function coupled(match: RegExpExecArray, { past, outer }: Piece): Claim[] {
  const what = (match[3] ?? '').toLowerCase();
  const value = what.includes('engage')
    ? 'engaged'
    : what === 'married' || what === 'divorced'
      ? what
      : 'separated';
  const [one, other] = [match[1] ?? '', match[2] ?? ''];
  const apart = value === 'separated' || value === 'divorced' || what.startsWith('broke off');
  return [
    [one, other],
    [other, one],
  ].flatMap(([name = '', partner = '']): Claim[] => {
    const statement: Statement = {
      subject: { kind: 'name', name },
      negated: what.startsWith('broke off'),
      past,
      change: true,
      scope: outer,
    };
    const with_ = nameValue(partner);
    return [
      stateClaim(statement, { group: 'marital', value }),
      ...(with_ === null ? [] : [valueClaim({ ...statement, negated: apart }, 'partner', with_)]),
    ];
  });
}

const BE = /^(am|is|are|was|were)\b\s*/i;

/** Strips tense and negation from the predicate, then applies the rules of its verb. */
function readPredicate(given: Statement, rest: string): Claim[] {
  let text = rest.trim();
  let statement = given;
  const negate = (change: boolean): void => {
    statement = { ...statement, negated: true, change: statement.change || change };
  };
  if (/^(?:did|could|had|should|would|will) (?:not|never)\b/i.test(text)) return [];
  if (/^used to\b/i.test(text)) {
    statement = { ...statement, past: true };
    text = text.replace(/^used to (?:be )?/i, (match) => (/be /i.test(match) ? 'is ' : ''));
  }
  text = text.replace(/^will be /i, 'is ').replace(/^(?:has|have) been /i, 'was ');
  if (/^(?:will|shall|could|did|had been)\b/i.test(text)) return [];
  text = text
    .replace(
      /^(?:has|have|had) (?=(?:just |recently |now |finally |already )?(?:moved|left|quit|changed|switched|become|joined|started|got|gotten|given|stopped|raised|lowered|gone|risen|fallen|dropped|increased|sold|lost|bought|adopted|died|married|retired|relocated|migrated|upgraded|settled|replaced|taken|traded|swapped|raised|postponed)\b)/i,
      '',
    )
    .replace(ADVERBS, '');
  const denial =
    /^(?:(?:do|does) (not)|(no longer)|(never))\s+(?:(?:really|even|actually|ever|particularly|currently) )*/i.exec(
      text,
    );
  if (denial !== null) {
    negate(denial[2] !== undefined);
    text = text.slice(denial[0].length);
  }
  const auxiliary =
    /^(am|is|are|was|were|have|has|can) (not|no longer|never)\b\s*(?:(?:really|even|actually|currently) )*/i.exec(
      text,
    );
  if (auxiliary !== null) {
    if (
      /^ha(?:ve|s)$/i.test(auxiliary[1] ?? '') &&
      !/^(?:got |an? |any )/i.test(text.slice(auxiliary[0].length))
    )
      return [];
    negate(auxiliary[2]?.toLowerCase() === 'no longer');
    text = `${auxiliary[1]} ${text.slice(auxiliary[0].length)}`;
  }
  if (/^can\b/i.test(text)) {
    const dislike = /^can (?:stand|bear|tolerate) (.+)$/i.exec(text);
    if (dislike !== null)
      return statement.negated
        ? readDoing({ ...statement, negated: false }, 'hate', false, dislike[1] ?? '')
        : [];
    return readAbility(statement, text.slice(4));
  }
  const be = BE.exec(text);
  return be === null
    ? byVerb(statement, text)
    : byBeing(
        statement,
        (be[1] ?? '').toLowerCase(),
        text.slice(be[0].length).replace(ADVERBS, ''),
      );
}

function byBeing(statement: Statement, form: string, text: string): Claim[] {
  const told = form === 'was' || form === 'were';
  const [first = '', ...others] = text.split(' ');
  const verb = verbOf(first);
  if (
    verb?.form === 'gerund' &&
    !['failing', 'passing', 'living'].includes(first.toLowerCase()) &&
    stateOf(text) === undefined &&
    !/^dating\b/i.test(text)
  ) {
    return told ? [] : readDoing(statement, verb.lemma, false, others.join(' '));
  }
  if (/^living /i.test(text))
    return told ? [] : readDoing(statement, 'live', false, others.join(' '));
  // "was repaired" is a lasting change; "was closed" may be about one day.
  if (told && DONE.test(text)) return readBeing({ ...statement, change: true }, text);
  return readBeing({ ...statement, past: statement.past || told }, text);
}

const DONE =
  /^(?:repaired|fixed|reopened|resolved|merged|cancell?ed|called off|shut down|approved|rejected|deprecated|banned|enabled|disabled)$/i;

function byVerb(statement: Statement, text: string): Claim[] {
  const [first = '', ...others] = text.split(' ');
  const passed = /^passed away\b/i.test(text);
  const verb = passed ? { lemma: 'die', form: 'past' as const } : verbOf(first);
  if (verb === undefined || verb.form === 'gerund')
    return statement.negated ? readBeing(statement, text) : [];
  if (/^broke off (?:my|our|his|her|their|the) engagement/i.test(text))
    return [stateClaim({ ...statement, negated: true }, { group: 'marital', value: 'engaged' })];
  return readDoing(
    statement,
    verb.lemma,
    verb.form === 'past',
    others.join(' ').replace(ADVERBS, ''),
  );
}

function distinct(claims: readonly Claim[]): Claim[] {
  const seen = new Map<string, Claim>();
  for (const claim of claims)
    seen.set(JSON.stringify([claim.subject, claim.slot, claim.value, claim.mode]), claim);
  return [...seen.values()];
}

/**
 * The claims of a text in a language, by ISO 639 code: all of English, the commonest slots of German and Spanish,
 * nothing of others.
 */
export const readClaimsIn = readingStep(
  'claims',
  (): Claim[] => [],
  (language: string, text: Readable, days: readonly DayAhead[]) =>
    language === 'en'
      ? readClaims(text, days)
      : readForeignClaims(language, ReadText.of(text), days),
);
