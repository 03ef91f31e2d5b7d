import { z } from 'zod';
import { RecollectionId } from '../../domain/feedback.js';
import { MemoryId } from '../../domain/ids.js';
import type { LearnedRecord } from '../../domain/learned/record.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import type { Instant } from '../../domain/time.js';

export const MODULE = 'outcomes';
export const OUTCOME = 'outcome';
/** All outcomes of a bank are found by one key. */
export const OUTCOME_KEY = 'outcomes outcome';

/** So many memories of one context share its credit: more than a context holds. */
const MAX_USED = 500;

/** In how many ways an end was given. */
const endsGiven = (end: {
  readonly good?: boolean | undefined;
  readonly bad?: boolean | undefined;
  readonly score?: number | undefined;
}): number => [end.good === true, end.bad === true, end.score !== undefined].filter(Boolean).length;

export const OutcomeInput = z
  .strictObject({
    recollection: RecollectionId.describe(
      'The context or recall that was worked with, as in r_01h5k0c2x9w7a.',
    ),
    good: z.boolean().optional().describe('It ended well.'),
    bad: z.boolean().optional().describe('It ended badly.'),
    score: z
      .number()
      .min(-1, 'must be -1 to 1')
      .max(1, 'must be -1 to 1')
      .optional()
      .describe('How it ended, from -1 (as bad as can be) to 1.'),
    used: z
      .array(MemoryId)
      .min(1, 'name at least one')
      .max(MAX_USED, `at most ${MAX_USED}`)
      .optional()
      .describe('The memories of it that were used, where that is known: they alone are credited.'),
    note: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(500, 'at most 500 characters')
      .optional()
      .describe('What came of it, for people and for the journal.'),
  })
  .refine((input) => endsGiven(input) <= 1, { message: 'say only one of good, bad and score' })
  .refine((input) => endsGiven(input) >= 1, {
    message: 'say one of good, bad and score',
    path: ['score'],
  });
export type OutcomeInput = z.input<typeof OutcomeInput>;
export type ParsedOutcomeInput = z.output<typeof OutcomeInput>;

/** What is kept of an end. The memories that stood in the context are the record's evidence, in their order. */
const KeptOutcome = z.strictObject({
  recollection: RecollectionId,
  score: z.number(),
  note: z.string().nullable(),
  actor: z.string(),
});
export type KeptOutcome = z.output<typeof KeptOutcome>;

const toldShape = z.strictObject({
  recollection: RecollectionId,
  /** -1..1. */
  score: z.number(),
  note: z.string().nullable(),
  actor: z.string(),
  at: z.number(),
});
/** How a context ended, as somebody told it. */
export interface ToldOutcome extends Of<typeof toldShape> {}
export const ToldOutcome: SchemaOf<ToldOutcome, typeof toldShape> = toldShape;

/** An end with the memories that stood in its context. */
export interface Ending extends ToldOutcome {
  readonly memories: readonly MemoryId[];
  readonly record: LearnedRecord<'module'>;
}

/** Ends that stand, in the order in which they were first told. */
export function endingsOf(records: readonly LearnedRecord<'module'>[]): Ending[] {
  return records.flatMap((record): Ending[] => {
    const { body, retractedAt, changedAt } = record;
    const kept = KeptOutcome.safeParse(body.value);
    return retractedAt === null && body.type === OUTCOME && kept.success
      ? [{ ...kept.data, at: changedAt, memories: body.evidence, record }]
      : [];
  });
}

export function bodyOf(
  value: KeptOutcome,
  memories: readonly MemoryId[],
): LearnedRecord<'module'>['body'] {
  return { module: MODULE, type: OUTCOME, value: { ...value }, evidence: memories };
}

/** Newest first. */
export const byMoment = (a: { readonly at: Instant }, b: { readonly at: Instant }): number =>
  b.at - a.at;
