import { phraseList, wordList } from '../lexicon.js';
import { BELONGINGS, PERSON_VERBS, PETS, RELATIVES, SENTENCE_WORDS } from './gazetteer.js';
import type { EntityHints, EntityMention } from './name-reading.js';
import { MODIFIERS, type NameSpan } from './name-spans.js';
import type { NameToken } from './name-spelling.js';
import type { Relation } from '../relations/predicates.js';
import { singular } from '../stem.js';
import DATA from '../../../data/lexicon/kinds.json' with { type: 'json' };

/** Nouns that express an opinion of a thing or a relation to somebody rather than a kind. */
const JUDGEMENTS = wordList(DATA.JUDGEMENTS.join('\n'));
/** Modifiers that judge, count or date a noun; the kind follows them. */
const JUDGING = wordList(DATA.JUDGING.join('\n'));
const JUDGING_ENDING = /(?:ful|ous|less|able|ible|some|iest)$|^(?:must|well|so)-/;
/** Modifiers after which a noun changes its meaning: a hot dog is not a dog. */
const UNLIKE = wordList(
  'hot guinea sea toy fake former ex half plastic stone virtual would-be wannabe teddy gummy vice mock couch ghost',
);
const QUANTITIES = wordList(
  'bit little lot few ton bunch couple pair number dozen handful load tad touch piece slice',
);
/** Pairs of words with a meaning of their own. */
const IDIOMS = phraseList(
  'early bird, night owl, people person, work in progress, big deal, no brainer, team player, game changer, fish out',
);

/**
 * A noun phrase as a kind of thing: in the singular, without judging words. Undefined if its head noun names no kind:
 * a relation ("friend"), an opinion ("gem"), a quantity ("a bit moved"), a pronoun.
 */
export function asKind(phrase: string): string | undefined {
  const words = phrase.split(' ');
  if (QUANTITIES.has((words[0] ?? '').toLowerCase()) || IDIOMS.has(phrase.toLowerCase()))
    return undefined;
  while (words.length > 1 && isJudging((words[0] as string).toLowerCase())) words.shift();
  const last = words.at(-1) as string;
  const head = singular(last.toLowerCase());
  if (!isKindNoun(head) || words.some((word) => /\d/.test(word))) return undefined;
  return [...words.slice(0, -1), last === last.toLowerCase() ? head : last].join(' ');
}

/** Whether a singular noun can name a kind. */
export function isKindNoun(noun: string): boolean {
  return (
    noun.length > 2 &&
    !JUDGEMENTS.has(noun) &&
    !RELATIVES.has(noun) &&
    !SENTENCE_WORDS.has(noun) &&
    !/(?:ed|ly|self|ness)$/.test(noun)
  );
}

/**
 * The wider kind that the last word of a compound names: a "rescue greyhound" is a greyhound; a "hot dog" is no dog.
 */
export function headOfCompound(kind: string): string | undefined {
  const words = kind.split(' ');
  const head = words.at(-1) as string;
  if (
    words.length < 2 ||
    words.some((word) => UNLIKE.has(word.toLowerCase()) || word !== word.toLowerCase())
  )
    return undefined;
  return isKindNoun(head) ? head : undefined;
}

function isJudging(word: string): boolean {
  return JUDGING.has(word) || JUDGING_ENDING.test(word);
}

const OWNERS: Readonly<Record<string, string | null>> = Object.freeze({
  my: 'speaker',
  our: 'speaker',
  your: 'addressee',
  his: null,
  her: null,
  their: null,
});
const FAMILY_CALLS = wordList('mom mum mommy dad daddy grandma grandpa granny nana');
const BETWEEN_MAX = 3;

/** A possessed noun and its position. */
export interface PossessedNoun {
  readonly index: number;
  readonly owner: string | undefined;
}

type NounKind = 'relative' | 'pet' | 'belonging';

export function nounKind(lower: string): NounKind | undefined {
  if (RELATIVES.has(lower)) return 'relative';
  if (PETS.has(lower)) return 'pet';
  return BELONGINGS.has(lower) ? 'belonging' : undefined;
}

/** "my old guitar", "Melanie's dog", "her necklace", and "Mom" on its own. Looks ahead at most four words each. */
export function possessedNouns(
  tokens: readonly NameToken[],
  spans: readonly (NameSpan & { readonly name: string })[],
): PossessedNoun[] {
  const ownerEndingAt = new Map(spans.map((span) => [span.last, span.name]));
  const found: PossessedNoun[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as NameToken;
    const owner = ownerOf(token, ownerEndingAt.get(index));
    if (owner !== undefined) {
      const noun = headNoun(tokens, index);
      if (noun !== -1) found.push({ index: noun, owner: owner ?? undefined });
    } else if (
      FAMILY_CALLS.has(token.lower) &&
      token.shape === 'capital' &&
      isPlainCall(tokens, index)
    ) {
      found.push({ index, owner: 'speaker' });
    }
  }
  return found;
}

