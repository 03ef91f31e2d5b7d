import { wordList } from './lexicon.js';
import { matchAll } from './pattern-matching.js';
import { sentences } from './segmentation.js';

/** A thing that a text judges as good or bad. */
interface Judgement {
  /** The thing judged, as written, without articles other than “the”. */
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

/** What may precede the thing judged. */
const OPENING =
  /^.*(?<!\p{L})(?:that|think|thought|find|found|believe|feel|say|guess|know|hope|but|and|though|because|honestly)\s+/iu;
const ARTICLE = /^(?:my|our|this|these|a|an)\s+/i;
const DEFINITE = /^the\s+/i;
/** Words that no name begins or ends with: the thing judged is left unnamed. */
const UNNAMED =
  wordList(`i you he she it we they me him her us them that this these those there here what who which how why when where everything something
  anything nothing everyone all one ones your his their its life day days thing things stuff time way part idea news so not and or but if as because
  think thought find found believe feel say guess know hope mean really still just also too very of in on at to for with by from than`);

/** Words of liking and disliking; a text without them or an adjective of judgement states no opinion. */
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
 * What a text judges explicitly, in text order: only statements, about things it names. English; linear in its
 * length.
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

/** Cues of lasting likes, wishes and exclusions, as opposed to momentary ones. Rules for English. */
const CUES = [
  /\b(?:prefer(?:s|red|ence|ences)?|favou?rites?|dislike[sd]?|hates?|can['’]?t stand|allergic|fond of|a fan of|rather (?:not|have|use)|would rather)\b/i,
  /\b(?:i|we|he|she|they|(?<!\p{L})[A-Z]\p{L}+) (?:really |still |also )?(?:likes?|loves?|enjoys?|wants? (?:us|you|it|them|all|every)|insists? on)\b/u,
  /\b(?:always|never|from now on|by default|instead of|rule of thumb|convention|house style|code style|make sure (?:to|that)|please (?:use|don['’]?t|do not|avoid|keep)|don['’]?t (?:use|ever|add|write|touch)|do not (?:use|add|write|touch)|must (?:not|never|always))\b/i,
];

/** Whether a text states a preference or a rule; false for a question. */
export function statesPreference(text: string): boolean {
  return !/\?\s*$/.test(text) && CUES.some((cue) => cue.test(text));
}

/** How something went. */
export const OUTCOMES = ['well', 'badly', 'mixed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Words and prefixes (with `*`) that report that something went well. */
const WELL = `accept* achiev* approv* benefit* best better boost* brilliant calm calmer clean cleanly complet* cured delight* done easily easy
  effortless* excellent fantastic faster fine finished fixed flawless* fluent* glad good great grew happy healed held improv* landed
  launched managed merged nailed nice nicely okay ok passed passes perfect* pleased proud recovered reliabl* relief rescued resolv* safe safely
  saved seamless* shipped smooth* solid solved stable succe* thriv* uneventful* unblocked well win wins won wonderful worked works`;
/** The same for badly. */
const BADLY = `abandon* abort* angry annoy* awful bad badly blew blocked bounced breach* brick* broke broken brownout* bug bugs burned
  burnt burst cancelled canceled clog* collaps* complain* corrupt* crack* crash* damag* dead deadlock* degrad* delay* destroy* deteriorat*
  die died dies disappoint* disaster* disconnect* downtime dropped drops drown* error* exhaust* expired fail* fault* fell flak* flood*
  forgot freez* froze frozen frustrat* hang hung hurt hurts incident* injur* jammed kill* lag lagged late leak* lost missed mistake* mold*
  mould* outage* overheat* overload* overran pain* panic* poor* problem* regress* reject* revert* rollback* rotted ruin* setback*
  sick slipped slow slower sore spik* stall* stuck stress* struggl* suffer* swollen terrible timeout* torn trouble* ugly
  unhappy unusable upset violat* wasted weird worse worst wrong`;

const WELL_WORDS = cues(WELL);
const BADLY_WORDS = cues(BADLY);
const PHRASES_BADLY =
  /\b(?:rolled? back|timed? out|went down|gave up|fell (?:apart|over|behind)|had to (?:redo|restart|start over|throw)|never again|not worth|too (?:late|long|slow|much|early|hot|cold|wet|dry)|didn['’]?t (?:help|work|survive|last))\b/giu;
/** Negates what follows it. */
const NEGATION = wordList(
  `no not never without zero none nothing nobody hardly barely isn't aren't wasn't weren't don't doesn't didn't won't can't couldn't wouldn't 0 avoid avoided
  prevented prevents stopped`,
);
/** Number of words within the scope of a negation. */
const REACH = 3;
/** Questions, suppositions, wishes and advice do not report an outcome. */
const NOT_TOLD =
  /\?\s*$|^\W*(?:if|should|would|could|maybe|perhaps|let['’]?s|try|imagine|suppose)\b|\b(?:would|might|could|should|may) (?:not )?(?:be|have|break|fail|work|help|cause)\b/iu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’]*/gu;

interface Cues {
  readonly whole: ReadonlySet<string>;
  readonly beginnings: readonly string[];
}

function cues(text: string): Cues {
  const words = [...wordList(text)];
  return {
    whole: new Set(words.filter((word) => !word.endsWith('*'))),
    beginnings: words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
  };
}

const isOf = (word: string, { whole, beginnings }: Cues): boolean =>
  whole.has(word) || beginnings.some((beginning) => word.startsWith(beginning));

/** The outcome that a text reports: well, badly or both; null for none. English. Linear in the text's length. */
export function readOutcome(text: string): Outcome | null {
  let well = 0;
  let badly = 0;
  for (const { text: sentence } of sentences(text)) {
    if (NOT_TOLD.test(sentence)) continue;
    const told = weigh(sentence);
    well += told.well;
    badly += told.badly;
  }
  if (well === 0 && badly === 0) return null;
  if (well > 2 * badly) return 'well';
  if (badly > 2 * well) return 'badly';
  return 'mixed';
}

function weigh(sentence: string): { readonly well: number; readonly badly: number } {
  let well = 0;
  let badly = [...sentence.matchAll(PHRASES_BADLY)].length;
  let negated = 0;
  for (const [raw] of sentence.toLowerCase().replaceAll('’', "'").matchAll(WORD)) {
    if (NEGATION.has(raw)) {
      negated = REACH;
      continue;
    }
    const turned = negated > 0;
    negated--;
    if (isOf(raw, WELL_WORDS)) {
      if (turned) badly++;
      else well++;
    } else if (isOf(raw, BADLY_WORDS)) {
      if (turned) well++;
      else badly++;
    }
  }
  return { well, badly };
}
