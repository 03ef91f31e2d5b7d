import type { Instant } from '../../domain/time.js';
import {
  type Claim,
  type ClaimSubject,
  dateValue,
  nameValue,
  nounKey,
  numberValue,
  placeValue,
  identifiesThing,
} from './claim.js';
import {
  assign,
  endClaim,
  valueClaim,
  truthClaim,
  stateClaim,
  type Statement,
  termValue,
  word,
} from './statement.js';
import { isPerson, nounPhrase } from './subject-and-verb.js';
import {
  BELONGINGS,
  gazetteerTypes,
  MENS_NAMES,
  PETS,
  RELATIVES,
  WOMENS_NAMES,
} from '../names/gazetteer.js';
import type { ReadText } from '../read-text.js';

/** The claims of a verb's object about its subject; `text` is what follows the verb. */
export type ReadObject = (statement: Statement, text: string) => Claim[];

const COUNTED =
  /^(?:only |now |just |exactly )?(\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) ([\p{L}-]+)(?: of (\p{L}+))?(?: .*)?$/iu;
const OF_VALUE = /^(?:an?|the) ([\p{L} -]+?) of (.+)$/iu;

export const has: ReadObject = (statement, raw) => {
  const text = raw.replace(/^got /i, '');
  if (
    statement.past &&
    /^(?:the|her|our|my|their|a) (?:baby|twins)(?: (?:boy|girl|in|on|at|last|this|yesterday|today)\b.*)?$/i.test(
      text,
    )
  )
    return [delivered(statement)];
  if (/^no(?: \w+)? allerg(?:y|ies)\b|^any allerg/i.test(text))
    return [valueClaim({ ...statement, negated: false }, 'allergies', word('none'))];
  const none = /^no (?:more )?([\p{L} -]+)$/iu.exec(text);
  if (none !== null) return owning({ ...statement, negated: true }, none[1] ?? '');
  const counted = COUNTED.exec(text);
  if (counted !== null && !statement.negated) {
    const value = numberValue(
      counted[3] === undefined ? (counted[1] ?? '') : `${counted[1]} ${counted[2]}`,
    );
    const noun = nounKey(counted[3] ?? counted[2] ?? '').replace(/^kid$/, 'child');
    if (
      value === null ||
      !identifiesThing(noun) ||
      /^(?:hour|day|week|month|year|minute|time|more|other|thing|question|idea|piece)$/.test(noun)
    )
      return [];
    return [valueClaim(statement, `number of ${noun}`, value), ...owning(statement, noun)];
  }
  const of = OF_VALUE.exec(text);
  if (of !== null)
    return assign(
      {
        ...statement,
        subject: { kind: 'owned', owner: statement.subject, noun: (of[1] ?? '').toLowerCase() },
      },
      of[2] ?? '',
    );
  const one =
    /^(?:an?|any|our|my|his|her|their) ([\p{L} -]+?)(?: (?:called|named|with|from|in|at) .*)?$/iu.exec(
      text,
    );
  return one === null ? [] : owning(statement, one[1] ?? '');
};

/** Somebody who has given birth is no longer pregnant. */
export function delivered(statement: Statement): Claim {
  return stateClaim(
    statement,
    { group: 'pregnancy', value: 'pregnant' },
    { past: false, change: true, negated: true },
  );
}

/** Claims only for what people own or have for long: animals, belongings, relatives. */
function owning(statement: Statement, noun: string): Claim[] {
  const key = nounKey(noun).replace(/^kid$/, 'child');
  const head = key.split(' ').at(-1) ?? '';
  const lasting =
    PETS.has(head) ||
    RELATIVES.has(head) ||
    (BELONGINGS.has(head) &&
      !/^(?:job|work|class|exam|story|game|project|trip|interview|deadline|paper|flight|plan|vacation|holiday|show|book|song|recipe|presentation|team|crew|birthday)$/.test(
        head,
      ));
  return lasting && !/^(?:new|good|great|bad|long|big) /.test(key)
    ? [truthClaim(statement, `has ${key}`)]
    : [];
}

export const gains: ReadObject = (statement, text) =>
  /^(?:an?|my|our) /i.test(text)
    ? owning(
        { ...statement, past: false, change: true },
        text.replace(/^(?:an?|my|our) (?:new |used |old )?/i, ''),
      )
    : [];
export const loses: ReadObject = (statement, text) =>
  /^(?:the|my|our|his|her|their) /i.test(text)
    ? owning(
        { ...statement, past: false, change: true, negated: true },
        text.replace(/^\w+ (?:old )?/i, ''),
      )
    : [];

