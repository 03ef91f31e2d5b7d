import { z } from 'zod';
import type { EngineParts } from '@mneme/core/bank/core.js';
import { type BankName, LearnedId, MemoryId } from '@mneme/core/domain/ids.js';
import type { LearnedRecord } from '@mneme/core/domain/learned/record.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import { type Of, type SchemaOf, Share } from '@mneme/core/domain/schema.js';
import { Instant } from '@mneme/core/domain/time.js';
import { detectLanguage } from '@mneme/core/language/detect-language.js';
import { sentences } from '@mneme/core/language/segmentation.js';
import { likeness, type Proposition, readProposition } from '../inference/index.js';
import type { Store } from '@mneme/core/ports/store.js';

export const MODULE = 'forecasts';
export const FORECAST = 'forecast';

const outcomeShape = z.strictObject({
  came: z.boolean(),
  at: Instant,
  /** A forecast is settled by a person or by talk; the effect of an action by an observation. */
  by: z.enum(['person', 'talk', 'observation']),
  /** The memory that settles it; null where a person did. */
  memory: MemoryId.nullable(),
});
export interface ForecastOutcome extends Of<typeof outcomeShape> {}
export const ForecastOutcome: SchemaOf<ForecastOutcome, typeof outcomeShape> = outcomeShape;

/** The stored part of a forecast. What talk says of it is read at each query. */
export const StoredForecast = z.strictObject({
  statement: z.string(),
  probability: Share,
  due: Instant,
  domain: z.string(),
  outcome: outcomeShape.nullable(),
  /** No reminders until then. */
  snoozedUntil: z.exactOptional(Instant),
});
export type StoredForecast = z.output<typeof StoredForecast>;

export const FORECAST_STATES = ['open', 'due', 'settled'] as const;

const forecastShape = z.strictObject({
  id: LearnedId,
  /** The action that would lead to it; null for a forecast that is due on a day, whatever is done. */
  action: z.string().nullable(),
  statement: z.string(),
  probability: Share,
  domain: z.string(),
  madeAt: Instant,
  /** Null where it has no day, and waits for an observation. */
  due: Instant.nullable(),
  /** `due`: its day has come, and the outcome is unknown. */
  state: z.enum(FORECAST_STATES),
  outcome: ForecastOutcome.nullable(),
  /** No reminders until then; null where it was not postponed. */
  snoozedUntil: Instant.nullable(),
  /** Squared error of the probability; null while it is open. */
  brier: Share.nullable(),
});
/** A prediction, and its outcome. */
export interface Forecast extends Of<typeof forecastShape> {}
export const Forecast: SchemaOf<Forecast, typeof forecastShape> = forecastShape;

export interface ForecastRecord {
  readonly record: LearnedRecord<'module'>;
  readonly kept: StoredForecast;
}

/** Current forecasts of a bank, in order of creation. */
export async function forecastsOf(
  bank: BankName,
  store: Pick<Store, 'learned'>,
): Promise<readonly ForecastRecord[]> {
  const records = await store.learned(bank, { kinds: ['module'] });
  return records
    .filter((record) => record.retractedAt === null && isForecast(record))
    .map(readForecast);
}

export const isForecast = ({ body }: LearnedRecord<'module'>): boolean =>
  body.module === MODULE && body.type === FORECAST;

export const readForecast = (record: LearnedRecord<'module'>): ForecastRecord => ({
  record,
  kept: StoredForecast.parse(record.body.value),
});

/** Squared error of a probability. */
export const brierOf = (probability: number, came: boolean): number =>
  (probability - Number(came)) ** 2;

/** Maximum number of memories considered per forecast. */
const LOOKED_AT = 20;
/** Minimum share of terms that a clause must share to report the outcome. */
const SAYS_SO = 0.9;
/** Separators of clauses. */
const CLAUSES = /[:;,–—]/u;
/** Words that announce something: such a clause reports no outcome. */
const AHEAD =
  /(?<![\p{L}])(?:will|won['’]t|shall|going to|gonna|plan(?:s|ned)? to|expect(?:s|ed)? to|tomorrow|soon|wird|werden|va|vont)(?![\p{L}])/iu;

/**
 * The outcome as reported since the forecast was made: by the latest memory with a sentence that affirms or denies it
 * as having happened. Retracted memories are ignored.
 */
export async function reportedOutcome(
  statement: string,
  madeAt: Instant,
  bank: BankName,
  { store, stemmer }: Pick<EngineParts, 'store' | 'stemmer'>,
): Promise<ForecastOutcome | null> {
  const read = (text: string): Proposition =>
    readProposition(text.replace(AHEAD, ' '), detectLanguage(statement), stemmer);
  const forecast = read(statement);
  if (forecast.terms.length === 0) return null;
  const hits = await store.search.lexical(bank, forecast.terms.join(' '), {}, LOOKED_AT);
  const memories = await store.get(
    bank,
    hits.map(({ id }) => id),
  );
  let latest: ForecastOutcome | null = null;
  for (const memory of memories) {
    const came = saysOf(memory, forecast, madeAt, read);
    if (came === null || (latest !== null && latest.at > memory.saidAt)) continue;
    latest = { came, at: memory.saidAt, by: 'talk', memory: memory.id };
  }
  return latest;
}

function saysOf(
  { content, saidAt, retractedAt, supersededBy }: Memory,
  forecast: Proposition,
  madeAt: Instant,
  read: (text: string) => Proposition,
): boolean | null {
  if (retractedAt !== null || supersededBy !== null || saidAt <= madeAt) return null;
  for (const { text } of sentences(content)) {
    if (text.endsWith('?') || AHEAD.test(text)) continue;
    const told = [text, ...text.split(CLAUSES)]
      .map(read)
      .find((each) => !each.unsure && likeness(each, forecast) >= SAYS_SO);
    if (told !== undefined) return told.negated === forecast.negated;
  }
  return null;
}
