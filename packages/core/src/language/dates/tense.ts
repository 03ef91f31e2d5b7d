import { matchAll } from '../pattern-matching.js';

/**
 * `planned`: about a plan, usually in the future, but possibly past. `reported`: a past verb is in the sentence, and
 * the time next to it in a fragment of its own: "we got the flat, keys on 1 June".
 */
export type Tense = 'past' | 'future' | 'planned' | 'reported' | 'unknown';

/** Whether the tense points to the past. */
export const isPastTense = (tense: Tense): boolean => tense === 'past' || tense === 'reported';

/** Maximum distance of a verb from the time it governs, in UTF-16 units. */
const REACH = 110;
const NOT_PAST =
  'need|indeed|excited|interested|supposed|scheduled|planned|booked|tired|married|red|bed|shed|speed|feed|seed|weed|breed|exceed|proceed|succeed|bored|worried|thrilled|naked|hundred|sacred|wicked|used to be';
const PAST_VERBS =
  "was|were|did|didn['’]t|wasn['’]t|weren['’]t|had|went|got|came|saw|made|took|met|bought|found|gave|told|said|thought|felt|left|kept|began|became|brought|built|broke|caught|chose|drew|drove|ate|fell|flew|forgot|grew|heard|held|knew|lost|paid|ran|sang|sent|sold|spent|spoke|stood|taught|threw|understood|woke|won|wore|wrote|slept|swam|hit|born|wrote|rode|rose|fought|fed|hid|hung|lent|rang|sank|shook|stole|stuck|tore|written|driven|eaten|fallen|given|taken|broken|chosen|stolen|thrown|(?<!(?:to|can|will|should|could|must|might|may|not|please|let['’]s|['’]ll) (?:i |you |we |they |he |she |it )?)(?:burst|cut|hurt|quit)|as (?:planned|scheduled|promised|expected|agreed|announced)|been|done|gone|seen|haven['’]t|hasn['’]t";
const FUTURE_VERBS =
  "(?:am|is|are) ING|(?:start|begin|leave|arrive|open|close|end|stop|come|return|depart|launch|expire|finish|flie|resume)s|will|won['’]t|going to|gonna|plan(?:s|ning|ned)?|hop(?:e|es|ing)|want(?:s)? to|wanna|let['’]s|shall|upcoming|soon|excited|forward|wait|scheduled|booked|see you|due|deadline|thinking of|ready for|tomorrow|should|can|could|might|need|starting|effective";
/** Wishes, expectations and obligations: their day may have passed. */
const WISHES =
  "wants?(?! to(?!\\p{L}))|(?:would|['’]d) like|expects?|expected|aims?|aiming|(?<!supposed )to be|must|ha(?:s|ve) to";
const ING =
  '(?:not |also |really |just |still |finally )?(?!(?:being|amazing|exciting|interesting|boring|charming|inspiring|nothing|something|anything|everything|morning|evening)\\b)[a-z]{2,12}ing';
/**
 * Verbs of arranging something in the future: the time of the thing comes last, the time of arranging directly after
 * the verb.
 */
const ARRANGED =
  '(?:sign(?:ed|ing)|sign) (?:(?:me|us|him|her|them|(?:my|our|his|her) \\p{L}+) )?(?:up|with|on with|for)|registered|enrolled|booked|reserved|scheduled|rescheduled|planned|invited|arranged|(?:got|found|landed|won|secured|received|bought) (?:an? |the |my |our |us |me )*(?:[a-z]+ )?(?:tickets?|appointment|slot|date|place|spot|interview|viewing|invitation|booking|seats?|flights?)';
/** Verbs that choose a day if "on" follows directly: "decided on July 4". */
const CHOSEN_ON = /^(?:decided|agreed|insisted)$/i;
/** Verbs with the day as their object: "gave us 9 June", "he said the 9th". */
const NAMING =
  /^(?:told|gave|given|said|picked|chose|chosen|confirmed|offered|suggested|proposed|promised|named|announced|got|set|fixed|wanted|asked)$/i;
/** Verbs whose infinitive is still to be done: "she agreed to swap shifts on June 7". */
const INTENDING =
  /^(?:agreed|decided|promised|offered|wanted|asked|told|invited|hoped|intended|meant|chose|volunteered)$/i;
const TO_DO = /^(?: (?:me|us|him|her|them|you|\p{Lu}\p{L}+))? to \p{Ll}/u;
/** Verbs that move a date or an end. */
const SHIFTING =
  /^(?:moved|pushed|put|shifted|changed|delayed|postponed|deferred|extended|brought|switched|bumped|swapped|adjourned|renewed|booked)$/i;
