import { wordList } from '../lexicon.js';
import { asKind, isKindNoun } from '../names/common-nouns.js';
import { COMMON_WORDS, SENTENCE_WORDS } from '../names/gazetteer.js';
import type { Relation } from './predicates.js';
import { isStopWord, mentionName, objectAfter, type RelationToken } from './relation-arguments.js';
import { isPlural, singular } from '../stem.js';

/** Words between "is a" and the kind: "is a breed of dog". */
const KIND_NOUNS = wordList(
  'kind type sort form breed species variety subspecies genus subtype subclass class brand style',
);
const LINKS = wordList('and or');
/** What may precede a bare noun that begins a list. */
const BEFORE_LIST =
  wordList(`like likes love loves eat eats sell sells sold keep keeps kept grow grows grew breed breeds train trains bake bakes baked play plays
  buy buys bought see saw make makes made collect collects have has had with for from about of and or hate hates fix fixes raise raises plant planted`);
const LIST_MAX = 5;
const NOUNS_MAX = 3;

/** A noun phrase as the subject of a general statement. */
interface Generic {
  readonly name: string;
  /** Index of the following token. */
  readonly next: number;
  readonly plural: boolean;
}

/**
 * Statements about kinds, not about anybody in particular: "A labrador is a dog", "Labradors are dogs", "A sloop is a
 * type of boat", "A wheel is part of a car". Read at the start of a clause only, with an indefinite article or a bare
 * plural.
 */
export function generalStatement(tokens: readonly RelationToken[], index: number): Relation[] {
  if (!opensClause(tokens, index)) return [];
  const subject = genericAt(tokens, index);
  const verb = subject === undefined ? undefined : tokens[subject.next]?.lower;
  if (
    subject === undefined ||
    verb !== (subject.plural ? 'are' : 'is') ||
    tokens[subject.next]?.gap !== ' '
  )
    return [];
  const found = partAfter(tokens, subject) ?? kindAfter(tokens, subject);
  if (found === undefined || found.object.toLowerCase() === subject.name.toLowerCase()) return [];
  return [{ ...found, subject: subject.name, start: (tokens[index] as RelationToken).start }];
}