const DAY =
  /^(?:(?:[Tt]oday |[Tt]omorrow |[Yy]esterday )?(?:is|was) )?(?:([Mm]y|[Hh]is|[Hh]er|[Tt]heir|\p{Lu}[\p{L}-]+'s) )?(?:very )?([Ff]irst|[Ll]ast|[Ff]inal) (?:day|week|shift)(?: of work)? (?:at|with) (?:the )?(\p{Lu}[\p{L}\d&.'-]*(?: \p{Lu}[\p{L}\d&.'-]*){0,3})/u;

/**
 * "First day at Zonnehart was great", "my last day at Bolwerk": where somebody works from then on, or no longer
 * works. A last day without a date has passed.
 */
export function firstAndLastDays(text: ReadText, from?: Instant): Claim[] {
  const match = text.exec(DAY);
  const employer = match === null ? null : nameValue(match[3] ?? '');
  const subject = match === null ? null : whose(match[1]);
  if (match === null || employer === null || subject === null) return [];
  const statement: Statement = {
    subject,
    negated: false,
    past: false,
    change: true,
    scope: [],
    ...(from !== undefined && { from }),
  };
  return /^first$/i.test(match[2] ?? '')
    ? [valueClaim(statement, 'works at', employer)]
    : [endClaim(statement, employer, null)];
}

/** Of others only by name: "his first day" may be anybody's. */
function whose(word: string | undefined): ClaimSubject | null {
  if (word === undefined || /^my$/i.test(word)) return { kind: 'speaker' };
  return /'s$/.test(word) ? (nounPhrase(word.slice(0, -2))?.subject ?? null) : null;
}

export const joins: ReadObject = (statement, text) => {
  const value = /^\p{Lu}/u.test(text)
    ? nameValue(text.replace(/ (?:as|in|on|last|this) .*$/, ''))
    : null;
  return value === null
    ? []
    : [valueClaim(statement, 'works at', value, { past: false, change: true })];
};

/**
 * "signed with Zonnehart", "accepted an offer from Acme": the job begins later, on a day that may be stated with it.
 */
export const signs: ReadObject = (statement, text) => {
  const match =
    /^(?:on )?(?:(?:the|an?|my) (?:\w+ )?(?:contract|offer|job) )?(?:with|from|at) (.+)$/i.exec(
      text,
    );
  const employer = /^\p{Lu}/u.test(match?.[1] ?? '')
    ? nameValue((match?.[1] ?? '').replace(/ (?:as|in|on|last|this) .*$/, ''))
    : null;
  return employer === null || !isPerson(statement.subject)
    ? []
    : [
        {
          ...valueClaim(statement, 'works at', employer, { past: false, change: true }),
          mode: 'planned',
        },
      ];
};

/** "from X to Y", "to Y from X", "to Y": whichever slot X filled. */
export const switches: ReadObject = (statement, text) => {
  const match = /^(?:over |back )?(?:from (.+?) )?to (.+)$/i.exec(text);
  if (match?.[2] === undefined) return migrationClaims(statement, text);
  const [next = '', old = match[1]] = match[2].split(/ from /i);
  if (old !== undefined) return replaced(statement, old, next);
  const key = nounKey(next);
  if (!identifiesThing(key)) return [];
  const now = { past: false, change: true, negated: false };
  return [
    /^\p{Ll}/u.test(next)
      ? valueClaim(statement, 'studies', word(key), now)
      : truthClaim(statement, `uses ${termValue(next)?.key ?? key}`, true, now),
  ];
};

/** “TimescaleDB”: product casing; place names have it only after Mc, De or La. */
const WRITTEN_TOGETHER = /^\p{Lu}\p{Ll}{3,}\p{Lu}/u;

/**
 * "moved over to Zulip", "moved from Slack to Zulip": people move to places, but move over to products. Empty if a
 * place is meant.
 */
export const movesOver: ReadObject = (statement, text) => {
  const match =
    /^(?:(over|across) )?(?:from (.+?) )?(?:(over|across) )?to (.+?)(?: from (.+))?$/i.exec(text);
  const [, first, from, second, to = '', behind] = match ?? [];
  const known = [to, from ?? behind ?? ''].map((name) =>
    gazetteerTypes(placeValue(name)?.key ?? ''),
  );
  const isTool =
    known.some((types) => types[0] === 'product' || types[0] === 'organisation') ||
    WRITTEN_TOGETHER.test(to) ||
    ((first ?? second) !== undefined && known.every((types) => !types.includes('place')));
  return match === null || !isTool || known.some((types) => types[0] === 'place')
    ? []
    : switches(statement, text.replace(/^across |\b(?:over|across) (?=to )/gi, ''));
};

/** "migrated the billing service to MySQL". */
function migrationClaims(statement: Statement, text: string): Claim[] {
  const match = /^(?:the|our|my) (.+?)(?: (?:from|off) (.+?))? (?:over )?(?:on)?to (.+)$/i.exec(
    text,
  );
  const [what, value] =
    match === null ? ['', null] : [nounKey(match[1] ?? ''), nameValue(match[3] ?? '')];
  if (!identifiesThing(what) || value === null) return [];
  return [
    valueClaim(statement, `uses for ${what}`, value, { past: false, change: true }),
    ...(match?.[2] === undefined ? [] : replaced(statement, match[2], match[3] ?? '')),
  ];
}

export function replaced(statement: Statement, from: string, to: string): Claim[] {
  const [old, next] = [
    termValue(from.replace(/^(?:the|a|an) /, '')),
    termValue(to.replace(/^(?:the|a|an) /, '').replace(/ (?:now|instead|these days)$/i, '')),
  ];
  return old === null ? [] : [endClaim(statement, old, next)];
}

/** "Y replaced X as manager", "took over from X as manager". */
export const replaces: ReadObject = (statement, text) => {
  const match = /^(?:over )?(?:from )?(.+?)(?: as (?:the |our |my )?(.+))?$/i.exec(text);
  const who = statement.subject.kind === 'name' ? nameValue(statement.subject.name) : null;
  const role = match?.[2] === undefined ? null : nounPhrase(`the ${match[2]}`);
  if (who !== null && role !== null)
    return [valueClaim(statement, 'is', who, { subject: role.subject, past: false, change: true })];
  return who !== null && match?.[2] === undefined ? inItsPlace(statement, text) : [];
};

/** "Zulip replaced Slack": for things that the speaker uses. People replace each other for a day, too. */
function inItsPlace(statement: Statement, old: string): Claim[] {
  const { subject } = statement;
  const name = subject.kind === 'name' ? subject.name : '';
  return name === '' || [name, old].some((each) => nameValue(each) === null || isPersons(each))
    ? []
    : replaced({ ...statement, subject: { kind: 'speaker' } }, old, name);
}

const isPersons = (name: string): boolean => {
  const [first = ''] = name.toLowerCase().split(' ');
  return MENS_NAMES.has(first) || WOMENS_NAMES.has(first) || gazetteerTypes(first)[0] === 'person';
};

/** "Slack was replaced by Zulip". */
export const isReplaced: ReadObject = ({ subject, ...statement }, text) => {
  const next = /^(?:now )?(?:replaced|superseded|swapped out) (?:by|with|for) (.+)$/i.exec(
    text,
  )?.[1];
  return next === undefined || subject.kind !== 'name'
    ? []
    : inItsPlace({ ...statement, subject: { kind: 'name', name: next } }, subject.name);
};

const OWN = '(?:the |my |our |his |her |their )?(?:old )?';
const OF_ONES_OWN = new RegExp(`^${OWN}`, 'i');
const TRADED = new RegExp(`^(?:in |out )?${OWN}(.+?)(?: in| out)? for (.+)$`, 'i');
const REPLACED = new RegExp(`^${OWN}(.+?) (?:for|with|by) (.+)$`, 'i');

/** "traded the bike for a scooter", "traded my car in for a van". What is swapped with somebody is not replaced. */
export const trades: ReadObject = (statement, text) => exchanged(statement, TRADED.exec(text));
/** "replaced Slack with Zulip". */
export const replacesWith: ReadObject = (statement, text) =>
  exchanged(statement, REPLACED.exec(text));

function exchanged(statement: Statement, match: RegExpExecArray | null): Claim[] {
  return match === null ? [] : replaced(statement, match[1] ?? '', match[2] ?? '');
}

/** Words that introduce a duration, purpose or beneficiary rather than a replacement. */
const NO_SUCCESSOR =
  /^(?:[£$€\d]|(?:an?|the|my|our|his|her|their|some|any|this|these|all|one|two|three|\d+) |(?:lent|ramadan|good|ever|now|life|once|health|love|charity|fun|work|money|january|sober|dry|environmental|medical|personal|health|religious|obvious|various)\b)/i;

/** "gave up tennis for padel", "ditched Slack for Zulip": the replacement claims; null if no replacement is named. */
export function forAnother(statement: Statement, text: string): Claim[] | null {
  const match = TRADED.exec(text);
  const [, old = '', next = ''] = match ?? [];
  if (
    match === null ||
    NO_SUCCESSOR.test(next) ||
    dateValue(next) !== null ||
    nounKey(next).split(' ').length > 2 ||
    nounKey(old).split(' ').length > 2
  )
    return null;
  return replaced({ ...statement, negated: false }, old, next);
}

/**
 * "ditched Slack for Zulip", "cancelled Netflix", "got rid of the Corolla": named things end; of other things only
 * possessions.
 */
export const drops: ReadObject = (statement, text) => {
  const instead = / for /i.test(text) ? forAnother(statement, text) : null;
  if (instead !== null) return instead;
  const named = nameValue(
    text
      .replace(OF_ONES_OWN, '')
      .replace(/ (?:to|for|on|at|in|last|this|because|after|before|when|online|off) ?.*$/i, ''),
  );
  const now = { ...statement, past: false, change: true, negated: false };
  return named === null || isPersons(named.key)
    ? loses(statement, text)
    : [endClaim(now, named, null), ...loses(statement, text)];
};
