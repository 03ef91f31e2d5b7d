import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { pageInput, pageOutput } from '@mneme/core/domain/page.js';
import { parseInput } from '@mneme/core/domain/parse-input.js';
import { type Of, type SchemaOf, flag } from '@mneme/core/domain/schema.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import { CausalAnswer, CausalQuery, queryCauses } from '../graph/index.js';
import { infer, Inference, InferInput } from './infer.js';
import { keepConclusion, KeptConclusion, listConclusions } from './kept-conclusions.js';

const { action, outcome } = CausalQuery.shape;
const ENDS = ['action', 'outcome', 'from', 'to', 'seen'] as const;

export const CausesInput = z
  .strictObject({
    ...InferInput.shape,
    ...{ action, outcome },
    keep: flag('Keep that `from` leads to `to`: each later look works it out anew.'),
    kept: flag('The conclusions that were kept, as they are now, and which have fallen.'),
    ...pageInput('Most statements, conclusions, or kept ones.', 10, 500),
  })
  .refine((asked) => asked.kept || ENDS.some((end) => asked[end] !== undefined), {
    message: 'name `action`, `outcome`, `from`, `to` or `seen`',
    path: ['action'],
  });
export type CausesInput = z.input<typeof CausesInput>;

const causesShape = z.strictObject({
  /** What memories state as causes or effects; null without an action and an outcome. */
  stated: CausalAnswer.nullable(),
  /** What follows from stated causes; null without ends to infer between. */
  inferred: Inference.nullable(),
  /** The conclusion that this call stored, or the stored ones. */
  kept: z.array(KeptConclusion),
  ...pageOutput,
  sequence: z.number(),
});
/** Causes and effects, as stated and as inferred. */
export interface Causes extends Of<typeof causesShape> {}
export const Causes: SchemaOf<Causes, typeof causesShape> = causesShape;

type Parts = Parameters<typeof listConclusions>[2];

/**
 * What memories state as cause and effect, and what follows from it; `keep` stores a conclusion. Throws
 * `invalid_input`, `not_found` for a conclusion that does not follow.
 */
export async function causesOf(
  raw: unknown,
  bank: OpenBank,
  parts: Parts & Pick<EngineParts, 'store'>,
): Promise<Causes> {
  const asked = parseInput(CausesInput, raw, 'causes');
  const { keep, kept: listed, cursor, ...ends } = asked;
  const { from, to, seen, depth, limit } = ends;
  if (keep) {
    if (from === undefined || to === undefined) throw needsBoth();
    const { sequence, ...made } = await keepConclusion({ from, to, depth }, bank, parts);
    return { stated: null, inferred: null, kept: [made], next: null, sequence };
  }
  const page = { limit, ...(cursor === undefined ? {} : { cursor }) };
  const list = listed ? await listConclusions(page, bank, parts) : { conclusions: [], next: null };
  return {
    stated: await statedOf(ends, bank),
    inferred:
      from === undefined && to === undefined && seen === undefined
        ? null
        : await infer(inferring(ends), bank, parts),
    kept: [...list.conclusions],
    next: list.next,
    sequence: bank.state.sequence,
  };
}

type Ends = Omit<z.output<typeof CausesInput>, 'keep' | 'kept' | 'cursor'>;

async function statedOf(
  { action: done, outcome: came, limit }: Ends,
  bank: OpenBank,
): Promise<CausalAnswer | null> {
  if (done === undefined && came === undefined) return null;
  return queryCauses({ action: done, outcome: came, limit: Math.min(limit, 50) }, bank);
}

const inferring = ({ action: _, outcome: __, ...ends }: Ends): z.input<typeof InferInput> => ends;

const needsBoth = (): MnemeError =>
  new MnemeError('invalid_input', 'causes.keep: a conclusion has two ends.', {
    field: 'causes.keep',
    hint: 'Name `from` and `to`.',
  });
