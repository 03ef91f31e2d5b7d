import { CLAUSE_CUES, POINTS_BACK, POINTS_BACK_TO_EFFECT, type CauseCue } from './cause-cues.js';
import { ReadText, type Readable, type ReadSentence } from './read-text.js';
import type { Sentence } from './sentences.js';
import { readingStep } from './reading-step.js';

/** A stretch of a text. */
export interface Clause {
  readonly text: string;
  /** Offsets in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** A stated cause and its effect. */
export interface CauseMention {
  /** Null when the text points back ("That's why …") and nothing precedes it: the cause is in the previous turn. */
  readonly cause: Clause | null;
  readonly effect: Clause;
  /** The words that say so, in lower case. */
  readonly cue: string;
  /** 0..1. */
  readonly confidence: number;
}

/** A clause with fewer letters names neither a cause nor an effect. */
const MIN_LETTERS = 4;

/**
 * The causes that a text states explicitly, at most one per sentence, by cues within a sentence or between
 * it and the previous one. Purposes ("in order to", "so that") are not causes, and "since" only where it
 * cannot mean a time. Linear.
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
      within(text, sentence, CLAUSE_CUES) ??
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
export function within(
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
  while (start < end && !MEANT.test(text[start] ?? '')) start++;
  while (end > start && !MEANT.test(text[end - 1] ?? '')) end--;
  const kept = text.slice(start, end);
  return (kept.slice(0, 200).match(LETTER)?.length ?? 0) < MIN_LETTERS
    ? null
    : { text: kept, start, end };
}

/** Includes surrogates, so that no character is split. */
const MEANT = /[^\s,;:.!?…、。！？–—-]/;
const LETTER = /\p{L}/gu;
const plain = (cue: string): string =>
  cue
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/^[\s,;]+|(?<![\s,;])[\s,;]+$/g, '');
