import { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import { LearnedId } from '../../domain/ids.js';
import { lastIn, startIn } from '../../domain/day-bounds.js';
import { BoundInput } from '../../domain/input.js';
import { bankClock } from '../../indexes/bank-clock.js';
import { parseInput } from '../../domain/parse-input.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { DAY, isoSecond, type Instant } from '../../domain/time.js';
import type { EngineParts, OpenBank } from '../../bank/open-bank.js';
import { asLearned, founded, revise, revised } from '../../bank/learned/revise.js';
import {
  brierOf,
  FORECAST,
  FORECAST_STATES,
  Forecast,
  forecastsOf,
  MODULE,
  type ForecastOutcome,
  type ForecastRecord,
  type KeptForecast,
} from './forecast.js';
import { toldOutcome } from './told-outcome.js';
import { pageInput, pageOutput } from '../../domain/page.js';
import { pageOf, startWalk, type Place } from '../../bank/pages.js';

export const MakeForecastInput = z.strictObject({
  statement: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(500, 'at most 500 characters')
    .describe('What will be so, as it could be told afterwards: “The release shipped.”'),
  probability: z
    .number()
    .min(0, 'must be 0 to 1')
    .max(1, 'must be 0 to 1')
    .describe('How likely, 0 to 1.'),
  due: BoundInput.describe('The day on which it is known.'),
  domain: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .default('general')
    .describe('The field: how good forecasts are is told for each.'),
});
export type MakeForecastInput = z.input<typeof MakeForecastInput>;

export const SettleForecastInput = z.strictObject({
  id: LearnedId.describe('The forecast, as in x_01h5k0c2x9w7a.'),
  came: z.boolean().describe('Whether it came true.'),
});
export type SettleForecastInput = z.input<typeof SettleForecastInput>;

/** Who puts a forecast off without a day is reminded again after so long. */
const SNOOZE = 7 * DAY;

export const SnoozeForecastInput = z.strictObject({
  id: LearnedId.describe('The forecast, as in x_01h5k0c2x9w7a.'),
  until: BoundInput.optional().describe(
    'Until when nobody is reminded of it. Default: for seven days.',
  ),
});
export type SnoozeForecastInput = z.input<typeof SnoozeForecastInput>;

export const ForecastFilter = z.strictObject({
  state: z.enum(FORECAST_STATES).optional().describe('Only these: open, due or settled.'),
  domain: z.string().trim().min(1).max(100).optional().describe('Only of this field.'),
  ...pageInput('Forecasts a page.', 50, 500),
});
export type ForecastFilter = z.input<typeof ForecastFilter>;

const receiptShape = z.strictObject({ ...Forecast.shape, sequence: z.number() });
export interface ForecastReceipt extends Of<typeof receiptShape> {}
export const ForecastReceipt: SchemaOf<ForecastReceipt, typeof receiptShape> = receiptShape;

const listShape = z.strictObject({ forecasts: z.array(Forecast), ...pageOutput });
export interface Forecasts extends Of<typeof listShape> {}
export const Forecasts: SchemaOf<Forecasts, typeof listShape> = listShape;

type Parts = Pick<EngineParts, 'store' | 'clock' | 'actor' | 'readOnly' | 'newId' | 'stemmer'>;

/** Keeps that something will be so by a day. Throws `invalid_input` for a day that is over. */
export async function makeForecast(
  raw: MakeForecastInput,
  bank: OpenBank,
  parts: Parts,
): Promise<ForecastReceipt> {
  const given = parseInput(MakeForecastInput, raw, 'forecast');
  const input = { ...given, due: lastIn(given.due, await bankClock(bank.name, parts.store)) };
  return revise(bank.name, parts, (at) => {
    if (input.due <= at)
      throw new MnemeError('invalid_input', `forecast.due: ${isoSecond(input.due)} is over.`, {
        field: 'forecast.due',
        value: isoSecond(input.due),
        hint: 'Name a day that is still to come.',
      });
    const kept: KeptForecast = { ...input, outcome: null };
    const record = founded(
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

/** A person says how it ended; that goes before what talk says. Throws `not_found`, `conflict` for one that a person has settled. */
export async function settleForecast(
  raw: SettleForecastInput,
  bank: OpenBank,
  parts: Parts,
): Promise<ForecastReceipt> {
  const { id, came } = parseInput(SettleForecastInput, raw, 'forecast');
  return revise(bank.name, parts, async (at) => {
    const found = await unsettled(id, bank, parts);
    const kept: KeptForecast = { ...found.kept, outcome: { came, at, by: 'person', memory: null } };
    const record = revised(found.record, bodyOf(kept), at);
    return {
      put: { learned: asLearned([record]) },
      verb: 'foresee',
      reason: came ? 'a forecast came true' : 'a forecast did not come true',
      answer: (sequence) => ({ ...shown({ record, kept }, kept.outcome, at), sequence }),
    };
  });
}

/** Puts a forecast off: until then nobody is reminded of it. Throws `not_found`, `conflict` for a settled one, `invalid_input` for a past day. */
export async function snoozeForecast(
  raw: SnoozeForecastInput,
  bank: OpenBank,
  parts: Parts,
): Promise<ForecastReceipt> {
  const input = parseInput(SnoozeForecastInput, raw, 'forecast');
  const offset = await bankClock(bank.name, parts.store);
  return revise(bank.name, parts, async (at) => {
    const until = input.until === undefined ? at + SNOOZE : startIn(input.until, offset);
    if (until <= at)
      throw new MnemeError('invalid_input', `forecast.until: ${isoSecond(until)} is over.`, {
        field: 'forecast.until',
        value: isoSecond(until),
        hint: 'Name a day that is still to come.',
      });
    const found = await unsettled(input.id, bank, parts);
    const kept: KeptForecast = { ...found.kept, snoozedUntil: until };
    const record = revised(found.record, bodyOf(kept), at);
    const outcome = await toldOutcome(kept.statement, record.createdAt, bank.name, parts);
    return {
      put: { learned: asLearned([record]) },
      verb: 'foresee',
      reason: `a forecast was put off until ${isoSecond(until)}`,
      answer: (sequence) => ({ ...shown({ record, kept }, outcome, at), sequence }),
    };
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
      field: 'forecast.id',
      value: id,
      hint: 'List them with `mneme forecast list`.',
    });
  if (found.kept.outcome !== null)
    throw new MnemeError('conflict', `The forecast ${id} is settled already.`, {
      field: 'forecast.id',
      value: id,
      hint: 'Undo its settling first: `mneme log`, `mneme undo`.',
    });
  return found;
}

/** Forecasts with how each stands now: what is due first, then what is open by its day, then what is settled, the last at first. */
export async function listForecasts(
  raw: ForecastFilter,
  bank: OpenBank,
  parts: Parts,
): Promise<Forecasts> {
  const asked = parseInput(ForecastFilter, raw, 'forecasts');
  const walk = startWalk('forecast_list', bank.name, asked);
  // The order is that of the first page: what falls due or is settled meanwhile keeps its place.
  const begun = Number(walk.from?.[0] ?? parts.clock.now());
  const forecasts = await allForecasts(asked, bank, parts);
  const { page, next } = pageOf(forecasts, walk, (each) => [begun, ...placeOf(each, begun)]);
  return { forecasts: page, next };
}

/** Every forecast of a filter with how it stands now, in no order. */
export async function allForecasts(
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
      kept.outcome ?? (await toldOutcome(kept.statement, record.createdAt, bank.name, parts));
    forecasts.push(shown(each, outcome, now));
  }
  return forecasts.filter((each) => state === undefined || each.state === state);
}

/** Due, open, settled, as they stood at a moment. */
function placeOf({ id, due, outcome }: Forecast, at: Instant): Place {
  if (outcome !== null && outcome.at <= at) return [2, -outcome.at, id];
  return [due <= at ? 0 : 1, due, id];
}

const bodyOf = (kept: KeptForecast) => ({
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
