import { ReadText, type Readable } from '../language/read-text.js';
import { hasCue } from '../language/speech.js';

/** The kinds of answer that a question asks for; several may apply. */
const PATTERNS = {
  time: /\bwhen\b|\b(?:what|which) (?:date|day|month|year|time|week)\b|\bhow long ago\b|\bsince when\b/i,
  person: /\bwho(?:m|se)?\b|\b(?:which|what) (?:person|friend|colleague)\b/i,
  place:
    /\bwhere\b|\b(?:what|which) (?:city|country|place|state|town|area|location|park|restaurant|shop)\b/i,
  number:
    /\bhow (?:many|much|old|often|far|tall|big)\b|\bnumber of\b|\bwhat (?:amount|age|price|size|percentage)\b/i,
  duration: /\bhow long\b/i,
  reason:
    /\bwhy\b|\bhow come\b|\bwhat (?:motivat\w*|inspir\w*|made|caus\w*|reasons?|prompt\w*|led)\b|\breason\b/i,
  /** Several things: "what activities", "which books". */
  list: /\b(?:what|which)(?: \w{1,40}){0,3} (?:\w{1,40}[^s\W]s|activities|people|types?|kinds?)\b.{0,400}\b(?:has|have|does|do|did|are|were)\b|\bin what ways\b|\bwhat (?:are|were)\b|\blist\b/i,
  /** A judgement: "would she …", "is he likely …". */
  judgement: /\b(?:would|might|could|likely|considered|potential\w*|probably|suspected)\b/i,
  feeling:
    /\bfeel\w*\b|\bfelt\b|\bthink\w*\b|\breact\w*\b|\bdescrib\w*\b|\bopinion\b|\battitude\b/i,
  thing: /\bwhat\b|\bwhich\b/i,
  plan: /\bplan\w*\b|\bgoing to\b|\bwill\b|\bgoals?\b|\bwant\w*\b|\bhop(?:e|es|ing)\b|\bintend\w*\b/i,
  /** What happened, in general: "what happened in March", "sum up September". */
  happenings:
    /\bwhat(?:['’]s| \w+){0,2} (?:happen(?:ed|s|ing)|went on|go(?:es|ing|ne) on|took place|was (?:new|up)|changed)\b|\bwhat (?:did|have|had|has|were|was) (?:\w+ ){1,2}(?:do|done|doing|get up to|got up to|been up to|been doing|tell|told|talk|talked|say|said|mention|report)\b|\b(?:catch|fill|bring) me (?:up|in)\b|\bsum(?:mari[sz]e| up)\b|\bsummary of\b|\brecap\b|\bwas (?:war|ist) .{0,40}(?:los|passiert|geschehen)\b|\bqué (?:pasó|ocurrió|sucedió|hice|hicimos)\b|\bqu['’]est-ce qui s['’]est passé\b/i,
  /** What was known, planned or announced by a time, regardless of later changes. */
  knownThen:
    /\b(?:as|was|had been|were) (?:known|seen|planned|scheduled|announced|understood|agreed|told|set|expected|supposed)\b.{0,60}\b(?:in|on|by|at|as of|from)\b|\bas of\b|\bseen from\b|\bas (?:it|things) stood\b/i,
  recent: /\b(?:recent\w*|current\w*|latest|now|lately|last|nowadays|these days|newest)\b/i,
  first:
    /\b(?:first|earliest|originally|zuerst|erstmals|zum ersten mal|premi[eè]re fois|primera vez|primeira vez|prima volta)\b|(?<!\p{L})(?:впервые|第一次|最初|首次|初めて|처음)/iu,
} as const satisfies Record<string, RegExp>;

export type Wanted = Readonly<Record<keyof typeof PATTERNS, boolean>>;

export function readWanted(given: Readable): Wanted {
  const query = ReadText.of(given);
  return Object.fromEntries(
    Object.entries(PATTERNS).map(([key, pattern]) => [key, query.test(pattern)]),
  ) as Wanted;
}

/** Whose words a question asks for in a chat. */
export interface Voice {
  /** It is about the asker: "Where do I live?" */
  readonly own: boolean;
  /** It asks what the other side said: "What did you suggest?" */
  readonly yours: boolean;
}

const YOURS =
  /\byou (?:\w+ )?(?:suggest|recommend|say|said|tell|told|give|gave|mention|propos|advis|expla|describ|list|show)/i;

export function readVoice(given: Readable): Voice {
  const query = ReadText.of(given);
  return { own: hasCue(query, 'firstPerson'), yours: query.test(YOURS) };
}
