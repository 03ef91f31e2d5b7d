import { z } from 'zod';
import type { EngineParts, OpenBank } from '../../bank/open-bank.js';
import { endOf, FeedbackInput, type ResultVote } from '../../domain/feedback.js';
import { parseInput } from '../../domain/parse-input.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { FeedbackReceipt, giveFeedback } from '../feedback/index.js';
import { OutcomeReceipt, tellOutcome } from './tell-outcome.js';

const { changed, sequence, ...ofVote } = FeedbackReceipt.shape;
const { changed: _, sequence: __, ...ofEnd } = OutcomeReceipt.shape;

const answerShape = z.strictObject({
  changed,
  sequence,
  ...z.strictObject(ofVote).partial().shape,
  /** Where the end of a context or recall was told, in place of what a vote moves. */
  ended: z.strictObject(ofEnd).optional(),
});
/** What a vote on a result moved, or what the end of a context did. */
export interface FeedbackAnswer extends Of<typeof answerShape> {}
export const FeedbackAnswer: SchemaOf<FeedbackAnswer, typeof answerShape> = answerShape;

/** Takes a vote on a result, or how what was done with a context or recall ended. Throws `not_found`, `invalid_input`. */
export async function takeFeedback(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<FeedbackAnswer> {
  const input = parseInput(FeedbackInput, raw, 'feedback');
  const end = endOf(input);
  if (end === null) return giveFeedback(input as ResultVote, bank.name, parts);
  const { changed: isNew, sequence: at, ...ended } = await tellOutcome(end, bank, parts);
  return { changed: isNew, sequence: at, ended };
}
