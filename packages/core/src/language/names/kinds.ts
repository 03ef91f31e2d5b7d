import DATA from '../../../data/lexicon/kinds.json' with { type: 'json' };
import { singular } from '../singular.js';
import { SENTENCE_WORDS } from './common-words.js';
import { RELATIVES } from './possessions.js';
import { phraseList, wordList } from './word-list.js';

/** Nouns that express an opinion of a thing, or a relation to somebody, not what kind of thing it is. */
const JUDGEMENTS = wordList(DATA.JUDGEMENTS.join('\n'));
/** Words before a noun that judge it, count it or place it in time; the kind follows them. */
const JUDGING = wordList(DATA.JUDGING.join('\n'));
const JUDGING_ENDING = /(?:ful|ous|less|able|ible|some|iest)$|^(?:must|well|so)-/;
/** After these, a noun no longer means itself: a hot dog is no dog. */
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
 * A noun phrase as a kind of thing: in the singular, without judging words. Undefined if its head noun
 * names no kind: a relation ("friend"), an opinion ("gem"), a quantity ("a bit moved"), a pronoun.
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
 * The wider kind that the last word of a compound names: a "rescue greyhound" is a greyhound; a "hot dog"
 * is no dog.
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
