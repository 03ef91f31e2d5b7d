import type { BankIndex } from '../../indexes/bank-index.js';
import { words } from '../../language/words.js';

/**
 * What the fusion's weights depend on besides the candidate: `assistant`, whether somebody talks with an assistant in this bank;
 * `message`, how far the question is a long message rather than a question; `long`, how far what is kept is pages rather than what people say.
 */
export const TALK_TRAITS = ['assistant', 'message', 'long'] as const;
export type TalkTrait = (typeof TALK_TRAITS)[number];
/** How much of each trait there is, 0..1, in the order of {@link TALK_TRAITS}. */
export type TalkTraits = readonly number[];

/** A question of so many words is no message at all, and one of so many is nothing else. */
const QUESTION_WORDS = 12;
const MESSAGE_WORDS = 144;
/** Memories of so many content words in the mean are said, and of so many are written. */
const SAID_WORDS = 16;
const WRITTEN_WORDS = 64;
/** In steps, so that the weights of one kind of question are made once. */
const STEPS = 8;

export function readTalkTraits(index: BankIndex, query: string): TalkTraits {
  const { totalLength } = index.postings;
  return [
    index.assistants.size > 0 ? 1 : 0,
    between(QUESTION_WORDS, MESSAGE_WORDS, words(query).length),
    between(SAID_WORDS, WRITTEN_WORDS, totalLength / Math.max(1, index.size)),
  ];
}

/** How far what is kept is pages, 0..1: of a page a model's vector tells less. */
export const longOf = (traits: TalkTraits): number => traits[TALK_TRAITS.indexOf('long')] ?? 0;

/** How far a count is from the one towards the other, by its logarithm: 0..1. */
function between(from: number, to: number, count: number): number {
  const share = Math.log(Math.max(1, count) / from) / Math.log(to / from);
  return Math.round(Math.max(0, Math.min(1, share)) * STEPS) / STEPS;
}
