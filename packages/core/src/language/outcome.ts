import { wordList } from './names/word-list.js';
import { sentences } from './sentences.js';

/** How something went. */
export const OUTCOMES = ['well', 'badly', 'mixed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Words and prefixes (with `*`) that say that a thing went well. */
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
/** Number of words that a negation extends over. */
const REACH = 3;
/** A question, supposition, wish or advice is not a report of what happened. */
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

/**
 * How a text says that something went: well, badly or both; null if it does not say. English. Linear in the
 * text's length.
 */
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
