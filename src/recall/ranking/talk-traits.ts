import type { BankIndex } from '../../indexes/bank-index.js';
import { words } from '../../language/words.js';

/**
 * What the fusion's weights depend on besides the candidate: `assistant`, whether somebody talks with an assistant in this bank;
 * `message`, how far the question is a long message rather than a question.
 */
export const TALK_TRAITS = ['assistant', 'message'] as const;
export type TalkTrait = (typeof TALK_TRAITS)[number];
/** How much of each trait there is, 0..1, in the order of {@link TALK_TRAITS}. */
export type TalkTraits = readonly number[];

/** A question of so many words is no message at all, and one of so many is nothing else. */
const QUESTION_WORDS = 12;
const MESSAGE_WORDS = 144;
/** In steps, so that the weights of one kind of question are made once. */
const STEPS = 8;

export function readTalkTraits(index: BankIndex, query: string): TalkTraits {
  const length = Math.log(Math.max(1, words(query).length) / QUESTION_WORDS);
  const message = Math.max(0, Math.min(1, length / Math.log(MESSAGE_WORDS / QUESTION_WORDS)));
  return [index.assistants.size > 0 ? 1 : 0, Math.round(message * STEPS) / STEPS];
}
