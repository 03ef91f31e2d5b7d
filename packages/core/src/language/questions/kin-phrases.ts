import { KIN_NOUNS, kinWord } from '../names/kin-words.js';
import { matchAll } from '../match-all.js';

/** Somebody described by a relation to another: "Jonas' sister", "the dog of Ana", "my boss". */
export interface KinPhrase {
  /** Its position in the question. */
  readonly start: number;
  readonly end: number;
  /** The owner as named in the question; null for the asker. */
  readonly owner: string | null;
  /** In the singular, lower case. */
  readonly noun: string;
}

/** Kin words that stand for a name where they have a capital. */
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
/** Words before the noun that do not change who is meant. */
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
/** What children call their own: "Where does Mum live?" */
const OWN = new RegExp(
  `(?<![\\p{L}\\p{N}-]|\\b(?:my|our|your|his|her|their) |['’]s? )(?<noun>${CALLED.join('|')})(?![\\p{L}\\p{N}-])`,
  'gu',
);
/** Without one of these, a question contains no such phrase. */
const HINT = new RegExp(`['’]|\\b(?:[Mm]y|[Oo]ur|of|${CALLED.join('|')})\\b`, 'u');

/**
 * The phrases in a question that describe somebody by one relation, in order. Of a nested one ("Jonas'
 * boss's dog") only the inner part.
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
 * "Who is Ana's sister?", "the name of my boss's dog", "What is my cat called?": the phrase is what is
 * asked for, not whom the question is about.
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