function opensClause(tokens: readonly RelationToken[], index: number): boolean {
  const before = tokens[index - 1];
  return (
    before === undefined ||
    ((before.lower === 'that' || LINKS.has(before.lower) || before.lower === 'because') &&
      index > 3) ||
    /[,:;(]/.test((tokens[index] as RelationToken).gap)
  );
}

function genericAt(tokens: readonly RelationToken[], index: number): Generic | undefined {
  const opening = tokens[index] as RelationToken;
  if (isBareName(opening, tokens[index + 1]))
    return { name: opening.text, next: index + 1, plural: false };
  const article = /^an?$/.test(opening.lower);
  const from = article ? index + 1 : index;
  const words: string[] = [];
  let at = from;
  for (; at < from + NOUNS_MAX; at++) {
    const token = tokens[at];
    if (
      token === undefined ||
      (at > index && token.gap !== ' ') ||
      isStopWord(token.lower) ||
      SENTENCE_WORDS.has(token.lower)
    )
      break;
    if (
      token.mention !== undefined &&
      (token.mention.owner !== undefined ||
        ['person', 'place', 'work', 'event'].includes(token.mention.type))
    )
      return undefined;
    words.push(token.mention === undefined ? token.lower : token.mention.name);
  }
  const last = words.at(-1)?.toLowerCase();
  if (last === undefined || at >= tokens.length) return undefined;
  const plural = !article;
  if (plural !== isPlural(last) && !(article && singular(last) === last)) return undefined;
  const head = singular(last);
  if (plural && head === last) return undefined;
  return isKindNoun(head)
    ? {
        name: [
          ...words.slice(0, -1),
          plural ? withoutPlural(words.at(-1) as string) : (words.at(-1) as string),
        ].join(' '),
        next: at,
        plural,
      }
    : undefined;
}

/**
 * "Marmalade is a …": an uncommon word without an article is a name or a substance; both may be instances of a kind.
 */
function isBareName(
  { lower, text, mention }: RelationToken,
  next: RelationToken | undefined,
): boolean {
  const uncommon =
    !COMMON_WORDS.has(lower) &&
    !SENTENCE_WORDS.has(lower) &&
    !isStopWord(lower) &&
    isKindNoun(lower);
  return (
    mention === undefined &&
    next?.lower === 'is' &&
    uncommon &&
    /^\p{Lu}\p{Ll}{2,}$/u.test(text) &&
    !lower.endsWith('ing')
  );
}

/** A name keeps its capital: "Labradors" becomes "Labrador". */
function withoutPlural(word: string): string {
  const one = singular(word.toLowerCase());
  return word === word.toLowerCase() ? one : `${word[0] ?? ''}${one.slice(1)}`;
}

type Stated = Pick<Relation, 'predicate' | 'object' | 'end' | 'confidence'>;

function kindAfter(
  tokens: readonly RelationToken[],
  { next, plural }: Generic,
): Stated | undefined {
  const named = namedKindAfter(tokens, next + 1);
  const at = named ?? next + 1;
  if (
    tokens[at]?.lower === 'like' ||
    (named === undefined && plural === /^an?$/.test(tokens[at]?.lower ?? ''))
  )
    return undefined;
  const object = objectAfter(tokens, at, 'phrase');
  const last = object === undefined ? undefined : tokens[object.to];
  if (
    object === undefined ||
    last === undefined ||
    (last.mention !== undefined && last.mention.type === 'person')
  )
    return undefined;
  if (
    named === undefined &&
    plural !== isPlural(last.lower) &&
    last.mention === undefined &&
    !(singular(last.lower) === last.lower && !plural)
  )
    return undefined;
  if (runsOn(tokens, object.to)) return undefined;
  const kind = asKind(object.name);
  return kind === undefined
    ? undefined
    : {
        predicate: 'is_a',
        object: kind,
        end: last.end,
        confidence: named === undefined ? 0.7 : 0.85,
      };
}

/** "a kind of", "types of": index after it. */
function namedKindAfter(tokens: readonly RelationToken[], at: number): number | undefined {
  const noun = /^(?:an?|one|the)$/.test(tokens[at]?.lower ?? '') ? at + 1 : at;
  return KIND_NOUNS.has(singular(tokens[noun]?.lower ?? '')) && tokens[noun + 1]?.lower === 'of'
    ? noun + 2
    : undefined;
}

/**
 * "is (a) part of a car", "are parts of cars": only with something indefinite; "part of the journey" is a figure of
 * speech.
 */
function partAfter(tokens: readonly RelationToken[], { next }: Generic): Stated | undefined {
  const noun = tokens[next + 1]?.lower === 'a' ? next + 2 : next + 1;
  if (singular(tokens[noun]?.lower ?? '') !== 'part' || tokens[noun + 1]?.lower !== 'of')
    return undefined;
  const article = /^an?$/.test(tokens[noun + 2]?.lower ?? '');
  const object = objectAfter(tokens, noun + 2, 'phrase');
  const last = object === undefined ? undefined : tokens[object.to];
  if (
    object === undefined ||
    last === undefined ||
    runsOn(tokens, object.to) ||
    !(article || isPlural(last.lower) || last.mention !== undefined)
  )
    return undefined;
  const whole = asKind(object.name);
  return whole === undefined
    ? undefined
    : { predicate: 'part_of', object: whole, end: last.end, confidence: 0.8 };
}

/** Whether the phrase continues beyond what was read: "a Weight Watchers coach" is not Weight Watchers. */
export function runsOn(tokens: readonly RelationToken[], last: number): boolean {
  const next = tokens[last + 1];
  return (
    next !== undefined &&
    /^\s+$/.test(next.gap) &&
    !isStopWord(next.lower) &&
    !SENTENCE_WORDS.has(next.lower)
  );
}

/** "fruits such as apples, pears and figs", "fruits, including apples": each item is a kind of the noun before. */
export function listedKinds(tokens: readonly RelationToken[], index: number): Relation[] {
  const cue = tokens[index]?.lower;
  const such = cue === 'such' && tokens[index + 1]?.lower === 'as';
  if (!such && cue !== 'including' && cue !== 'especially') return [];
  const noun = tokens[index - 1];
  if (
    noun === undefined ||
    noun.mention !== undefined ||
    !isPlural(noun.lower) ||
    (!such && (tokens[index] as RelationToken).gap !== ', ')
  )
    return [];
  const kind = singular(noun.lower);
  if (!isKindNoun(kind)) return [];
  const relations: Relation[] = [];
  for (let at = such ? index + 2 : index + 1, count = 0; count < LIST_MAX; count++) {
    const item = itemAt(tokens, at, such);
    if (item === undefined) break;
    relations.push({
      subject: item.name,
      predicate: 'is_a',
      object: kind,
      start: noun.start,
      end: (tokens[item.to] as RelationToken).end,
      confidence: such ? 0.75 : 0.7,
    });
    const next = tokens[item.to + 1];
    if (next === undefined || !(next.gap.startsWith(',') || LINKS.has(next.lower))) break;
    at = LINKS.has(next.lower) ? item.to + 2 : item.to + 1;
    if (!opensItem(tokens, at)) break;
  }
  return relations;
}

/** A mention, or a noun phrase; in the looser patterns only a name or a plural. */
function itemAt(
  tokens: readonly RelationToken[],
  at: number,
  loose: boolean,
): { name: string; to: number } | undefined {
  const item = objectAfter(tokens, at, 'phrase');
  const first = tokens[at];
  const last = item === undefined ? undefined : tokens[item.to];
  if (
    item === undefined ||
    first === undefined ||
    last === undefined ||
    (first.mention === undefined && isStopWord(first.lower) && !/^(?:the|an?)$/.test(first.lower))
  )
    return undefined;
  if (last.mention !== undefined) return last.mention.owner === undefined ? item : undefined;
  if (!loose && !isPlural(last.lower)) return undefined;
  const kind = asKind(item.name);
  return kind === undefined ? undefined : { name: kind, to: item.to };
}

/**
 * A further item of the list: a mention, an article, or a single word before the next comma or "and"; not "which
 * are".
 */
function opensItem(tokens: readonly RelationToken[], at: number): boolean {
  const token = tokens[at];
  const after = tokens[at + 1];
  if (token === undefined) return false;
  if (token.mention !== undefined || token.lower === 'the' || token.lower === 'a') return true;
  return after === undefined || after.gap.startsWith(',') || LINKS.has(after.lower);
}

/** "poodles, beagles and other dogs": what precedes is a kind of what follows. Names and bare plurals only. */
export function andOther(tokens: readonly RelationToken[], index: number): Relation[] {
  if (tokens[index]?.lower !== 'other' || !LINKS.has(tokens[index - 1]?.lower ?? '')) return [];
  const object = objectAfter(tokens, index + 1, 'phrase');
  const last = object === undefined ? undefined : tokens[object.to];
  if (
    object === undefined ||
    last === undefined ||
    last.mention !== undefined ||
    !isPlural(last.lower)
  )
    return [];
  const kind = asKind(object.name);
  if (kind === undefined) return [];
  const relations: Relation[] = [];
  for (let at = index - 2; at >= 0 && relations.length < LIST_MAX; at--) {
    const token = tokens[at] as RelationToken;
    const name = otherItem(token, tokens[at - 1]);
    if (name === undefined) break;
    relations.push({
      subject: name,
      predicate: 'is_a',
      object: kind,
      start: token.start,
      end: last.end,
      confidence: 0.75,
    });
    if (token.gap !== ', ') break;
  }
  return relations.reverse();
}

function otherItem(token: RelationToken, before: RelationToken | undefined): string | undefined {
  if (token.mention !== undefined)
    return token.mention.owner === undefined && token.mention.type !== 'person'
      ? mentionName(token)
      : undefined;
  if (!isPlural(token.lower) || !isKindNoun(singular(token.lower))) return undefined;
  // An adjacent word may belong to the phrase ("the kids and other parents", "guide dogs"); only a
  // bare noun is accepted.
  const bare = before === undefined || token.gap !== ' ' || BEFORE_LIST.has(before.lower);
  return bare ? singular(token.lower) : undefined;
}
