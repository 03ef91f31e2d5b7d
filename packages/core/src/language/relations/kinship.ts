import { wordList } from '../lexicon.js';
import { nounKind } from '../names/common-nouns.js';
import type { EntityMention } from '../names/name-reading.js';
import { matchAll } from '../pattern-matching.js';
import type { Predicate, Relation } from './predicates.js';
import { mentionName, type RelationToken } from './relation-arguments.js';

/** A relation to somebody, and the words that may express it. */
export interface KinWord {
  /** Nouns for the same person: a memory with one answers a question with any other. */
  readonly nouns: readonly string[];
  /** Names of the other gender are rejected; null if either fits. */
  readonly gender: 'woman' | 'man' | null;
  /** People have only one at a time: the latest statement is current. */
  readonly single: boolean;
  /**
   * Predicates that express the relation without a noun, each with the side on which the relative is; `either` for a
   * symmetric one.
   */
  readonly told: readonly (readonly [Predicate, 'subject' | 'object' | 'either'])[];
}

type Row = readonly [
  nouns: string,
  gender: KinWord['gender'],
  single: boolean,
  told: KinWord['told'],
];

const SPOUSE: KinWord['told'] = [
  ['married_to', 'either'],
  ['partner_of', 'either'],
];
const SIBLING: KinWord['told'] = [['sibling_of', 'either']];
const CHILD: KinWord['told'] = [
  ['child_of', 'subject'],
  ['parent_of', 'object'],
];
const PARENT: KinWord['told'] = [
  ['parent_of', 'subject'],
  ['child_of', 'object'],
];

const ROWS: readonly Row[] = [
  ['wife', 'woman', true, SPOUSE],
  ['husband', 'man', true, SPOUSE],
  ['spouse partner', null, true, SPOUSE],
  ['girlfriend fiancee fiancée', 'woman', true, [['partner_of', 'either']]],
  ['boyfriend fiance fiancé', 'man', true, [['partner_of', 'either']]],
  ['mother mom mum mommy mama', 'woman', true, PARENT],
  ['father dad daddy papa', 'man', true, PARENT],
  ['sister', 'woman', false, SIBLING],
  ['brother', 'man', false, SIBLING],
  ['sibling twin', null, false, SIBLING],
  ['daughter', 'woman', false, CHILD],
  ['son', 'man', false, CHILD],
  ['child kid baby toddler', null, false, CHILD],
  ['grandmother grandma granny nana', 'woman', false, []],
  ['grandfather grandpa', 'man', false, []],
  ['granddaughter', 'woman', false, []],
  ['grandson', 'man', false, []],
  ['aunt auntie', 'woman', false, []],
  ['uncle', 'man', false, []],
  ['niece', 'woman', false, []],
  ['nephew', 'man', false, []],
  ['cousin', null, false, []],
  ['stepmother stepmom', 'woman', true, []],
  ['stepfather stepdad', 'man', true, []],
  ['stepsister', 'woman', false, []],
  ['stepbrother', 'man', false, []],
  ['stepdaughter', 'woman', false, []],
  ['stepson', 'man', false, []],
  ['mother-in-law', 'woman', true, []],
  ['father-in-law', 'man', true, []],
  ['sister-in-law', 'woman', false, []],
  ['brother-in-law', 'man', false, []],
  ['godmother', 'woman', false, []],
  ['godfather', 'man', false, []],
  ['goddaughter', 'woman', false, []],
  ['godson', 'man', false, []],
  ['friend bestie buddy pal', null, false, [['friend_of', 'either']]],
  ['boss manager supervisor', null, true, []],
  ['colleague coworker co-worker teammate', null, false, []],
  ['roommate flatmate housemate', null, false, []],
  ['neighbour neighbor', null, false, []],
  ['landlord landlady', null, true, []],
  ['mentor', null, false, []],
  ['coach trainer', null, false, []],
  ['teacher tutor', null, false, []],
  ['professor advisor', null, false, []],
  ['therapist', null, true, []],
  ['doctor', null, true, []],
  ['dentist', null, true, []],
  ['lawyer', null, true, []],
  ['accountant', null, true, []],
  ['instructor', null, false, []],
  ['assistant', null, false, []],
  ['dog puppy pup', null, false, []],
  ['cat kitten', null, false, []],
  ['horse pony', null, false, []],
  ['rabbit bunny', null, false, []],
  ['parrot', null, false, []],
  ['hamster', null, false, []],
  ['pet', null, false, []],
];

