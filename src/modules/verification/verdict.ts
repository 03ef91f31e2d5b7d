import { z } from 'zod';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { FAULT_KINDS } from './symbolic/script.js';

/**
 * `verified`: proven for all arguments. `failed`: there are arguments with which it goes wrong. `bounded`: nothing goes wrong within the rounds
 * that were walked, and for more there is no proof. `timeout`: nothing came out in time. `not applicable`: it has nothing of the kind, or
 * lies outside the subset.
 */
export const VERDICTS = ['verified', 'failed', 'bounded', 'timeout', 'not applicable'] as const;
export const VerdictName = z.enum(VERDICTS);
export type VerdictName = z.infer<typeof VerdictName>;

const kindShape = z.strictObject({
  kind: z.enum(FAULT_KINDS),
  verdict: VerdictName,
  /** Where it goes wrong, from 1 within the code; null where nothing does. */
  line: z.number().nullable(),
  /** What goes wrong, or why there is no proof. */
  what: z.string().nullable(),
  /** Arguments with which it goes wrong. */
  counterExample: z.string().nullable(),
});
export interface KindVerdict extends Of<typeof kindShape> {}
export const KindVerdict: SchemaOf<KindVerdict, typeof kindShape> = kindShape;

const functionShape = z.strictObject({
  name: z.string(),
  language: z.enum(['python', 'javascript', 'typescript']),
  /** Where it begins, from 1 within the code. */
  line: z.number(),
  /** The worst of its kinds. */
  verdict: VerdictName,
  /** Why the whole function lies outside; null where it does not. */
  outside: z.string().nullable(),
  kinds: z.array(KindVerdict),
});
/** What was found of one function. */
export interface FunctionVerdict extends Of<typeof functionShape> {}
export const FunctionVerdict: SchemaOf<FunctionVerdict, typeof functionShape> = functionShape;

const ORDER: readonly VerdictName[] = [
  'failed',
  'timeout',
  'bounded',
  'verified',
  'not applicable',
];

export const worst = (verdicts: readonly VerdictName[]): VerdictName =>
  ORDER.find((name) => verdicts.includes(name)) ?? 'not applicable';
