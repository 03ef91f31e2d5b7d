import { type Readable, ReadText } from './read-text.js';
import { readingStep } from './reading-step.js';

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
const CUES: readonly (readonly [Intention['type'], RegExp])[] = [
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
  for (const [type, pattern] of CUES) {
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
