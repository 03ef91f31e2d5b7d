import { z } from 'zod';
import { RecollectionId } from '../../domain/feedback.js';
import type { MemoryId } from '../../domain/ids.js';
import type { LearnedRecord } from '../../domain/learned/record.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import type { Instant } from '../../domain/time.js';

export const MODULE = 'outcomes';
export const OUTCOME = 'outcome';
/** One key for all outcomes of a bank. */
export const OUTCOME_KEY = 'outcomes outcome';

/** A stored outcome. The record's evidence are the context's memories, in order. */
const KeptOutcome = z.strictObject({
  recollection: RecollectionId,
  /** -1..1. */
  score: z.number(),
  note: z.string().nullable(),
  actor: z.string(),
});
export type KeptOutcome = z.output<typeof KeptOutcome>;

const toldShape = KeptOutcome.extend({ at: z.number() });
/** The outcome of a context, as reported. */
export interface ToldOutcome extends Of<typeof toldShape> {}
export const ToldOutcome: SchemaOf<ToldOutcome, typeof toldShape> = toldShape;

/** An outcome with the memories of its context. */
export interface Ending extends ToldOutcome {
  readonly memories: readonly MemoryId[];
  readonly record: LearnedRecord<'module'>;
}

/** Current outcomes, in the order in which they were first reported. */
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
