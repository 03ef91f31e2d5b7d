import { z } from 'zod';
import {
  brierOf,
  FORECAST,
  Forecast,
  FORECAST_STATES,
  type ForecastOutcome,
  type ForecastRecord,
  forecastsOf,
  MODULE,
  reportedOutcome,
  Scores,
  scoresByField,
  type StoredForecast,
} from './forecast.js';
import {
  ExpectationInput,
  predict,
  SettledPrediction,
  SettleInput,
  settlePrediction,
  Uncertainties,
} from '../world-model/index.js';
import type {
  OpenBank as AnyOpenBank,
  EngineParts,
  FlowParts,
  OpenBank,
} from '@mneme/core/bank/core.js';
import { asLearned, firstVersion, nextVersion, revise } from '@mneme/core/bank/learned/revise.js';
import { Chance } from '@mneme/core/bank/learned/sightings.js';
import { pageOf, parsePageRequest, type SortKey } from '@mneme/core/bank/pages.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { LearnedId } from '@mneme/core/domain/ids.js';
import { BoundInput, parseInput } from '@mneme/core/domain/input.js';
import type { LearnedRecord } from '@mneme/core/domain/learned-record.js';
import { lastIn, startIn } from '@mneme/core/domain/memory-times.js';
import {
  flag,
  type Of,
  pageInput,
  pageOutput,
  type SchemaOf,
  Share,
  textUpTo,
} from '@mneme/core/domain/schema.js';
import { DAY, Instant, isoSecond } from '@mneme/core/domain/time.js';
import { Outlook } from '@mneme/core/domain/world-model.js';
import { bankOffset } from '@mneme/core/indexes/owner-and-zone.js';

/** A prediction of what will be so by a day. */
export const ForecastInput = z.strictObject({
  statement: textUpTo(500).describe(
    'What will be so by the day, as it could be told afterwards: “The release shipped.” Instead of an action.',
  ),
  probability: Chance.describe('How likely, 0 to 1.'),
  due: BoundInput.describe('The day on which it is known.'),
  domain: textUpTo(100).default('general').describe('The field.'),
});
export type ForecastInput = z.input<typeof ForecastInput>;

/** Default time for which a forecast is postponed. */
const SNOOZE = 7 * DAY;

export const ForecastFilter = z.strictObject({
  state: z.enum(FORECAST_STATES).optional().describe('Only these: open, due or settled.'),
  domain: textUpTo(100).optional().describe('Only of this field.'),
  score: flag('Also how good they were, by field.'),
  ...pageInput('Forecasts a page.', 50, 500),
});
export type ForecastFilter = z.input<typeof ForecastFilter>;

const listShape = z.strictObject({
  forecasts: z.array(Forecast),
  /** Quality of the forecasts by field, `all` first; null unless requested. */
  scores: Scores.nullable(),
  ...pageOutput,
});
export interface Forecasts extends Of<typeof listShape> {}
export const Forecasts: SchemaOf<Forecasts, typeof listShape> = listShape;

type Parts = Pick<EngineParts, 'store' | 'clock' | 'actor' | 'readOnly' | 'newId' | 'stemmer'>;

/** Stores a forecast for a day. Throws `invalid_input` for a day in the past. */
async function makeForecast(
  raw: ForecastInput,
  bank: OpenBank,
  parts: Parts,
): Promise<Forecast & { readonly sequence: number }> {
  const given = parseInput(ForecastInput, raw, 'prediction');
  const input = { ...given, due: lastIn(given.due, await bankOffset(bank.name, parts.store)) };
  return revise(bank.name, parts, (at) => {
    assertAhead(input.due, at, 'due');
    const kept: StoredForecast = { ...input, outcome: null };
    const record = firstVersion(
      'module',
      `${MODULE} ${FORECAST} ${input.statement}`,
      bodyOf(kept),
      at,
      parts.newId,
    );
    return {
      put: { learned: asLearned([record]) },
      verb: 'foresee',
      reason: `a forecast for ${isoSecond(input.due)}`,
      answer: (sequence) => ({ ...shown({ record, kept }, null, at), sequence }),
    };
  });
}

/**
 * Records the outcome given by a person, which overrides talk; or postpones reminders. Throws `not_found`, `conflict`
 * for one that a person has settled, `invalid_input` for a day in the past.
 */
async function settleForecast(
  { id, came, until }: Pick<z.output<typeof SettleInput>, 'id' | 'came' | 'until'>,
  bank: OpenBank,
  parts: Parts,
): Promise<Forecast & { readonly sequence: number }> {
  const offset = await bankOffset(bank.name, parts.store);
  return revise(bank.name, parts, async (at) => {
    const off = until === undefined ? at + SNOOZE : startIn(until, offset);
    if (came === undefined) assertAhead(off, at, 'until');
    const found = await unsettled(id, bank, parts);
    const kept: StoredForecast =
      came === undefined
        ? { ...found.kept, snoozedUntil: off }
        : { ...found.kept, outcome: { came, at, by: 'person', memory: null } };
    const record = nextVersion(found.record, bodyOf(kept), at);
    const outcome =
      kept.outcome ?? (await reportedOutcome(kept.statement, record.createdAt, bank.name, parts));
    return {
      put: { learned: asLearned([record]) },
      verb: 'foresee',
      reason:
        came === undefined
          ? `a forecast was put off until ${isoSecond(off)}`
          : `a forecast ${came ? 'came true' : 'did not come true'}`,
      answer: (sequence) => ({ ...shown({ record, kept }, outcome, at), sequence }),
    };
  });
}

