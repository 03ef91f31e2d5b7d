/** A clause of a text. */
export interface Clause {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A stated cause and its effect. */
export interface CauseMention {
  /** Null when the text points back ("That's why …"): the cause stands in the turn before. */
  readonly cause: Clause | null;
  readonly effect: Clause;
  /** The word that says so, lower case. */
  readonly cue: string;
  /** 0..1. */
  readonly confidence: number;
}

interface Cue {
  readonly pattern: RegExp;
  /** Whether the cause stands before or after the cue. */
  readonly cause: 'before' | 'after';
  readonly confidence: number;
}

/** Cues inside a sentence, the surest first. */
const CUES: readonly Cue[] = [
  { pattern: /\b(?:because of|because|due to|as a result of|on account of|owing to)\b/iu, cause: 'after', confidence: 0.9 },
  { pattern: /,?\s*(?:which|that) (?:led to|caused|resulted in|made|means?|meant)\b/iu, cause: 'before', confidence: 0.8 },
  { pattern: /\b(?:led to|leads to|caused|causes|resulted in|results in|brought about|triggered)\b/iu, cause: 'before', confidence: 0.85 },
  { pattern: /\b(?:thanks to|'cause|’cause|cuz)\b/iu, cause: 'after', confidence: 0.75 },
  { pattern: /,\s*(?:so|therefore|hence|thus|that['’]s why|which is why)\b(?! (?:far|that|much|many|long|good|cool|great))/iu, cause: 'before', confidence: 0.65 },
  { pattern: /\b(?:weil|denn|parce que|porque|perché|omdat)\b/iu, cause: 'after', confidence: 0.8 },
];

/** A sentence that opens so tells the effect of what was said before it. */
const BACKWARD = /^\W*(?:and |but )?(that['’]s (?:why|how come)|that is why|this is why|because of (?:that|this)|as a result|therefore|consequently|so that['’]s why|thanks to (?:that|this|you))\b[\s,]*/iu;
const SENTENCE = /[^.!?\n]+[.!?]*/gu;
const LEAST_LETTERS = 4;

/** Causes that the text states in words. Linear; cues inside one sentence, or from one sentence to the next. */
export function readCauses(text: string): CauseMention[] {
  const found: CauseMention[] = [];
  let before: Clause | null = null;
  for (const match of text.matchAll(SENTENCE)) {
    const sentence: Clause = { text: match[0], start: match.index, end: match.index + match[0].length };
    const mention = backward(sentence, before) ?? within(sentence);
    if (mention !== null) found.push(mention);
    before = sentence;
  }
  return found;
}

function backward(sentence: Clause, before: Clause | null): CauseMention | null {
  const match = BACKWARD.exec(sentence.text);
  if (match === null) return null;
  const effect = clause(sentence, match[0].length, sentence.text.length);
  if (effect === null) return null;
  return { cause: before === null ? null : clause(before, 0, before.text.length), effect, cue: (match[1] ?? '').toLowerCase(), confidence: 0.7 };
}

function within(sentence: Clause): CauseMention | null {
  for (const { pattern, cause, confidence } of CUES) {
    const match = pattern.exec(sentence.text);
    if (match === null) continue;
    const left = clause(sentence, 0, match.index);
    const right = clause(sentence, match.index + match[0].length, sentence.text.length);
    const cue = match[0].replace(/^[\s,]+/, '').toLowerCase();
    if (left === null && right !== null && cause === 'after') {
      const swapped = fronted(sentence, match.index + match[0].length);
      if (swapped !== null) return { ...swapped, cue, confidence };
    }
    if (left === null || right === null) continue;
    return cause === 'before' ? { cause: left, effect: right, cue, confidence } : { cause: right, effect: left, cue, confidence };
  }
  return null;
}

/** "Because the boiler broke, we ate out": the cause runs to the comma. */
function fronted(sentence: Clause, from: number): Pick<CauseMention, 'cause' | 'effect'> | null {
  const comma = sentence.text.indexOf(',', from);
  if (comma < 0) return null;
  const cause = clause(sentence, from, comma);
  const effect = clause(sentence, comma + 1, sentence.text.length);
  return cause === null || effect === null ? null : { cause, effect };
}

/** The stretch without its outer spaces and punctuation; null when too little is left to mean anything. */
function clause(sentence: Clause, from: number, to: number): Clause | null {
  const raw = sentence.text.slice(from, to);
  const trimmed = raw.replace(/^[\s,;:.!?–—-]+|[\s,;:.!?–—-]+$/gu, '');
  if (trimmed.replace(/[^\p{L}]/gu, '').length < LEAST_LETTERS) return null;
  const start = sentence.start + from + raw.indexOf(trimmed);
  return { text: trimmed, start, end: start + trimmed.length };
}