function ownerOf(token: NameToken, name: string | undefined): string | null | undefined {
  if (name !== undefined) return token.possessive ? name : undefined;
  return Object.hasOwn(OWNERS, token.lower) ? OWNERS[token.lower] : undefined;
}

function isPlainCall(tokens: readonly NameToken[], index: number): boolean {
  const before = tokens[index - 1];
  const next = tokens[index + 1];
  const verb =
    next?.joined === true &&
    (PERSON_VERBS.has(next.lower) ||
      next.lower === 'is' ||
      next.lower === 'was' ||
      next.lower === 'and');
  if ((tokens[index] as NameToken).initial && !verb) return false;
  return before === undefined || !(before.possessive || Object.hasOwn(OWNERS, before.lower));
}

function headNoun(tokens: readonly NameToken[], owner: number): number {
  for (let index = owner + 1; index <= owner + 1 + BETWEEN_MAX; index++) {
    const token = tokens[index];
    if (token === undefined || !token.joined) return -1;
    if (nounKind(token.lower) !== undefined)
      return followedByNoun(tokens, index) ? index + 1 : index;
    if (
      SENTENCE_WORDS.has(token.lower) &&
      !MODIFIERS.has(token.lower) &&
      token.lower !== 'beautiful' &&
      token.lower !== 'cute'
    )
      return -1;
  }
  return -1;
}

/** "my dog shelter project": the second listed noun is the head. */
function followedByNoun(tokens: readonly NameToken[], index: number): boolean {
  const here = tokens[index] as NameToken;
  const next = tokens[index + 1];
  return (
    !here.possessive &&
    next?.joined === true &&
    next.shape === 'lower' &&
    nounKind(next.lower) !== undefined
  );
}

/** The owner a possessive refers to: the name in the hints if given, else 'speaker' or 'addressee'. */
function ownerName(owner: string | undefined, hints: EntityHints): string | undefined {
  if (owner === 'speaker') return hints.speaker ?? owner;
  if (owner !== 'addressee' || hints.speaker === undefined) return owner;
  const others = (hints.people ?? []).filter((person) => person !== hints.speaker);
  return others.length === 1 ? others[0] : owner;
}

/** The mention of a possessed noun; it has no `owner` name if the possessor is a third-person pronoun. */
export function possessedMention(
  tokens: readonly NameToken[],
  noun: PossessedNoun,
  hints: EntityHints,
): EntityMention {
  const token = tokens[noun.index] as NameToken;
  const owner = ownerName(noun.owner, hints);
  return {
    name: token.lower,
    type: 'thing',
    start: token.start,
    end: token.end,
    confidence: 0.7,
    ...(owner === undefined ? {} : { owner }),
  };
}

/** Determiners and possessors before a noun: "Dana's cat", "the cat of Maëlle". */
const DETERMINERS = /^(?:the|an?|my|her|his|their|our|(?:\S+ ){0,3}\S+['’]s|\S+s['’])\s+/iu;
/** The end of the kind and the start of further details. */
const REST =
  /\s(?:(?:of|in|for|with|from|at|by|on|to|as|until|about|above|and|that|who|whom|which|where|when|now|fostered|employed|named|called|between)\s|(?<=(?:^|\s)\p{Ll}+\s)\p{Lu}).*$/u;
/** Marks a former, doubtful or technical description, which is not a kind. */
const NO_KIND = /\b(?:former|formerly|possible|perhaps|probably|how|owner)\b/iu;
const SURE = 0.9;

/**
 * The kinds that a note states of its subject: "Mat's greyhound dog" is a greyhound dog, and a greyhound dog is a
 * dog. Family relations are not kinds.
 */
export function kindsOfNote({
  about,
  is,
}: {
  readonly about: string;
  readonly is: string | null;
}): Relation[] {
  const found = (is ?? '')
    .split(/[,;(]/u)
    .map((part) => part.trim())
    .filter((part, at) => (at === 0 || /^an?\s/iu.test(part)) && !NO_KIND.test(part))
    .flatMap((part) => asKind(withoutRest(part)) ?? [])
    .filter((kind) => nounKind(kind.split(' ').at(-1) ?? '') !== 'relative');
  return found.flatMap((kind) => {
    const head = headOfCompound(kind);
    return [isA(about, kind), ...(head === undefined ? [] : [isA(kind, head)])];
  });
}

function withoutRest(part: string): string {
  let bare = part;
  for (let next = ''; next !== bare;) {
    next = bare;
    bare = bare.replace(DETERMINERS, '');
  }
  return bare.replace(REST, '');
}

const isA = (subject: string, object: string): Relation => ({
  ...{ subject, object, predicate: 'is_a', start: 0, end: 0, confidence: SURE },
});
