import { type Readable, readingStep, type ReadSentence, ReadText } from '../read-text.js';
import type { Sentence } from '../segmentation.js';

/** Words within a sentence that separate a cause from its effect. */
export interface CauseCue {
  /** Its first group, if any, precedes the cue and is not part of it. */
  readonly pattern: RegExp;
  /** Whether the cause comes before or after the cue. */
  readonly cause: 'before' | 'after';
  readonly confidence: number;
}

const SUBJECT =
  '(?:i|you|he|she|it|we|they|there|this|that|my|our|his|her|their|your|the|everyone|nobody|people)';
/** A verb in the present, or of state: after "since" it gives a reason, where the simple past gives a time. */
const STATE =
  "(?:am|is|are|['’](?:m|s|re)|have|has|can(?:not|['’]t)?|do(?:es)?(?:n['’]t)?|need|want|love|like|know|live|work|will|won['’]t|had to|didn['’]t|couldn['’]t|wasn['’]t|weren['’]t)";

export const cue = (source: string, cause: CauseCue['cause'], confidence: number): CauseCue => ({
  pattern: new RegExp(source, 'iu'),
  cause,
  confidence,
});
export const word = (source: string): string => `(?<![\\p{L}])(?:${source})(?![\\p{L}])`;

/** Not of what is expected or owed: "due to arrive on Friday", "due to pay". */
export const DUE_TO =
  'due to(?! (?:arrive|be|begin|call|close|come|deliver|end|expire|finish|fly|get|give|go|happen|have|land|leave|meet|move|open|pay|receive|return|send|start|take|visit)\\b)';

/** Tried in this order, most reliable first. English, then a few of other languages. */
export const CLAUSE_CUES: readonly CauseCue[] = [
  cue(word("(?:that|which)(?:['’]s| is| was) (?:why|how come)"), 'before', 0.85),
  cue(word('(?:is|was|are|were) (?:the reason )?(?<!that is )why'), 'before', 0.7),
  cue(
    word(`because of|because|${DUE_TO}|as a result of|on account of|owing to|as a consequence of`),
    'after',
    0.9,
  ),
  cue(
    word('(?:which|that) (?:led to|caused|resulted in|means?(?: that)?|meant(?: that)?|made)'),
    'before',
    0.8,
  ),
  cue(
    word(
      "(?:(?:is|was|are|were|be|been|being|get|got|['’]s|['’]re) (?:\\p{L}{2,14} )?)?(?:caused|triggered|brought about) by",
    ),
    'after',
    0.9,
  ),
  cue(
    word(
      '(?:has |have |had )?(?:led|leads|leading) to|caused|causes|causing|resulted in|results in|resulting in|brought about|gave rise to|triggered',
    ),
    'before',
    0.85,
  ),
  cue(word('(?:is|was|were|are) to blame for'), 'before', 0.8),
  cue(
    word('therefore|consequently|as a result|for (?:that|this) reason|hence(?! the )'),
    'before',
    0.8,
  ),
  cue(word("thanks to|'cause|’cause|cuz|coz|bcuz"), 'after', 0.75),
  cue(
    `(?<!\\p{L})since(?= ${SUBJECT} ?(?:\\p{L}{1,14} )?${STATE}(?!\\p{L}))(?! (?:we|i|you) last)`,
    'after',
    0.6,
  ),
  cue(
    '([,;] ?)(?:and )?(?:so|thus)(?!\\p{L})(?! (?:far|that|much|many|long|good|cool|great|on|forth|what|how|why|are|is|do|did)(?!\\p{L}))(?! \\p{L}{1,5} (?:can|could|may|might)(?!\\p{L}))',
    'before',
    0.65,
  ),
  cue(
    `(\\p{L} )so(?= (?:i|you|he|she|it|we|they)(?:['’]\\p{L}{1,2})? (?!can|could|may|might|much|many))(?<!(?:and|or|do|did|think|hope|guess|say|said|know|told|even|just|not|is|are|was|were|love|feel) so)`,
    'before',
    0.5,
  ),
  cue(word('weil|wegen|aufgrund|da(?= (?:ich|er|sie|es|wir) )'), 'after', 0.8),
  cue(word('deshalb|deswegen|daher|darum'), 'before', 0.75),
  cue(word("parce qu(?:e(?!\\p{L})|['’])|à cause d(?:e|u|es)|grâce à|puisque"), 'after', 0.8),
  cue(word("c['’]est pourquoi|par conséquent"), 'before', 0.75),
  cue(
    word(
      'porque|debido a|a causa de|por causa de|perché|poiché|a causa di|omdat|vanwege|потому что|из-за|тому що|через те що',
    ),
    'after',
    0.75,
  ),
  cue(
    word('por eso|por lo tanto|por isso|portanto|quindi|perciò|daarom|поэтому|тому(?! що)'),
    'before',
    0.65,
  ),
  cue('因为|因為', 'after', 0.75),
  cue('所以|因此|だから|ので', 'before', 0.65),
];

