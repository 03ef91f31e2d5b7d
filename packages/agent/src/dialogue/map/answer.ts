import { z } from 'zod';
import type { Of, SchemaOf } from '@mneme/core/domain/schema.js';
import { hasText } from '@mneme/core/domain/well-formed.js';

/** Answers to one query. */
export const MAX_ANSWERS = 12;
/** Of one answer, in UTF-16 units. */
export const MAX_ANSWER = 200_000;
/** Of a model's name. */
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
  /** Of its text. */
  characters: z.number(),
  /** Why it counts as no answer; null where it was read. */
  failed: z.string().nullable(),
});
/** What became of one model's answer. */
export interface ReceivedAnswer extends Of<typeof receivedShape> {}
export const ReceivedAnswer: SchemaOf<ReceivedAnswer, typeof receivedShape> = receivedShape;

/** How many of the answers can be read: two or more are mapped, one is shown as it is, none is an error. */
export const ROUTES = ['map', 'raw', 'error'] as const;
export type Route = (typeof ROUTES)[number];

/** Blank answers and failures count as none. */
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
