import { sentences } from './sentences.js';
import { wordList } from './names/word-list.js';
import { matchAll } from './match-all.js';

/** A thing that a text calls good or bad. */
export interface Judgement {
  /** As written, without articles other than “the”. */
  readonly object: string;
  readonly good: boolean;
  /** Half-open range `[start, end)` of the words that state it, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

const GOOD = `amazing awesome brilliant charming delicious delightful elegant excellent exceptional fabulous fantastic fun great helpful impressive
  incredible lovely magnificent marvellous marvelous outstanding perfect pleasant reliable solid splendid stunning superb superior tasty terrific
  underrated useful wonderful worthwhile`;
const BAD = `annoying appalling atrocious awful bad boring clumsy confusing disappointing disgusting dreadful dull flaky frustrating gross hideous horrible
  horrid inferior mediocre nasty overpriced overrated painful pathetic poor revolting rubbish terrible tedious ugly unbearable unpleasant unreliable
  useless worthless`;
const GOOD_WORDS = wordList(GOOD);
const BAD_WORDS = wordList(BAD);
const ADJECTIVE = [
  ...GOOD_WORDS,
  ...BAD_WORDS,
  'the best',
  'the worst',
  'worth it',
  'worth every penny',
  'a waste of (?:time|money)',
].join('|');

const NOUN = String.raw`((?:(?:the|my|our|this|these|a|an)\s+)?[\p{L}\p{N}][\p{L}\p{N}'’-]*(?:\s+[\p{L}\p{N}][\p{L}\p{N}'’-]*){0,3})`;
const HEDGE = String.raw`(?:(?:so|very|really|quite|pretty|just|still|always|simply|absolutely|truly|such|too|far|way|honestly|totally|actually|definitely)\s+){0,2}`;
/** "The old kiln is really unreliable", "I think tabs are great". */
const IS = new RegExp(
  String.raw`(?:^|[,;:]\s*|\b(?:that|think|find|believe|feel|say|guess|but|and)\s+)${NOUN}\s+(is|are|was|were|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|tastes?|sounds?|looks?|feels?)\s+(not\s+|never\s+)?${HEDGE}(${ADJECTIVE})(?!\p{L})`,
  'giu',
);
/** "I find tabs annoying". */
const FIND = new RegExp(
  String.raw`\bI\s+(?:find|found|consider)\s+${NOUN}\s+(not\s+)?${HEDGE}(${ADJECTIVE})(?!\p{L})`,
  'giu',
);

/** What may precede the thing that is judged. */
const OPENING =
  /^.*(?<!\p{L})(?:that|think|thought|find|found|believe|feel|say|guess|know|hope|but|and|though|because|honestly)\s+/iu;
const ARTICLE = /^(?:my|our|this|these|a|an)\s+/i;
const DEFINITE = /^the\s+/i;
/** Words that no name begins or ends with: the thing judged is not named. */
const UNNAMED =
  wordList(`i you he she it we they me him her us them that this these those there here what who which how why when where everything something
  anything nothing everyone all one ones your his their its life day days thing things stuff time way part idea news so not and or but if as because
  think thought find found believe feel say guess know hope mean really still just also too very of in on at to for with by from than`);

/** Words that go with a liking; a text without them or the words of judging states no opinion. */
const LIKING =
  'likes? liked loves? loved enjoys? enjoyed adores? prefers? favou?rite hates? hated dislikes? disliked despises? fond fan into passionate crazy obsessed stand allergic sick afraid scared'.split(
    ' ',
  );
const OPINION_WORDS = new RegExp(
  String.raw`(?<!\p{L})(?:${[...LIKING, ADJECTIVE].join('|')})(?!\p{L})`,
  'iu',
);

/** Whether a text may like, dislike or judge something: a quick test before parsing. */
export function mayStateOpinion(text: string): boolean {
  return OPINION_WORDS.test(text);
}

/**
 * What a text judges explicitly, in text order: only statements, about things it names. English; linear in
 * its length.
 */
export function readJudgements(text: string): Judgement[] {
  const found: Judgement[] = [];
  for (const sentence of sentences(text)) {
    if (
      /[?？]\s*["”’)]*$/u.test(sentence.text) ||
      /^\s*(?:if|unless|whether|suppose)\b/iu.test(sentence.text)
    )
      continue;
    for (const match of matchAll(sentence.text, IS)) {
      const [whole, noun = '', verb = '', not, adjective = ''] = match;
      add(found, {
        noun,
        adjective,
        denied: not !== undefined || /n['’]t$/i.test(verb),
        start: sentence.start + match.index,
        length: whole.length,
      });
    }
    for (const match of matchAll(sentence.text, FIND)) {
      const [whole, noun = '', not, adjective = ''] = match;
      add(found, {
        noun,
        adjective,
        denied: not !== undefined,
        start: sentence.start + match.index,
        length: whole.length,
      });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

interface Matched {
  readonly noun: string;
  readonly adjective: string;
  readonly denied: boolean;
  readonly start: number;
  readonly length: number;
}

function add(found: Judgement[], { noun, adjective, denied, start, length }: Matched): void {
  const object = noun.replace(OPENING, '').replace(ARTICLE, '').trim();
  const words = object.replace(DEFINITE, '').toLowerCase().replaceAll('’', "'").split(/\s+/);
  if (words.some((word) => UNNAMED.has(word)) || /'(?:s|re|m|ve|ll|d)$/.test(words.at(-1) ?? ''))
    return;
  const plain = adjective.toLowerCase();
  const bad = BAD_WORDS.has(plain) || plain === 'the worst' || plain.startsWith('a waste');
  found.push({
    object: object.replace(DEFINITE, 'the '),
    good: bad === denied,
    start,
    end: start + length,
  });
}
