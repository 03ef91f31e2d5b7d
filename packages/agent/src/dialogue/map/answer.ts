import { z } from 'zod';
import type { Of, SchemaOf } from '@mneme/core/domain/schema.js';
import { hasText } from '@mneme/core/domain/well-formed.js';

/** Maximum number of answers to one query. */
export const MAX_ANSWERS = 12;
/** Maximum length of one answer, in UTF-16 units. */
export const MAX_ANSWER = 200_000;
/** Maximum length of a model's name. */
const MAX_NAME = 100;

const answerShape = z.strictObject({
  model: z
    .string()
    .trim()
    .min(1)
    .max(MAX_NAME, `at most ${MAX_NAME} characters`)
    .describe('Who answers, by a name of your own.'),
  text: z
    .string()
    .max(MAX_ANSWER, `at most ${MAX_ANSWER} characters`)
    .default('')
    .describe('What it said; empty for a model that failed.'),
  failed: z
    .string()
    .max(500)
    .optional()
    .describe('Why it gave no answer, in words; then its text is not read.'),
});
export const AnswerInput = answerShape;
export type AnswerInput = z.input<typeof AnswerInput>;
export type ParsedAnswer = z.output<typeof AnswerInput>;

const receivedShape = z.strictObject({
  model: z.string(),
  /** Length of its text. */
  characters: z.number(),
  /** Why it is not used; null where it was read. */
  failed: z.string().nullable(),
});
/** Status of one model's answer. */
export interface ReceivedAnswer extends Of<typeof receivedShape> {}
export const ReceivedAnswer: SchemaOf<ReceivedAnswer, typeof receivedShape> = receivedShape;

/** Route by the number of readable answers: two or more are mapped, one is shown as it is, none is an error. */
export const ROUTES = ['map', 'raw', 'error'] as const;
export type Route = (typeof ROUTES)[number];

/** Blank answers count as failed. */
export function receive(answers: readonly ParsedAnswer[]): ReceivedAnswer[] {
  return answers.map(({ model, text, failed }) => ({
    model,
    characters: text.length,
    failed: failed ?? (hasText(text) ? null : 'it said nothing'),
  }));
}

export function routeOf(received: readonly ReceivedAnswer[]): Route {
  const read = received.filter(({ failed }) => failed === null).length;
  return read >= 2 ? 'map' : read === 1 ? 'raw' : 'error';
}
