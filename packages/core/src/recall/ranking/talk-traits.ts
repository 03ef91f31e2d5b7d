import type { BankIndex } from '../../indexes/bank-index.js';
import type { ReadText } from '../../language/read-text.js';

/**
 * What the fusion's weights depend on besides the candidate: `assistant`, whether somebody talks with an
 * assistant in this bank; `message`, how far the question is a long message rather than a question; `long`,
 * how far the memories are pages rather than what people say.
 */
export const TALK_TRAITS = ['assistant', 'message', 'long'] as const;
export type TalkTrait = (typeof TALK_TRAITS)[number];
/** The strength of each trait, 0..1, in the order of {@link TALK_TRAITS}. */
export type TalkTraits = readonly number[];

/** Up to the first number of words a query is a question, from the second on it is a message. */
const QUESTION_WORDS = 12;
const MESSAGE_WORDS = 144;
/** Mean content words per memory: up to the first number the texts are spoken, from the second on written. */
const SAID_WORDS = 16;
const WRITTEN_WORDS = 64;
/** Quantised, so that the weights for one kind of question are computed once. */
const STEPS = 8;

export function readTalkTraits(index: BankIndex, { words }: ReadText): TalkTraits {
  const { totalLength } = index.postings;
  return [
    index.assistants.size > 0 ? 1 : 0,
    between(QUESTION_WORDS, MESSAGE_WORDS, words.length),
    between(SAID_WORDS, WRITTEN_WORDS, totalLength / Math.max(1, index.size)),
  ];
}

/** How far the memories are pages, 0..1: a model's vector of a page says less. */
export const longOf = (traits: TalkTraits): number => traits[TALK_TRAITS.indexOf('long')] ?? 0;

/** Where a count lies between the two, on a logarithmic scale: 0..1. */
function between(from: number, to: number, count: number): number {
  const share = Math.log(Math.max(1, count) / from) / Math.log(to / from);
  return Math.round(Math.max(0, Math.min(1, share)) * STEPS) / STEPS;
}
