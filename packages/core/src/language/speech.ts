import { type Readable, ReadText } from './read-text.js';
import { readingStep } from './reading-step.js';

/** The manner and topics of an utterance, as used in ranking. */
export interface Utterance {
  readonly question: boolean;
  readonly firstPerson: boolean;
  readonly secondPerson: boolean;
  readonly number: boolean;
  /** A greeting, thanks or reaction with almost no content. */
  readonly smallTalk: boolean;
  readonly negated: boolean;
  /** Mentions relatives, friends, colleagues. */
  readonly person: boolean;
  /** Mentions a place: a kind of place, or a capitalised name after a preposition. */
  readonly place: boolean;
  /** States a duration. */
  readonly duration: boolean;
  readonly feeling: boolean;
  readonly preference: boolean;
  readonly plan: boolean;
  readonly possession: boolean;
  readonly quotation: boolean;
  /** Has a capitalised word inside a sentence: most likely a name. */
  readonly name: boolean;
  /** Has a time word, whether or not it can be dated. */
  readonly timeWord: boolean;
  readonly exclamation: boolean;
}

const FIRST =
  /\b(?:i|i['’](?:m|ve|d|ll)|me|my|mine|myself|we|we['’](?:re|ve|d|ll)|us|our|ours|ich|mein\w*|je|j['’]ai|mon|ma|mes|yo|mi|mis|eu|meu|minha|io|mio|mia|ik|mijn)(?!\p{L})/iu;
const SECOND =
  /\b(?:you|you['’](?:re|ve|d|ll)|your|yours|yourself|du|dein\w*|tu|tus|você|seu|sua)(?!\p{L})/iu;
const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|dozen|couple|once|twice|several|pair)\b/iu;
const NEGATION =
  /\b(?:no|not|never|none|nobody|nothing|neither|nor|without|cannot|can['’]t|won['’]t|nicht|kein\w{0,5}|nie|pas|jamais|nunca|não|non|mai|niet|geen)(?!\p{L})|\wn['’]t(?!\p{L})/iu;
const OPENER =
  /^\W*(?:hey|hi|hello|good (?:to|morning|evening|night)|long time|what['’]s up|bye|thanks|thank you|thx|wow|awesome|great|that['’]s (?:great|awesome|amazing|cool|so)|sounds|congrat\w*|take care|no problem|you['’]re welcome|glad|yeah|absolutely|definitely|sure|aw+|woah|cool|nice|ok|okay)\b/iu;
/** An opener followed by more words than this has further content. */
const SMALL_TALK_WORDS = 14;

const PERSON =
  /\b(?:mom|mother|mum|dad|father|sister|brother|son|daughter|wife|husband|partner|friends?|cousin|aunt|uncle|grand(?:ma|pa|mother|father)|neighbou?rs?|co-?workers?|colleagues?|boss|manager|mentor|teacher|coach|teammates?|family|kids?|child(?:ren)?|girlfriend|boyfriend|fianc[eé]e?|niece|nephew|parents?|doctor|landlord|landlady|client|customer)(?!\p{L})/iu;
const PLACE =
  /\b(?:park|beach|city|town|country|village|lake|mountains?|forest|museum|restaurant|caf[eé]|store|shop|school|university|gym|street|downtown|island|home|house|flat|apartment|studio|office|trail|cent(?:er|re)|church|shelter|hotel|airport|station|hospital|clinic|library)(?!\p{L})/iu;
const PLACE_NAME =
  /\b(?:in|at|to|from|near|around|through|visit(?:ed|ing)?) (?:the )?\p{Lu}\p{L}+/u;
const DURATION =
  /\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|few|several|couple of|half an?|all) (?:minutes?|hours?|days?|weeks?|months?|years?|decades?)\b|\bfor (?:a |an )?(?:while|long|ages|hours|days|weeks|months|years)(?!\p{L})/iu;
const FEELING =
  /\b(?:feel\w*|felt|happy|sad|proud|excited|nervous|anxious|stress\w*|scared|afraid|grateful|thankful|relie[fv]\w*|tough|love[ds]?|enjoy\w*|disappoint\w*|frustrat\w*|peace\w*|calm\w*|joy\w*|overwhelm\w*|worried|angry|annoy\w*)\b/iu;
const PREFERENCE =
  /\b(?:love[ds]?|favou?rites?|enjoy\w*|prefer\w*|fan of|hate[ds]?|dislike\w*|can['’]t stand|interested|passion\w*|dream\w*|hop(?:e|ed|ing)|wish|into)\b/iu;
const PLAN =
  /\b(?:plan\w*|going to|gonna|will|i['’]ll|we['’]ll|soon|upcoming|looking forward|want to|thinking (?:of|about)|considering|sign(?:ed|ing) up|can['’]t wait|goals?)\b/iu;
const POSSESSION =
  /\b(?:bought|got|have|own(?:s|ed)?|purchased|picked up|received|gift|gave me|adopted|new|named|called)\b/iu;
const TIME_WORD =
  /\b(?:yesterday|today|tonight|tomorrow|ago|last|next|since|weekends?|weeks?|months?|years?|days?|nights?|mornings?|recently|just|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|summer|winter|spring|autumn|fall|christmas|thanksgiving|easter|(?:19|20)\d\d|\d{1,2}(?:st|nd|rd|th))\b/iu;
const NAME = /[\p{Ll}\d,;:'’)] +(?!I\b)\p{Lu}[\p{L}\d]/u;
const QUOTATION = /["“”«»]/u;

const QUESTION = /[?？؟]/u;
const FIGURE = /\d/;

/** Each cue separately. English, and a few cues of other languages. */
const CUES: Readonly<Record<keyof Utterance, (text: ReadText) => boolean>> = {
  question: (text) => text.test(QUESTION),
  firstPerson: (text) => text.test(FIRST),
  secondPerson: (text) => text.test(SECOND),
  number: (text) => text.test(NUMBER),
  smallTalk: (text) =>
    text.test(OPENER) &&
    !text.test(FIGURE) &&
    text.text.split(/\s+/, SMALL_TALK_WORDS + 2).length <= SMALL_TALK_WORDS,
  negated: (text) => text.test(NEGATION),
  person: (text) => text.test(PERSON),
  place: (text) => text.test(PLACE) || text.test(PLACE_NAME),
  duration: (text) => text.test(DURATION),
  feeling: (text) => text.test(FEELING),
  preference: (text) => text.test(PREFERENCE),
  plan: (text) => text.test(PLAN),
  possession: (text) => text.test(POSSESSION),
  quotation: (text) => text.test(QUOTATION),
  name: (text) => text.test(NAME),
  timeWord: (text) => text.test(TIME_WORD),
  exclamation: ({ text }) => text.includes('!'),
};

/** Whether a text has one of the cues. Linear. */
export function hasCue(text: Readable, cue: keyof Utterance): boolean {
  return CUES[cue](ReadText.of(text));
}

/** Reads all cues; linear in the text. */
export const readUtterance = readingStep(
  'manner',
  (): Utterance => cuesBy(() => false),
  (given: Readable) => {
    const text = ReadText.of(given);
    return cuesBy((has) => has(text));
  },
);

function cuesBy(judge: (has: (text: ReadText) => boolean) => boolean): Utterance {
  return Object.fromEntries(
    Object.entries(CUES).map(([cue, has]) => [cue, judge(has)]),
  ) as unknown as Utterance;
}

/** What a text does besides stating facts: cues by which recall weighs memories for a kind of question. */
export interface Discourse {
  /** Reports how something turned out. */
  readonly outcome: boolean;
  /** 1 for a reported success, 0 for a failure, 0.5 for neither or both. */
  readonly success: number;
  /** Lists steps to follow. */
  readonly procedure: boolean;
  /** Number of alternatives it compares. */
  readonly alternatives: number;
  /** Number of trade-offs it states. */
  readonly tradeOffs: number;
  /** Plans, goals, principles. */
  readonly strategic: boolean;
}

const SUCCESS =
  /\b(work(?:s|ed) (?:well|great|fine|perfectly)|succeed\w*|success\w*|won|finished|passed|solved|fixed|achieved|went (?:well|great)|paid off|improved)\b/giu;
const FAILURE =
  /\b(fail\w*|didn['’]t work|did not work|broke|broken|lost|crash\w*|wrong|unsuccessful\w*|gave up|missed|rejected|worse)\b/giu;
const OUTCOME = /\b(result\w*|outcome\w*|turned out|ended up|in the end|finally|as a result)\b/iu;
const STEPS =
  /(?:^|\n)[^\S\n]{0,40}(?:\d{1,4}[.)]|[-*]|step \d{1,4})\s|\b(first(?:ly)?\b.{1,200}\b(?:then|next|after that|finally)|to (?:do|make|install|run|roll back|set up)\b|you (?:need|have) to\b|make sure)\b/isu;
const ALTERNATIVES =
  /\b(or|versus|vs|instead of|rather than|alternatively|either|compared (?:to|with)|better than|worse than|than)\b/giu;
const TRADE_OFFS =
  /\b(but|however|although|though|on the other hand|trade-?offs?|at the cost of|downside|upside|pros|cons|whereas|while)\b/giu;
const STRATEGIC =
  /\b(plan(?:s|ning|ned)?|goals?|aim(?:s|ing)?|strateg\w+|always|never|principles?|rule of thumb|in the long run|priorit\w+|hope to|want to become)\b/iu;

/** Reads the cues; linear in the text. English only; other languages have none. */
export function readDiscourse(text: string): Discourse {
  const successes = text.match(SUCCESS)?.length ?? 0;
  const failures = text.match(FAILURE)?.length ?? 0;
  return {
    outcome: successes + failures > 0 || OUTCOME.test(text),
    success: (successes + 1) / (successes + failures + 2),
    procedure: STEPS.test(text),
    alternatives: text.match(ALTERNATIVES)?.length ?? 0,
    tradeOffs: text.match(TRADE_OFFS)?.length ?? 0,
    strategic: STRATEGIC.test(text),
  };
}

const REPORTED =
  /(?<!\b(?:I|we) (?:\p{L}+ly |just |have |['’]ve )?)\b(?:says?|claim(?:s|ed)|thinks|thought|believe[sd]|reckon(?:s|ed)|insist(?:s|ed)|joke[sd]|pretend(?:s|ed)|rumou?r has it|supposedly|allegedly|apparently)\b(?: that)?[ ,:]*["“]?$/iu;
/** How far before a statement reporting words are searched, in UTF-16 units. */
const BEFORE = 30;

/** Whether the text at a position is hearsay: it reports what somebody else says or thinks. */
export function isReported(text: string, start: number): boolean {
  return REPORTED.test(
    text
      .slice(Math.max(0, start - BEFORE), start)
      .split(/[.!?;\n]/)
      .at(-1) ?? '',
  );
}
