import { z } from 'zod';
import type { EngineParts, OpenBank } from '../../bank/open-bank.js';
import { noMemory } from '../../domain/errors.js';
import { MemoryId } from '../../domain/ids.js';
import { parseInput } from '../../domain/parse-input.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { CreditCache, MAX_GAIN, type MemoryCredit } from './credit.js';
import { byMoment, ToldOutcome, type Ending } from './outcome.js';

export const CreditInput = z.strictObject({
  memory: MemoryId.optional().describe('One memory, with the ends of its contexts.'),
  limit: z
    .number()
    .int('must be a whole number')
    .min(1, 'must be 1 to 200')
    .max(200, 'must be 1 to 200')
    .default(20)
    .describe('How many memories at most: those that were moved most.'),
});
export type CreditInput = z.input<typeof CreditInput>;

const creditedShape = z.strictObject({
  memory: MemoryId,
  content: z.string(),
  /** -1..1; 0 if its contexts ended like all others. */
  credit: z.number(),
  /** Its current effect on a recall, in logits. */
  gain: z.number(),
  contexts: z.number(),
  good: z.number(),
  bad: z.number(),
});
export interface CreditedMemory extends Of<typeof creditedShape> {}
const CreditedMemory: SchemaOf<CreditedMemory, typeof creditedShape> = creditedShape;

const reportShape = z.strictObject({
  /** Number of contexts with a reported outcome. */
  outcomes: z.number(),
  /** The expected outcome of any context, -1..1. */
  baseline: z.number(),
  /** Those with the largest credit or blame, or the requested one. */
  memories: z.array(CreditedMemory),
  /** Latest outcomes first: of all contexts, or of those that contained the memory. */
  ends: z.array(ToldOutcome),
});
/** Credits and the outcomes behind them. */
export interface CreditReport extends Of<typeof reportShape> {}
export const CreditReport: SchemaOf<CreditReport, typeof reportShape> = reportShape;

/** Throws `not_found` for a memory that is not in the bank. */
export async function readCredit(
  raw: CreditInput,
  bank: OpenBank,
  { store, clock }: Pick<EngineParts, 'store' | 'clock'>,
): Promise<CreditReport> {
  const { memory, limit } = parseInput(CreditInput, raw, 'metamemory');
  await bank.state.follow();
  const kept = bank.parts.of(CreditCache);
  const endings = await kept.endings();
  const credits = await kept.at(clock.now());
  const asked: readonly (readonly [MemoryId, MemoryCredit])[] =
    memory === undefined
      ? [...(credits?.of ?? [])]
          .sort(([, a], [, b]) => Math.abs(b.credit) - Math.abs(a.credit))
          .slice(0, limit)
      : [[memory, credits?.of.get(memory) ?? NONE]];
  const texts = new Map(
    (
      await store.get(
        bank.name,
        asked.map(([id]) => id),
      )
    ).map(({ id, content }) => [id, content]),
  );
  if (memory !== undefined && !texts.has(memory)) throw noMemory(memory, 'metamemory.memory');
  const among = endings.filter(({ memories }) => memory === undefined || memories.includes(memory));
  return {
    outcomes: endings.length,
    baseline: credits?.baseline ?? 0,
    memories: asked.flatMap(([id, credit]) => {
      const content = texts.get(id);
      return content === undefined
        ? []
        : [{ memory: id, content, ...credit, gain: MAX_GAIN * credit.credit }];
    }),
    ends: [...among].sort(byMoment).slice(0, limit).map(told),
  };
}

const NONE: MemoryCredit = { credit: 0, contexts: 0, good: 0, bad: 0 };

const told = ({ recollection, score, note, actor, at }: Ending): ToldOutcome => ({
  recollection,
  score,
  note,
  actor,
  at,
});
