import {
  CALENDAR_WORDS,
  CONNECTORS,
  EVENT_HEADS,
  gazetteerTypes,
  ORGANISATION_HEADS,
  PLACE_HEADS,
  SENTENCE_WORDS,
  TITLES,
} from './gazetteer.js';
import { type NameToken, normaliseName } from './name-spelling.js';
import { wordList } from '../lexicon.js';

/** A run of tokens that may be a name: indexes of its first and last token, both inclusive. */
export interface NameSpan {
  readonly first: number;
  readonly last: number;
}

/** Sentence words that also occur inside names: New York, Alexander the Great. */
export const MODIFIERS =
  wordList(`new old big great long small little first second third last good best full far half near down up one two three five six
  seven nine ten under over all four home free right left world open about before after without between`);

const MAX_TOKENS = 10;

/** Every maximal run of capitalised tokens, numbers and connectors in order; they do not overlap. */
export function nameSpans(
  tokens: readonly NameToken[],
  afterWorkCue: (index: number) => boolean,
): NameSpan[] {
  const spans: NameSpan[] = [];
  for (let index = 0; index < tokens.length; index++) {
    if (!opensName(tokens, index)) continue;
    const last = extend(tokens, index, afterWorkCue(index));
    spans.push({ first: index, last });
    index = last;
  }
  return spans;
}

function isCapitalised(token: NameToken | undefined): boolean {
  return (
    token !== undefined &&
    (token.shape === 'capital' ||
      token.shape === 'caps' ||
      token.shape === 'mixed' ||
      token.shape === 'letter')
  );
}

function opensName(tokens: readonly NameToken[], index: number): boolean {
  const token = tokens[index];
  if (token === undefined || !isCapitalised(token)) return false;
  if (token.shape === 'letter')
    return (
      token.lower !== 'i' &&
      tokens[index + 1]?.gap.startsWith('.') === true &&
      tokens[index + 1]?.joined === true
    );
  return !CALENDAR_WORDS.has(token.lower) || continuesListed(tokens, index);
}

/** "March Madness", "Good Friday": a calendar word that begins a listed name. */
function continuesListed(tokens: readonly NameToken[], index: number): boolean {
  const next = tokens[index + 1];
  if (next === undefined || !next.joined || !isCapitalised(next)) return false;
  return gazetteerTypes(normaliseName(`${tokens[index]?.text} ${next.text}`)).length > 0;
}

function extend(tokens: readonly NameToken[], first: number, work: boolean): number {
  let last = first;
  while (last - first < MAX_TOKENS) {
    const step = nextInside(tokens, first, last, work);
    if (step === last) return last;
    last = step;
  }
  return last;
}

/** The index to which the name that ends at `last` continues, or `last`. */
function nextInside(
  tokens: readonly NameToken[],
  first: number,
  last: number,
  work: boolean,
): number {
  const here = tokens[last] as NameToken;
  const next = tokens[last + 1];
  if (next === undefined || !next.joined || next.initial) return last;
  if (here.possessive && !ownsNext(here, next, work)) return last;
  if (isCapitalised(next)) return !work && breaks(tokens, last + 1) ? last : last + 1;
  if (next.shape === 'number') return numbersName(tokens, last) ? last + 1 : last;
  return afterConnectors(tokens, first, last, work);
}

function breaks(tokens: readonly NameToken[], index: number): boolean {
  const token = tokens[index] as NameToken;
  if (token.lower === 'i' && token.text === 'I') return true;
  if (gazetteerTypes(normaliseName(`${tokens[index - 1]?.text} ${token.text}`)).length > 0)
    return false;
  if (CALENDAR_WORDS.has(token.lower)) return true;
  return (
    SENTENCE_WORDS.has(token.lower) && !MODIFIERS.has(token.lower) && !connectsTitle(tokens, index)
  );
}

/** "Museum Of Modern Art": a connector written with a capital. */
function connectsTitle(tokens: readonly NameToken[], index: number): boolean {
  const token = tokens[index] as NameToken;
  const next = tokens[index + 1];
  return CONNECTORS.has(token.lower) && next?.joined === true && isCapitalised(next);
}

