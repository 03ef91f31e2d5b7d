import { z } from 'zod';
import { parseInput } from '@mneme/core/domain/parse-input.js';
import type { Of, SchemaOf } from '@mneme/core/domain/schema.js';
import type { FlowParts, OpenBank } from '@mneme/core/bank/core.js';
import { Draft } from '@mneme/core/bank/learned/draft.js';
import { reviseAndRemember } from '@mneme/core/bank/learned/revise.js';
import { observeIn, Seen, SeenReceipt } from '../world-model/index.js';
import { Conclusion } from './answers.js';
import { concludeIn, readInteraction } from './conclude.js';
import { InteractionInput } from './interaction.js';

const { query, status, ...aroundIt } = InteractionInput.shape;

export const ObserveInput = z
  .strictObject({
    query: query.optional(),
    status: status.optional(),
    ...aroundIt,
    ...Seen.shape,
  })
  .refine(
    ({ query: asked, transition, prediction, task, doing }) =>
      [asked, transition, prediction, task, doing].some((part) => part !== undefined),
    { message: 'name at least one of query, transition, prediction, task, doing' },
  )
  .refine((given) => (given.query === undefined) === (given.status === undefined), {
    message: 'what was asked for and how it ended go together',
    path: ['status'],
  })
  .refine((given) => given.query !== undefined || Object.keys(aroundIt).every(isMissing(given)), {
    message: 'say what was asked for: this belongs to it',
    path: ['query'],
  });
export type ObserveInput = z.input<typeof ObserveInput>;

function isMissing(given: object): (field: string) => boolean {
  return (field) => {
    const value = (given as Readonly<Record<string, unknown>>)[field];
    return value === undefined || (Array.isArray(value) && value.length === 0);
  };
}

const observeReceiptShape = z.strictObject({
  ...SeenReceipt.shape,
  /** What was learned from the interaction; null without one. */
  interaction: Conclusion.nullable(),
  sequence: z.number(),
});
export interface ObserveReceipt extends Of<typeof observeReceiptShape> {}
export const ObserveReceipt: SchemaOf<ObserveReceipt, typeof observeReceiptShape> =
  observeReceiptShape;

/**
 * Learns from observations, and from the outcome of an interaction, in all paradigms, as one change. Throws
 * `not_found`, `conflict` for a prediction that is settled, `invalid_input`.
 */
export async function observe(
  raw: unknown,
  bank: OpenBank,
  parts: FlowParts,
): Promise<ObserveReceipt> {
  const input = parseInput(ObserveInput, raw, 'observation');
  const { query: asked, status: ended } = input;
  const interaction =
    asked === undefined || ended === undefined
      ? null
      : await readInteraction({ ...input, query: asked, status: ended }, bank, parts);
  return reviseAndRemember(bank, parts, async (at) => {
    const draft = new Draft(await bank.learned.current(), at, parts.newId);
    const concluded =
      interaction === null ? null : await concludeIn(interaction, draft, bank, parts);
    const seen = await observeIn(input, draft, bank, parts);
    return draft.decision(
      concluded === null ? 'observe' : 'learn',
      asked === undefined ? 'observed' : `learned from “${asked.slice(0, 80)}”`,
      (sequence, told) => ({ ...seen(told), interaction: concluded?.(told) ?? null, sequence }),
    );
  });
}