/** A sentence with this opening states the effect of the previous one; the first group is the cue. */
const POINTS_BACK =
  /^["“(]?(?:(?:and|but|so|well|yeah|yes),? )?(that(?:['’]s| is| was) (?:exactly |precisely |partly |also )?(?:why|how come)|this is why|which is why|because of (?:that|this|it)(?=[\s,])|as a result(?! of)|as a consequence(?! of)|therefore|consequently|for (?:that|this) reason|thanks to (?:that|this)(?=,)|(?:ever )?since then|deshalb|deswegen|darum|c['’]est pourquoi|por eso|por isso|daarom|поэтому)(?![\p{L}])[\s,]{0,3}/iu;

/** A sentence with this opening states the cause of the previous one. */
const POINTS_BACK_TO_EFFECT =
  /^["“(]?(?:(?:and|but|well|yeah|yes|mainly|mostly|probably|just|only|maybe),? )?((?:(?:that|this|it)(?:['’]s| is| was) (?:just |all |mainly |mostly |probably )?)?(?:because|due to|thanks to)(?: of)?|(?:(?:it|that|this) )?(?:turned|turns) out (?:to (?:be|have been)|(?:that )?it (?:was|is))|(?:the |our )?(?:root |real |actual |main )?(?:cause|culprit|reason)(?: (?:was|is)(?: that)?|:)|weil|parce que|porque|omdat)(?![\p{L}])[\s,]{0,3}/iu;

/** A range of a text. */
export interface Clause {
  readonly text: string;
  /** Offsets in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** A stated cause and its effect. */
export interface CauseMention {
  /** Null if the text refers back ("That's why …") with nothing before it: the cause is in the previous turn. */
  readonly cause: Clause | null;
  readonly effect: Clause;
  /** The words that express it, in lower case. */
  readonly cue: string;
  /** 0..1. */
  readonly confidence: number;
}

/** A clause with fewer letters names neither a cause nor an effect. */
const MIN_LETTERS = 4;

/**
 * The causes that a text states explicitly, at most one per sentence, by cues within a sentence or between it and the
 * previous one. Purposes ("in order to", "so that") are not causes, and "since" only where it cannot mean a time.
 * Linear.
 */
export const readCauses = readingStep(
  'causes',
  (): readonly CauseMention[] => [],
  (given: Readable) => ReadText.of(given).once(causesIn),
);

function causesIn({ text, sentences }: ReadText): readonly CauseMention[] {
  const found: CauseMention[] = [];
  let previous: Sentence | null = null;
  for (const sentence of sentences) {
    if (sentence.text.startsWith('```')) continue;
    const mention =
      fromBefore(text, sentence, previous) ??
      splitByCue(text, sentence, CLAUSE_CUES) ??
      fragment(text, sentence, previous);
    if (mention !== null) found.push(mention);
    previous = sentence;
  }
  return found;
}

/** "That's why we left." states the effect of the previous sentence. */
function fromBefore(
  text: string,
  sentence: ReadSentence,
  previous: Sentence | null,
): CauseMention | null {
  const match = sentence.reading.exec(POINTS_BACK);
  if (match === null) return null;
  const effect = clause(text, sentence.start + match[0].length, sentence.end);
  if (effect === null) return null;
  const cause = previous === null ? null : clause(text, previous.start, previous.end);
  return { cause, effect, cue: plain(match[1] ?? ''), confidence: 0.75 };
}

/** "That's because it rained." and "Because it rained." state the cause of the previous sentence. */
function fragment(
  text: string,
  sentence: ReadSentence,
  previous: Sentence | null,
): CauseMention | null {
  const match = sentence.reading.exec(POINTS_BACK_TO_EFFECT);
  if (match === null || previous === null) return null;
  const cause = clause(text, sentence.start + match[0].length, sentence.end);
  const effect = clause(text, previous.start, previous.end);
  return cause === null || effect === null
    ? null
    : { cause, effect, cue: plain(match[1] ?? ''), confidence: 0.7 };
}

/** The first cue, in list order, that separates a cause from its effect within the sentence. */
export function splitByCue(
  text: string,
  sentence: ReadSentence,
  cues: readonly CauseCue[],
): CauseMention | null {
  for (const cue of sentence.reading.among(cues)) {
    const match = cue.pattern.exec(sentence.text);
    if (match === null) continue;
    const start = sentence.start + match.index + (match[1]?.length ?? 0);
    const mention = around(
      text,
      sentence,
      cue,
      start,
      sentence.start + match.index + match[0].length,
    );
    if (mention !== null) return mention;
  }
  return null;
}

function around(
  text: string,
  sentence: Sentence,
  cue: CauseCue,
  start: number,
  end: number,
): CauseMention | null {
  const told = { cue: plain(text.slice(start, end)), confidence: cue.confidence };
  const left = clause(text, sentence.start, start);
  const right = clause(text, end, sentence.end);
  if (right === null) return null;
  if (left !== null)
    return cue.cause === 'before'
      ? { cause: left, effect: right, ...told }
      : { cause: right, effect: left, ...told };
  if (cue.cause === 'before') return null;
  // "Because the boiler broke, we ate out": the cause ends at the comma.
  const comma = sentence.start + sentence.text.indexOf(',', end - sentence.start);
  if (comma < end) return null;
  const cause = clause(text, end, comma);
  const effect = clause(text, comma + 1, sentence.end);
  return cause === null || effect === null ? null : { cause, effect, ...told };
}

/** The range without surrounding space and punctuation; null when too little is left to mean anything. */
export function clause(text: string, from: number, to: number): Clause | null {
  let start = from;
  let end = to;
  while (start < end && !CONTENT.test(text[start] ?? '')) start++;
  while (end > start && !CONTENT.test(text[end - 1] ?? '')) end--;
  const kept = text.slice(start, end);
  return (kept.slice(0, 200).match(LETTER)?.length ?? 0) < MIN_LETTERS
    ? null
    : { text: kept, start, end };
}

/** Non-separator. Includes surrogates, so that no character is split. */
const CONTENT = /[^\s,;:.!?…、。！？–—-]/;
const LETTER = /\p{L}/gu;
const plain = (cue: string): string =>
  cue
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/^[\s,;]+|(?<![\s,;])[\s,;]+$/g, '');