/** Whether a possessive is part of the name: "McGee's Pub", "Mother's Day", and titles. */
function ownsNext(owner: NameToken, next: NameToken, work: boolean): boolean {
  if (!isCapitalised(next)) return false;
  if (work || gazetteerTypes(normaliseName(`${owner.text}'s ${next.text}`)).length > 0) return true;
  if (gazetteerTypes(normaliseName(owner.text))[0] === 'place') return false;
  return PLACE_HEADS.has(next.lower) || ORGANISATION_HEADS.has(next.lower) || next.lower === 'day';
}

const COUNTED = wordList(
  `times time days day weeks week months month years year hours hour minutes minute people of percent more and`,
);

/**
 * Whether the number is part of the name: "Apollo 11", "Windows 11", but not "Boston 5 times" or "Mel 20 minutes
 * ago".
 */
function numbersName(tokens: readonly NameToken[], last: number): boolean {
  const number = tokens[last + 1] as NameToken;
  const after = tokens[last + 2];
  if (
    number.text.length > 4 ||
    number.text.includes(':') ||
    gazetteerTypes(normaliseName((tokens[last] as NameToken).text))[0] === 'person'
  )
    return false;
  return after === undefined || !after.joined || !COUNTED.has(after.lower);
}

function afterConnectors(
  tokens: readonly NameToken[],
  first: number,
  last: number,
  work: boolean,
): number {
  const connector = tokens[last + 1] as NameToken;
  if (!CONNECTORS.has(connector.lower) && connector.lower !== 'for' && !work) return last;
  const second = tokens[last + 2];
  const doubled =
    second?.joined === true &&
    !isCapitalised(second) &&
    (CONNECTORS.has(second.lower) || (work && second.lower.length <= 3));
  const target = last + (doubled ? 3 : 2);
  const next = tokens[target];
  if (next === undefined || !next.joined || !isCapitalised(next) || breaks(tokens, target))
    return last;
  return connects(tokens, first, last, target, work) ? target : last;
}

function connects(
  tokens: readonly NameToken[],
  first: number,
  last: number,
  target: number,
  work: boolean,
): boolean {
  const connector = (tokens[last + 1] as NameToken).lower;
  const here = tokens[last] as NameToken;
  const left = gazetteerTypes(normaliseName(here.text))[0];
  if (connector === 'and') return connectsByAnd(tokens, first, last, target, work);
  if (connector === 'for')
    return tokens
      .slice(first, last + 1)
      .some((token) => ORGANISATION_HEADS.has(token.lower) || EVENT_HEADS.has(token.lower));
  if (connector === 'the')
    return (
      left === 'person' &&
      gazetteerTypes(normaliseName((tokens[target] as NameToken).text)).length === 0
    );
  if (connector === 'of')
    return (
      left !== 'person' &&
      left !== 'place' &&
      !(last > first && isPersonal(tokens[first] as NameToken))
    );
  if (!CONNECTORS.has(connector))
    return work && joinsTitle(connector, tokens[target] as NameToken) && left === undefined;
  return true;
}

/**
 * Whether the name is a person's full name, which "of" does not extend: "President Lula of Brazil", "Amara Diallo of
 * the university".
 */
function isPersonal(first: NameToken): boolean {
  return TITLES.has(first.lower) || gazetteerTypes(normaliseName(first.text))[0] === 'person';
}

/** Inside the title of a work any small word may occur, but "with Yuki" and "by Ana" follow the title. */
function joinsTitle(connector: string, target: NameToken): boolean {
  if (
    connector.length > 4 ||
    connector === 'by' ||
    connector === 'with' ||
    target.shape !== 'capital'
  )
    return false;
  const type = gazetteerTypes(normaliseName(target.text))[0];
  return type !== 'person' && type !== 'place';
}

function connectsByAnd(
  tokens: readonly NameToken[],
  first: number,
  last: number,
  target: number,
  work: boolean,
): boolean {
  const left = gazetteerTypes(normaliseName((tokens[last] as NameToken).text))[0];
  const doubled = target - last === 3;
  if (work && doubled) return true;
  if (doubled || left === 'person' || left === 'place') return false;
  let end = target;
  while (
    end + 1 < tokens.length &&
    end - target < 4 &&
    tokens[end + 1]?.joined &&
    isCapitalised(tokens[end + 1])
  )
    end++;
  const tail = tokens[end] as NameToken;
  if (ORGANISATION_HEADS.has(tail.lower) && end > target) return true;
  return tokens
    .slice(first, last + 1)
    .some(
      (token) =>
        token.lower === 'department' || token.lower === 'ministry' || token.lower === 'museum',
    );
}