function assertAhead(day: Instant, now: Instant, field: string): void {
  if (day > now) return;
  throw new MnemeError('invalid_input', `prediction.${field}: ${isoSecond(day)} is over.`, {
    field: `prediction.${field}`,
    value: isoSecond(day),
    hint: 'Name a day that is still to come.',
  });
}

/** A forecast that no person has settled. Throws `not_found`, `conflict`. */
async function unsettled(
  id: LearnedId,
  bank: OpenBank,
  { store }: Pick<Parts, 'store'>,
): Promise<ForecastRecord> {
  const found = (await forecastsOf(bank.name, store)).find(({ record }) => record.id === id);
  if (found === undefined)
    throw new MnemeError('not_found', `There is no forecast ${id}.`, {
      field: 'prediction.id',
      value: id,
      hint: 'List them with `mneme forecasts`.',
    });
  if (found.kept.outcome !== null)
    throw new MnemeError('conflict', `The forecast ${id} is settled already.`, {
      field: 'prediction.id',
      value: id,
      hint: 'Undo its settling first: `mneme log`, `mneme undo`.',
    });
  return found;
}

/** Forecasts with their current state: due ones first, then open ones by day, then settled ones, latest first. */
export async function listForecasts(
  raw: ForecastFilter,
  bank: OpenBank,
  parts: Parts,
): Promise<Forecasts> {
  const asked = parseInput(ForecastFilter, raw, 'forecasts');
  const { score, ...filter } = asked;
  const walk = parsePageRequest('forecasts', bank.name, filter);
  // All pages use the order as of the first: a forecast that falls due or is settled meanwhile
  // keeps its place.
  const begun = Number(walk.from?.[0] ?? parts.clock.now());
  const forecasts = await allForecasts(asked, bank, parts);
  const { page, next } = pageOf(forecasts, walk, (each) => [begun, ...placeOf(each, begun)]);
  const all = score ? await allForecasts({}, bank, parts) : [];
  return { forecasts: page, scores: score ? scoresByField(all) : null, next };
}

/** All forecasts that match a filter with their current state, unordered. */
async function allForecasts(
  { state, domain }: Pick<z.output<typeof ForecastFilter>, 'state' | 'domain'>,
  bank: OpenBank,
  parts: Parts,
): Promise<readonly Forecast[]> {
  const now = parts.clock.now();
  const forecasts: Forecast[] = [];
  for (const each of await forecastsOf(bank.name, parts.store)) {
    if (domain !== undefined && each.kept.domain !== domain) continue;
    const { record, kept } = each;
    const outcome =
      kept.outcome ?? (await reportedOutcome(kept.statement, record.createdAt, bank.name, parts));
    forecasts.push(shown(each, outcome, now));
  }
  for (const record of await parts.store.learned(bank.name, { kinds: ['prediction'] }))
    if (record.retractedAt === null && (domain === undefined || record.body.domain === domain))
      forecasts.push(ofAction(record));
  return forecasts.filter((each) => state === undefined || each.state === state);
}

/** Sort key: due, open, settled, as of a moment. */
function placeOf({ id, due, outcome }: Forecast, at: Instant): SortKey {
  if (outcome !== null && outcome.at <= at) return [2, -outcome.at, id];
  return due === null ? [1, Number.MAX_SAFE_INTEGER, id] : [due <= at ? 0 : 1, due, id];
}

/** The expected effect of an action, as a forecast. */
function ofAction({ id, createdAt, body }: LearnedRecord<'prediction'>): Forecast {
  const { action, state, probability, domain, outcome } = body;
  return {
    ...{ id, action, statement: state.join(', '), probability, domain, madeAt: createdAt },
    ...{ due: null, snoozedUntil: null, state: outcome === null ? 'open' : 'settled' },
    outcome:
      outcome === null
        ? null
        : { came: outcome.came, at: outcome.at, by: 'observation', memory: null },
    brier: outcome === null ? null : brierOf(probability, outcome.came),
  };
}

const bodyOf = (kept: StoredForecast) => ({
  module: MODULE,
  type: FORECAST,
  value: { ...kept },
  evidence: [],
});

function shown(
  { record, kept }: ForecastRecord,
  outcome: ForecastOutcome | null,
  now: Instant,
): Forecast {
  const { statement, probability, domain, due, snoozedUntil = null } = kept;
  return {
    id: record.id,
    action: null,
    statement,
    probability,
    domain,
    madeAt: record.createdAt,
    due,
    state: outcome !== null ? 'settled' : due <= now ? 'due' : 'open',
    outcome,
    snoozedUntil,
    brier: outcome === null ? null : brierOf(probability, outcome.came),
  };
}

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
  bank: AnyOpenBank,
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
  bank: AnyOpenBank,
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
