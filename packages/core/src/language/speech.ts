import { type Readable, readingStep, ReadText } from './read-text.js';

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

/** What somebody intends to do, or is asked to do. */
export interface Intention {
  readonly type: 'task' | 'reminder' | 'plan';
  /** The words that express it. */
  readonly cue: string;
  /** Priority expressed by the words, 0..1 (critical 1, high 0.8, medium 0.5, low 0.3). */
  readonly priority: number;
  /** `speaker` for “I” and “we”, a name if one precedes the verb, null if not stated. */
  readonly assignee: 'speaker' | { readonly name: string } | null;
}

const WHO = "(?<who>[Ii]|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|\\p{Lu}[\\p{L}'’-]{1,40})";
const ALSO = '(?: (?:still|also|really|just|all|both|now|definitely|probably|finally))?';

/** Tried in order. Statements about “you” are advice, and "was going to" is past; neither is an intention. */
const INTENTION_CUES: readonly (readonly [Intention['type'], RegExp])[] = [
  [
    'reminder',
    /\b(?:remind (?:me|us)\b|(?:don['’]t|do not) (?:let (?:me|us) )?forget\b|remember to\b|note to self\b|reminder:)/iu,
  ],
  [
    'task',
    /(?:^|\n|[.!?] )[^\S\n]*(?:[-*] )?(?:\[ \]|to-?do\b|task:|action item\b)|\b(?:to-?do list|action items?|deadline|(?:is|are) due (?:on|by|in|at|next|tomorrow|this|before|today)|still (?:open|pending)|is pending|is overdue)\b/iu,
  ],
  [
    'task',
    new RegExp(
      `(?<![\\p{L}'’])${WHO}(?:(?:['’](?:ve|s) got|${ALSO} (?:need|needs|have|has|got)) to|${ALSO} must|(?:['’](?:m|s|re)| am| is| are) supposed to|${ALSO} promised to) (?!be honest|say|admit|know)\\p{L}`,
      'u',
    ),
  ],
  [
    'plan',
    new RegExp(
      `(?<![\\p{L}'’])${WHO}(?:(?:['’](?:m|s|re)| am| is| are)${ALSO} (?:going to|gonna|planning (?:to|on|a|for)|about to|looking forward to|thinking (?:of|about)|hoping to|meaning to)|${ALSO} (?:plan|plans|intend|intends|want|wants|hope|hopes|aim|aims) (?:to|on)|['’]ll| will)(?! be fine| see\\b) \\p{L}`,
      'u',
    ),
  ],
  ['plan', /\b(?:appointment|booked|scheduled|upcoming|can['’]t wait (?:to|for)|next steps?:)/iu],
];
/** Already done, or hypothetical. */
const DONE =
  /\[x\]|\b(?:all )?done\b(?! by)|\b(?:has|have|had|was|were|is|got) (?:been )?(?:finished|completed|cancelled|canceled|sorted)\b|\bno longer (?:need|have)/iu;

const PRIORITIES: readonly (readonly [number, RegExp])[] = [
  [
    0.3,
    /\b(?:low priority|someday|eventually|whenever|no (?:rush|hurry)|nice to have|at some point)\b/iu,
  ],
  [
    1,
    /\b(?:urgent(?:ly)?|asap|as soon as possible|critical(?:ly)?|immediately|right away|at all costs)\b/iu,
  ],
  [0.8, /\b(?:important|(?:high|top) priority|crucial|essential|must not (?:miss|forget))\b/iu],
];
const MEDIUM = 0.5;
/** Words that begin a sentence without being names. */
const NO_NAME =
  /^(?:The|This|That|These|Those|It|There|What|Who|Which|Everyone|Everybody|Nobody|Someone|And|But|So|Then|If|When|You|Mine|Ours|My|Our|Your|His|Her|Their)$/u;

/** The first intention that the text states, or null. By rules, English; linear in the text. */
export const readIntention = readingStep('intentions', () => null, intentionIn);

function intentionIn(given: Readable): Intention | null {
  const text = ReadText.of(given);
  if (text.test(DONE)) return null;
  for (const [type, pattern] of INTENTION_CUES) {
    const found = text.exec(pattern);
    if (found === null) continue;
    const who = found.groups?.['who'];
    if (who !== undefined && NO_NAME.test(who)) continue;
    return {
      type,
      cue: found[0].trim(),
      priority: PRIORITIES.find(([, words]) => text.test(words))?.[0] ?? MEDIUM,
      assignee: assigneeOf(type, who),
    };
  }
  return null;
}

function assigneeOf(type: Intention['type'], who: string | undefined): Intention['assignee'] {
  if (who === undefined) return type === 'reminder' ? 'speaker' : null;
  if (/^(?:i|we)$/i.test(who)) return 'speaker';
  return /^(?:he|she|they)$/i.test(who) ? null : { name: who };
}

/** The states of a plan; `passed` if its day is over and no outcome was reported. */
export const PLAN_STATES = ['open', 'moved', 'done', 'dropped', 'passed'] as const;
export type PlanState = (typeof PLAN_STATES)[number];

const DROPPED =
  /\b(?:cancel(?:l?ed|l?ing|s)|called? (?:it |that |the \S+ )?off|calling (?:it )?off|scrapped|given up on|gave up on|no longer (?:going|planning|want)|not (?:going to happen|happening)|isn['’]t happening|is off(?! to)|won['’]t happen|dropped the (?:plan|idea))\b/iu;
const MOVED =
  /\b(?:moved|pushed(?: back)?|postponed|rescheduled|delayed|slip(?:s|ped)|put off|brought forward|shifted) (?:\S+ ){0,4}?(?:to|until|till|by|from)\b|\b(?:postponed|rescheduled|new date)\b/iu;
const PLAN_DONE =
  /\b(?:done|finished|completed|shipped|launched|delivered|signed(?! up)|opened|submitted|handed (?:it )?in|cut over|went live|is live|are live|passed|made it|we did it|behind us|is over|was yesterday|happened)\b/iu;

/** The state of a plan according to a text; null if the text states none. English. Linear in the text's length. */
export function readPlanState(text: string): PlanState | null {
  if (MOVED.test(text)) return 'moved';
  if (DROPPED.test(text)) return 'dropped';
  if (readIntention(text) !== null) return 'open';
  return PLAN_DONE.test(text) ? 'done' : null;
}

/** Verbs with which people request work of an assistant; most are nouns as well ("plan", "test"). */
const VERBS =
  'add|answer|arrange|ask|book|build|buy|calculate|catch|change|check|choose|clean|compare|compose|convert|correct|create|debug|delete|describe|design|draft|draw|edit|estimate|explain|extract|find|fix|format|generate|get|give|help|implement|improve|list|look|make|move|open|order|organi[sz]e|outline|pick|plan|prepare|propose|read|recommend|refactor|remind|remove|rename|replace|review|rewrite|run|schedule|search|send|set|show|shorten|solve|sort|suggest|summari[sz]e|tell|test|translate|update|write';

/** Words that follow a verb in an imperative but never a noun. */
const FOLLOWED =
  'me|my|us|our|it|them|him|her|the|a|an|this|that|these|those|some|any|all|every|each|where|what|when|how|who|which|whether|up|out|down|through|two|three|four|five|ten';

const REQUEST = new RegExp(
  `^\\W{0,8}(?:(?:please|pls|now|ok|okay|can you|could you|would you|let['’]?s)[ ,]+){0,2}(?:${VERBS}) (?:${FOLLOWED})\\b`,
  'iu',
);

/** Whether a text begins with an English imperative requesting an action. Reads its first words only. */
export function isRequest(text: string): boolean {
  return REQUEST.test(text);
}
