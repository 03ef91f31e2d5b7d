import { z } from 'zod';
import { LearnedId } from '@mneme/core/domain/ids.js';
import { Outlook } from '@mneme/core/domain/learned/world-model.js';
import { parseInput } from '@mneme/core/domain/parse-input.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { Share, type Of, type SchemaOf } from '@mneme/core/domain/schema.js';
import { Instant } from '@mneme/core/domain/time.js';
import type { FlowParts, OpenBank } from '@mneme/core/bank/core.js';
import {
  ExpectationInput,
  predict,
  SettledPrediction,
  SettleInput,
  settlePrediction,
  Uncertainties,
} from '../world-model/index.js';
import { ForecastInput, makeForecast, settleForecast } from './forecasts.js';

export const PredictInput = z
  .strictObject({
    ...ExpectationInput.shape,
    action: ExpectationInput.shape.action.optional(),
    statement: ForecastInput.shape.statement.optional(),
    due: ForecastInput.shape.due.optional(),
  })
  .refine(({ action, statement }) => (action === undefined) !== (statement === undefined), {
    message: 'name an action, or a statement with the day on which it is known',
    path: ['action'],
  });
export type PredictInput = z.input<typeof PredictInput>;

const predictionReceiptShape = z.strictObject({
  id: LearnedId,
  /** Null for a statement with a day. */
  action: z.string().nullable(),
  /** Expected state. */
  state: z.array(z.string()),
  probability: Share,
  /** Day on which the outcome is known; null for the effect of an action. */
  due: Instant.nullable(),
  alternatives: z.array(Outlook),
  uncertainty: Uncertainties,
  sequence: z.number(),
});
export interface PredictionReceipt extends Of<typeof predictionReceiptShape> {}
export const PredictionReceipt: SchemaOf<PredictionReceipt, typeof predictionReceiptShape> =
  predictionReceiptShape;

/**
 * Stores an expectation: the effect of an action, which `observe` or `settle` compares with the outcome, or a
 * statement for a day, which talk can settle as well. Throws `invalid_input`.
 */
export async function storeExpectation(
  raw: unknown,
  bank: OpenBank,
  parts: FlowParts,
): Promise<PredictionReceipt> {
  const { statement, due, ...input } = parseInput(PredictInput, raw, 'prediction');
  if (statement === undefined) return { ...(await predict(input, bank, parts)), due: null };
  const { probability, domain } = input;
  const asked = { statement, due, probability, domain } as ForecastInput;
  const made = await makeForecast(asked, bank, parts);
  return {
    ...{ id: made.id, action: null, state: [made.statement], probability: made.probability },
    ...{ due: made.due, alternatives: [], uncertainty: [], sequence: made.sequence },
  };
}

const settledShape = z.strictObject({
  ...SettledPrediction.shape,
  /** Null while the outcome is unknown. */
  came: z.boolean().nullable(),
  brier: Share.nullable(),
  /** No reminders until then; null where it was not postponed. */
  snoozedUntil: Instant.nullable(),
  sequence: z.number(),
});
/** An expectation with its outcome. */
export interface Settled extends Of<typeof settledShape> {}
export const Settled: SchemaOf<Settled, typeof settledShape> = settledShape;

/** Records the outcome of an expectation, or postpones it. Throws `not_found`, `conflict`, `invalid_input`. */
export async function settleExpectation(
  raw: unknown,
  bank: OpenBank,
  parts: FlowParts,
): Promise<Settled> {
  const input = parseInput(SettleInput, raw, 'prediction');
  if (input.id.startsWith('p_')) {
    if (input.snooze) throw hasNoDay(input.id);
    return { ...(await settlePrediction(input, bank, parts)), snoozedUntil: null };
  }
  if (input.came === undefined && !input.snooze) throw nothingCame();
  const { id, probability, outcome, brier, snoozedUntil, sequence } = await settleForecast(
    input.snooze ? { id: input.id, until: input.until } : input,
    bank,
    parts,
  );
  return {
    ...{ id, probability, came: outcome?.came ?? null, brier, snoozedUntil, sequence },
    ...{ beliefs: [], promoted: null, experience: null },
  };
}

const hasNoDay = (id: LearnedId): MnemeError =>
  new MnemeError('invalid_input', `prediction.snooze: ${id} has no day to be reminded of.`, {
    field: 'prediction.snooze',
    value: id,
    hint: 'Leave it open until something is observed.',
  });

const nothingCame = (): MnemeError =>
  new MnemeError('invalid_input', 'prediction.came: say whether it came true.', {
    field: 'prediction.came',
    hint: 'Give `came` as yes or no, or put it off: `snooze`.',
  });
