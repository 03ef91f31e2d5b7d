import { sentences } from './sentences.js';

/** A sentence that says what must always or never be done. */
export interface Norm {
  readonly text: string;
  /** Whether it commands; otherwise it forbids. */
  readonly bids: boolean;
  /** What is commanded or forbidden: the sentence without the words that do so. */
  readonly deed: string;
}

const FORBIDS =
  /\b(?:never|must not|mustn['’]t|should not|shouldn['’]t|shall not|no longer|under no circumstances)\b|^(?:please\s+)?(?:do not|don['’]t|avoid|stop)\b/iu;
const BIDS =
  /\b(?:always|must|should|ought to|has to|have to|needs? to|every time)\b|^(?:please\s+)?(?:make sure|be sure|remember to|ensure|don['’]t forget to)\b/iu;
const UNFORGOTTEN = /^(?:please\s+)?(?:do not|don['’]t|never) forget to\b/iu;
/** What somebody never did once is no rule. */
const TELLING =
  /\b(?:i|we|he|she|they|it|you)(?:['’](?:ve|d|ll|m|re|s))?\s+(?:have\s+|had\s+|has\s+|was\s+|were\s+|will\s+)?(?:never|always)\s+\p{L}+(?:ed|en|ought|ew)\b/iu;
/** A shorter sentence commands nothing in particular. */
const MIN_WORDS = 3;

/** The norms that a text states, one per sentence; no questions. English; linear in its length. */
export function readNorms(text: string): Norm[] {
  return sentences(text).flatMap(({ text: said }): Norm[] => {
    if (/[?？]\s*["”’)]*$/u.test(said) || said.startsWith('```') || TELLING.test(said)) return [];
    const cue = [UNFORGOTTEN, FORBIDS, BIDS].find((pattern) => pattern.test(said));
    if (cue === undefined) return [];
    const deed = said.replace(cue, ' ').replace(/\s+/g, ' ').trim();
    return deed.split(' ').length < MIN_WORDS - 1
      ? []
      : [{ text: said, bids: cue !== FORBIDS, deed }];
  });
}