const BY_NOUN: ReadonlyMap<string, KinWord> = new Map(
  ROWS.flatMap(([words, gender, single, told]): [string, KinWord][] => {
    const nouns = words.split(' ');
    return nouns.map((noun) => [
      noun,
      { nouns: [noun, ...nouns.filter((other) => other !== noun)], gender, single, told },
    ]);
  }),
);

/** The relation that a singular noun expresses, of a person or an animal to its owner; undefined for any other noun. */
export function kinWord(noun: string): KinWord | undefined {
  return BY_NOUN.get(noun.toLowerCase());
}

const KIN_NOUNS: readonly string[] = [...BY_NOUN.keys()];

/** Somebody described by a relation to another: "Jonas' sister", "the dog of Ana", "my boss". */
interface KinPhrase {
  /** Offset in the question, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** The owner as named in the question; null for the person asking. */
  readonly owner: string | null;
  /** In the singular, lower case. */
  readonly noun: string;
}

/** Kin words used as names when capitalised. */
const CALLED = [
  'Mum',
  'Mummy',
  'Mom',
  'Mommy',
  'Mama',
  'Dad',
  'Daddy',
  'Papa',
  'Grandma',
  'Granny',
  'Nana',
  'Grandpa',
];
const NAME = '\\p{Lu}[\\p{L}\\p{M}.-]*\\p{L}(?: \\p{Lu}[\\p{L}\\p{M}.-]*\\p{L}){0,2}|\\p{Ll}{2,30}';
const NOUN = [...KIN_NOUNS].sort((a, b) => b.length - a.length).join('|');
/** Adjectives before the noun that do not change who is meant. */
const PLAIN = '(?:new |current |own |dear |best |beloved )?';
const OF_NAME = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<owner>${NAME})['’]s? ${PLAIN}(?<noun>${NOUN})(?![\\p{L}\\p{N}-])`,
  'gu',
);
const OF_MINE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:my|our|My|Our) ${PLAIN}(?<noun>${NOUN})(?![\\p{L}\\p{N}-])`,
  'gu',
);
const OF_AFTER = new RegExp(
  `(?<![\\p{L}\\p{N}])[Tt]he ${PLAIN}(?<noun>${NOUN}) of (?<owner>${NAME})(?![\\p{L}\\p{N}'’-])`,
  'gu',
);
/** Kin words used without "my": "Where does Mum live?" */
const OWN = new RegExp(
  `(?<![\\p{L}\\p{N}-]|\\b(?:my|our|your|his|her|their) |['’]s? )(?<noun>${CALLED.join('|')})(?![\\p{L}\\p{N}-])`,
  'gu',
);
/** Quick test: a question without one of these contains no such phrase. */
const HINT = new RegExp(`['’]|\\b(?:[Mm]y|[Oo]ur|of|${CALLED.join('|')})\\b`, 'u');

/**
 * The phrases in a question that describe somebody by one relation, in order. Of a nested one ("Jonas' boss's dog")
 * only the inner part.
 */
export function kinPhrases(question: string): KinPhrase[] {
  if (!HINT.test(question)) return [];
  const found = [OF_NAME, OF_MINE, OF_AFTER, OWN].flatMap((pattern) =>
    [...matchAll(question, pattern)].map(read),
  );
  return found
    .filter((phrase) => kinWord(phrase.owner ?? '') === undefined && !asksForIt(question, phrase))
    .sort((a, b) => a.start - b.start);
}

function read(match: RegExpExecArray): KinPhrase {
  const { owner = null, noun = '' } = match.groups ?? {};
  return {
    start: match.index,
    end: match.index + match[0].length,
    owner,
    noun: noun.toLowerCase(),
  };
}

/** A continuation after "who is Ana's sister" that asks for somebody else. */
const GOES_ON =
  /^\s+(?:not\s+)?(?:\p{Ll}+ing|\p{Ll}+ed|with|in love|afraid|fond|like|friends|angry|close)(?!\p{L})/u;

/**
 * Whether the phrase is what is asked for rather than the topic: "Who is Ana's sister?", "the name of my boss's dog",
 * "What is my cat called?"
 */
function asksForIt(question: string, { start, end }: KinPhrase): boolean {
  const [before, after] = [question.slice(0, start), question.slice(end)];
  if (
    /\bwho(?:['’]s| is| was| were| are| has been| had been)(?: again)?\s*$/iu.test(before) &&
    !/^['’]/u.test(after)
  )
    return !GOES_ON.test(after);
  return (
    /\bnames? of\s*$/iu.test(before) ||
    /^(?:['’]s? (?:\p{Ll}+ )?names?\b|\s+(?:again )?(?:called|named)\b)/iu.test(after)
  );
}

/** The relation of the named person to the owner: "my wife Ana" says that Ana is married to me. */
const ROLES: Readonly<Record<string, Predicate>> = Object.freeze({
  ...roles('married_to', 'wife husband spouse'),
  ...roles('partner_of', 'partner boyfriend girlfriend fiance fiancé fiancée fiancee'),
  ...roles('parent_of', 'mother mom mum mommy mama father dad daddy papa parent parents'),
  ...roles('child_of', 'son daughter child kid baby toddler kids children'),
  ...roles('sibling_of', 'sister brother sibling siblings twin twins'),
  ...roles('friend_of', 'friend friends bestie buddy pal'),
  ...roles(
    'colleague_of',
    'boss manager supervisor colleague coworker co-worker colleagues coworkers teammates teammate roommate mentor coach trainer',
  ),
});

function roles(predicate: Predicate, nouns: string): Record<string, Predicate> {
  return Object.fromEntries(nouns.split(' ').map((noun) => [noun, predicate]));
}

/** Groups of people: a name after one of these is nobody in particular. */
const COLLECTIVE = wordList(
  'friends kids children parents siblings twins cousins neighbors colleagues coworkers teammates grandparents grandchildren grandkids',
);
const NAMING: ReadonlySet<string> = new Set(['named', 'called']);

/** "my dog Max", "my sister's name is Anna", "Anna is my sister": a possessed noun with its name. */
export function kinshipAt(
  tokens: readonly RelationToken[],
  index: number,
  isAddressed: (name: string) => boolean,
): Relation[] {
  const noun = tokens[index] as RelationToken;
  const mention = noun.mention;
  if (
    mention === undefined ||
    mention.name !== mention.name.toLowerCase() ||
    mention.type !== 'thing'
  )
    return [];
  const kind = nounKind(mention.name);
  if (kind === undefined || mention.name === 'family' || mention.name === 'fam') return [];
  const favourite =
    tokens[index - 1]?.lower === 'favorite' || tokens[index - 1]?.lower === 'favourite';
  if (kind === 'belonging' && favourite) return [];
  const after = nameAfterNoun(tokens, index, kind !== 'belonging');
  const named = after ?? (kind === 'belonging' ? undefined : nameBeforeNoun(tokens, index));
  if (named === undefined) return [];
  const { name, type } = named.mention as EntityMention;
  // "Ana's chicken" is not "Ana is a chicken".
  if (name === mention.owner) return [];
  const loose = named === after ? named.gap === ', ' : tokens[index - 1]?.gap === ', ';
  if (loose && (isAddressed(name) || (kind === 'belonging' && type === 'person'))) return [];
  const span = { start: Math.min(noun.start, named.start), end: Math.max(noun.end, named.end) };
  return relationsOfNamed(noun, kind, name, span);
}

function relationsOfNamed(
  noun: RelationToken,
  kind: NonNullable<ReturnType<typeof nounKind>>,
  name: string,
  span: { start: number; end: number },
): Relation[] {
  const word = noun.lower;
  const owner = noun.mention?.owner;
  const known =
    owner === undefined || owner === 'speaker' || owner === 'addressee' ? undefined : owner;
  if (COLLECTIVE.has(word))
    return known === undefined
      ? []
      : [
          {
            subject: name,
            predicate: ROLES[word] ?? 'relative_of',
            object: known,
            ...span,
            confidence: 0.8,
          },
        ];
  const relation = (subject: string, predicate: Predicate, object: string): Relation => ({
    subject,
    predicate,
    object,
    ...span,
    confidence: 0.9,
  });
  const naming = relation(mentionName(noun) as string, 'named', name);
  if (kind === 'relative' && owner === undefined) return [];
  if (kind === 'relative')
    return known === undefined
      ? [naming]
      : [naming, relation(name, ROLES[word] ?? 'relative_of', known)];
  if (kind === 'belonging') return [naming];
  const is = relation(name, 'is_a', word);
  return known === undefined ? [naming, is] : [naming, is, relation(known, 'owns', name)];
}

/** The name after the noun: directly, after a comma, or after "is", "named", "called", "'s name is". */
function nameAfterNoun(
  tokens: readonly RelationToken[],
  index: number,
  byVerb: boolean,
): RelationToken | undefined {
  let at = index + 1;
  let linked = false;
  while (at < index + 5 && tokens[at]?.mention === undefined) {
    const lower = tokens[at]?.lower;
    if (
      lower === undefined ||
      !(
        NAMING.has(lower) ||
        lower === 'is' ||
        lower === "'s" ||
        lower === 'name' ||
        lower === 'was'
      )
    )
      return undefined;
    linked =
      linked ||
      NAMING.has(lower) ||
      lower === 'name' ||
      (byVerb && (lower === 'is' || lower === 'was'));
    at++;
  }
  const token = tokens[at];
  if (token === undefined || !isProper(token) || at >= index + 5) return undefined;
  const near = linked
    ? /^\s*["'“‘]?$/.test(token.gap)
    : at === index + 1 && (/^ ["'“‘]?$/.test(token.gap) || closedComma(tokens, at));
  return near ? token : undefined;
}

/** "my sister, Anna, …" or "my sister, Anna." but not "with my sister, Anna and Bob". */
function closedComma(tokens: readonly RelationToken[], at: number): boolean {
  if (tokens[at]?.gap !== ', ') return false;
  const next = tokens[at + 1];
  return next === undefined || next.gap.startsWith(',');
}

/** "Anna is my sister" and "Max, my dog". */
function nameBeforeNoun(
  tokens: readonly RelationToken[],
  index: number,
): RelationToken | undefined {
  let at = index - 1;
  while (at >= 0 && index - at <= 3 && tokens[at]?.mention === undefined && !isVerb(tokens[at])) {
    if (/[,.;:]/.test(tokens[at + 1]?.gap ?? '')) break;
    at--;
  }
  const stop = tokens[at];
  if (stop === undefined) return undefined;
  if (isVerb(stop))
    return tokens[at - 1] !== undefined && isProper(tokens[at - 1] as RelationToken)
      ? tokens[at - 1]
      : undefined;
  return isProper(stop) && tokens[at + 1]?.gap === ', ' && at === index - 2 ? stop : undefined;
}

function isVerb(token: RelationToken | undefined): boolean {
  return token?.lower === 'is' || token?.lower === "'s" || token?.lower === 'was';
}

function isProper(token: RelationToken): boolean {
  return token.mention !== undefined && token.mention.name !== token.mention.name.toLowerCase();
}