/** Between a naming verb and its day: the person addressed. */
const NAMED_TO = /^(?: (?:me|us|him|her|them|you))?(?: (?:the|about))? $/i;
/** Marks the day that something is for, rather than when it was done. */
const TARGET = /\b(?:for|by) (?:the )?$/i;
const TARGET_OF_SHIFT = /\b(?:to|until|till|from) (?:the )?$/i;
/** A preposition that may have been matched as part of the time; it shows how a verb governs the time. */
const LED_BY = /^(?:on|by|until|till|since|before|after|to|for) (?:the )?/i;
const FRAGMENT = /[,:;–—(]|\s-\s/;
/** A participle after one of these is not in the past: "is closed", "to be filed". */
const NOT_BEHIND_BE =
  "(?<!(?<![\\p{L}\\d])(?:be|gets?|is|are|am|being)(?: [a-z]{1,10}ly| not)? |['’](?:s|re|m) )";
const CUE = new RegExp(
  `(?<arranged>(?<!\\p{L})(?:${ARRANGED})(?!\\p{L}))|(?<past>(?<![\\p{L}\\d])(?:(?:was|were) (?:[a-z]{1,12} )?[a-z]{2,12}ing(?: to)?|${NOT_BEHIND_BE}(?:${PAST_VERBS})|${NOT_BEHIND_BE}(?!(?:${NOT_PAST})(?!\\p{L}))[a-z]{2,14}ed)(?!\\p{L}))|(?<wished>(?<!\\p{L})(?:${WISHES})(?!\\p{L}))|(?<future>(?:(?<!\\p{L})(?:${FUTURE_VERBS.replace('ING', ING)})|['’](?:ll|(?:m|s|re) ${ING}))(?!\\p{L}))`,
  'giu',
);
/** Verbs of changing a plan: the time after them is when the thing will be, not when it was changed. */
const REPLANNED =
  'moved|postponed|adjourned|extended|bumped|pushed(?: back)?|rescheduled|delayed|deferred|shifted|brought forward|put (?:off|back|down)|changed|set|scheduled|booked|fixed|planned|arranged|confirmed';
/**
 * What directly precedes the time, with the verb that governs it: "is on", "is set for", "has been moved to", "they
 * moved the launch to".
 */
const GOVERNING = new RegExp(
  `(?<![\\p{L}\\d])(?:(?<present>(?:is|are|(?<=[\\p{L}])['’](?:s|re))(?: (?:now|still|only|just|currently|probably|definitely|actually|due|happening|taking place|coming up|starting|${REPLANNED}))*(?: (?:on|for|from|in|until|till|by|to))?)|(?<replanned>(?<perfect>(?:has|have|['’](?:s|ve)) (?:now |just |already |all )?(?:been )?)?(?:${REPLANNED})(?: (?:it|this|that|me|us|him|her|them|you|(?:the|my|our|your|his|her|their)(?: [\\p{L}-]+){1,4}?))?(?: from [^,.;!?\\n]{1,24}?)? (?:to|until|till|for|from)))(?: the)? ?$`,
  'iu',
);
const CLAUSE_END = /[.!?;\n](?=\s|$)/g;
/** Start of a clause with its own subject: the clause before it has its own time. */
const OWN_SUBJECT =
  /(?:[,:–—] ?|\b(?:and|but|so|because|then|while) )(?=(?:i|we|you|he|she|it|they|there)(?:['’]\p{L}{1,3})? \p{L})/giu;

/**
 * Whether the words around a time are about the past or the future. The verb directly before the time decides, else
 * the nearest cue before it in its clause, else the nearest after it. English.
 */
export function tenseAt(text: string, start: number, end: number): Tense {
  const led = LED_BY.exec(text.slice(start, end))?.[0].length ?? 0;
  const left = text.slice(Math.max(0, start - REACH), start + led);
  const right = text.slice(end, end + REACH);
  const cutLeft = lastIndex(left, CLAUSE_END);
  const cutRight = right.search(/[.!?;\n](?=\s|$)/);
  const sentence = left.slice(cutLeft + 1);
  const governing = GOVERNING.exec(sentence)?.groups;
  if (governing?.['present'] !== undefined || governing?.['perfect'] !== undefined) return 'future';
  if (governing !== undefined) return 'planned';
  const clause = sentence.slice(lastIndex(sentence, OWN_SUBJECT) + 1);
  const leftCues = matchAll(clause, CUE).filter(isVerb);
  const last = leftCues.at(-1);
  if (last?.groups?.['arranged'] !== undefined)
    return !/^(?:re)?scheduled|^planned/i.test(last[0]) &&
      /^ (?:(?:on|in|last|this|the) )+$/i.test(clause.slice(last.index + last[0].length))
      ? 'past'
      : 'planned';
  if (last?.groups?.['past'] !== undefined)
    return tenseOfPast(last[0], clause.slice(last.index + last[0].length));
  const cue =
    last ?? matchAll(right.slice(0, cutRight < 0 ? undefined : cutRight), CUE).find(isVerb);
  if (cue === undefined) return 'unknown';
  if (cue.groups?.['arranged'] !== undefined || cue.groups?.['wished'] !== undefined)
    return 'planned';
  return cue.groups?.['past'] === undefined ? 'future' : 'past';
}

/**
 * How a past verb relates to a time on its right: "on 9 June" is when it was done, "for 9 June" or "told me 9 June"
 * its topic; after a comma it may be either.
 */
function tenseOfPast(verb: string, between: string): Tense {
  if (CHOSEN_ON.test(verb) && /^ on (?:the )?$/i.test(between)) return 'planned';
  if (NAMING.test(verb) && NAMED_TO.test(between)) return 'planned';
  if (INTENDING.test(verb) && TO_DO.test(between)) return 'planned';
  if (!/\bfrom\b/i.test(between) && TARGET.test(between)) return 'planned';
  if (SHIFTING.test(verb) && TARGET_OF_SHIFT.test(between)) return 'planned';
  return FRAGMENT.test(between) ? 'reported' : 'past';
}

/** "the Royal United" contains no verb. */
const isVerb = ({ 0: word, index, input }: RegExpMatchArray): boolean =>
  !/^\p{Lu}\p{Ll}+ed$/u.test(word) ||
  index === 0 ||
  !/\p{L} $/u.test((input ?? '').slice(0, index));

function lastIndex(text: string, pattern: RegExp): number {
  let last = -1;
  for (const match of matchAll(text, pattern)) last = match.index;
  return last;
}
