import type { Claim } from './claim.js';
import { loses, type ReadObject } from './having.js';
import { ends, holds, isSo, termValue, word, type Statement } from './statement.js';
import { nounPhrase } from './subjects.js';
import { dateValue, nameValue, nounKey, placeValue, tells } from './values.js';
import { MENS_NAMES, WOMENS_NAMES } from '../names/gendered-names.js';
import { gazetteerTypes } from '../names/gazetteer.js';

/** "from X to Y", "to Y from X", "to Y": whichever slot X filled. */
export const switches: ReadObject = (statement, text) => {
  const match = /^(?:over |back )?(?:from (.+?) )?to (.+)$/i.exec(text);
  if (match?.[2] === undefined) return carriedOver(statement, text);
  const [next = '', old = match[1]] = match[2].split(/ from /i);
  if (old !== undefined) return replaced(statement, old, next);
  const key = nounKey(next);
  if (!tells(key)) return [];
  const now = { past: false, change: true, negated: false };
  return [
    /^\p{Ll}/u.test(next)
      ? holds(statement, 'studies', word(key), now)
      : isSo(statement, `uses ${termValue(next)?.key ?? key}`, true, now),
  ];
};

/** “TimescaleDB”: products are written so, and no place but after Mc, De or La. */
const WRITTEN_TOGETHER = /^\p{Lu}\p{Ll}{3,}\p{Lu}/u;

/**
 * "moved over to Zulip", "moved from Slack to Zulip": people move to places, but move over to what they
 * use. Empty if a place is meant.
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
function carriedOver(statement: Statement, text: string): Claim[] {
  const match = /^(?:the|our|my) (.+?)(?: (?:from|off) (.+?))? (?:over )?(?:on)?to (.+)$/i.exec(
    text,
  );
  const [what, value] =
    match === null ? ['', null] : [nounKey(match[1] ?? ''), nameValue(match[3] ?? '')];
  if (!tells(what) || value === null) return [];
  return [
    holds(statement, `uses for ${what}`, value, { past: false, change: true }),
    ...(match?.[2] === undefined ? [] : replaced(statement, match[2], match[3] ?? '')),
  ];
}

export function replaced(statement: Statement, from: string, to: string): Claim[] {
  const [old, next] = [
    termValue(from.replace(/^(?:the|a|an) /, '')),
    termValue(to.replace(/^(?:the|a|an) /, '').replace(/ (?:now|instead|these days)$/i, '')),
  ];
  return old === null ? [] : [ends(statement, old, next)];
}

/** "Y replaced X as manager", "took over from X as manager". */
export const replaces: ReadObject = (statement, text) => {
  const match = /^(?:over )?(?:from )?(.+?)(?: as (?:the |our |my )?(.+))?$/i.exec(text);
  const who = statement.subject.kind === 'name' ? nameValue(statement.subject.name) : null;
  const role = match?.[2] === undefined ? null : nounPhrase(`the ${match[2]}`);
  if (who !== null && role !== null)
    return [holds(statement, 'is', who, { subject: role.subject, past: false, change: true })];
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

/** For how long, for whom or what for: not a replacement value. */
const NO_SUCCESSOR =
  /^(?:[£$€\d]|(?:an?|the|my|our|his|her|their|some|any|this|these|all|one|two|three|\d+) |(?:lent|ramadan|good|ever|now|life|once|health|love|charity|fun|work|money|january|sober|dry|environmental|medical|personal|health|religious|obvious|various)\b)/i;

/** "gave up tennis for padel", "ditched Slack for Zulip", "quit sugar": null if it does not say for what. */
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
 * "ditched Slack for Zulip", "cancelled Netflix", "got rid of the Corolla": named things end; of other
 * things only possessions.
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
    : [ends(now, named, null), ...loses(statement, text)];
};
