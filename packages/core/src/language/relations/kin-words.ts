import { matchAll } from '../pattern-matching.js';
import type { Predicate } from './predicates.js';

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
