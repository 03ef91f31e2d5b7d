import { z } from 'zod';
import { likeness, type Proposition, readProposition } from '../inference/index.js';
import type { EngineParts } from '@mneme/core/bank/core.js';
import { RecordSummaryCache } from '@mneme/core/bank/learned/learned-state.js';
import { type BankName, DEFAULT_BANK, LearnedId, MemoryId } from '@mneme/core/domain/ids.js';
import type { LearnedRecord } from '@mneme/core/domain/learned-record.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import { type Of, type SchemaOf, Share } from '@mneme/core/domain/schema.js';
import { DAY, Instant, isoSecond } from '@mneme/core/domain/time.js';
import type { BankPart, Reminder } from '@mneme/core/kernel/module.js';
import { detectLanguage } from '@mneme/core/language/detect-language.js';
import { sentences } from '@mneme/core/language/segmentation.js';
import type { OpenedBank } from '@mneme/core/modules/module.js';
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

const isForecast = ({ body }: LearnedRecord<'module'>): boolean =>
  body.module === MODULE && body.type === FORECAST;

const readForecast = (record: LearnedRecord<'module'>): ForecastRecord => ({
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

const binShape = z.strictObject({
  /** Range of probabilities of the bin; the upper bound is exclusive, except in the last. */
  from: Share,
  to: Share,
  count: z.number(),
  /** Mean predicted probability, and share that came true. */
  told: Share,
  came: Share,
});
const domainShape = z.strictObject({
  domain: z.string(),
  settled: z.number(),
  open: z.number(),
  due: z.number(),
  /**
   * Brier score: mean squared error of the probabilities; null where nothing is settled. 0 is perfect, 0.25 is a
   * coin.
   */
  brier: Share.nullable(),
  /** Brier score of always predicting the base rate. */
  reference: Share.nullable(),
  /** 1 minus brier over reference: above 0 it beats the base rate. Null where the reference is 0. */
  skill: z.number().nullable(),
  /** Expected calibration error: mean over bins, weighted by count. */
  calibrationError: Share.nullable(),
  bins: z.array(binShape),
});
/** Quality of forecasts by field: `all` first. */
export const Scores = z.array(domainShape);
export type Scores = z.output<typeof Scores>;

interface Scored {
  readonly domain: string;
  readonly probability: number;
  /** Null while the outcome is unknown. */
  readonly came: boolean | null;
  readonly due: boolean;
}

const BINS = 5;

export function scoresByField(forecasts: readonly Forecast[]): Scores {
  const scored = forecasts.map(({ domain, probability, outcome, state }): Scored => ({
    ...{ domain, probability, came: outcome?.came ?? null, due: state === 'due' },
  }));
  const domains = [...new Set(scored.map(({ domain }) => domain))].sort();
  return [
    scoresOf('all', scored),
    ...(domains.length < 2 ? [] : domains).map((domain) =>
      scoresOf(
        domain,
        scored.filter((each) => each.domain === domain),
      ),
    ),
  ];
}

/** Brier score (Brier 1950) and reliability of one field. */
export function scoresOf(domain: string, scored: readonly Scored[]): Scores[number] {
  const settled = scored.flatMap(({ probability, came }) =>
    came === null ? [] : [{ probability, came }],
  );
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const none = settled.length === 0;
  const rate = none ? 0 : mean(settled.map(({ came }) => Number(came)));
  const brier = none
    ? null
    : mean(settled.map(({ probability, came }) => brierOf(probability, came)));
  const reference = none ? null : rate * (1 - rate);
  const bins = Array.from({ length: BINS }, (_, at) => {
    const within = settled.filter(
      ({ probability }) => Math.min(BINS - 1, Math.floor(probability * BINS)) === at,
    );
    return {
      from: at / BINS,
      to: (at + 1) / BINS,
      count: within.length,
      told: within.length === 0 ? 0 : mean(within.map(({ probability }) => probability)),
      came: within.length === 0 ? 0 : mean(within.map(({ came }) => Number(came))),
    };
  }).filter(({ count }) => count > 0);
  return {
    domain,
    settled: settled.length,
    open: scored.filter(({ came, due }) => came === null && !due).length,
    due: scored.filter(({ came, due }) => came === null && due).length,
    brier,
    reference,
    skill: brier === null || reference === null || reference === 0 ? null : 1 - brier / reference,
    calibrationError: none
      ? null
      : bins.reduce(
          (sum, { count, told, came }) => sum + (count / settled.length) * Math.abs(told - came),
          0,
        ),
    bins,
  };
}

/** How long an outcome read from talk is presented to a person for confirmation. */
const PROPOSED_FOR = 14 * DAY;
/** Maximum number of forecasts whose outcome is looked up, the longest overdue first. */
const MAX_LOOKED_UP = 50;

/** Reminders of forecasts that need an outcome from a person. */
export class RemindedForecasts implements BankPart {
  readonly #records: RecordSummaryCache<readonly ForecastRecord[]>;

  constructor(private readonly opened: Pick<OpenedBank, 'bank' | 'store' | 'state' | 'stemmer'>) {
    this.#records = new RecordSummaryCache(opened, isForecast, (records) =>
      records.map(readForecast),
    );
  }

  /**
   * Forecasts that are due, and those whose outcome was reported recently, with the report. Leaves out what a person
   * has settled or postponed.
   */
  async remind(now: Instant): Promise<readonly Reminder[]> {
    const { bank } = this.opened;
    const waiting = (await this.#records.current())
      .filter(({ kept: { outcome, snoozedUntil = 0 } }) => outcome === null && snoozedUntil <= now)
      .sort((one, other) => one.kept.due - other.kept.due)
      .slice(0, MAX_LOOKED_UP);
    const reminders: Reminder[] = [];
    for (const { record, kept } of waiting) {
      const outcome = await reportedOutcome(kept.statement, record.createdAt, bank, this.opened);
      const over = kept.due <= now;
      if (outcome === null ? !over : Math.max(outcome.at, kept.due) + PROPOSED_FOR <= now) continue;
      reminders.push({
        id: record.id,
        kind: 'forecast',
        content: kept.statement,
        madeAt: record.createdAt,
        due: kept.due,
        says: `${sayOutcome(outcome, kept.probability)} ${sayMeans(record.id, bank, outcome)}`,
        evidence: outcome === null ? null : await this.#memory(outcome),
      });
    }
    return reminders;
  }

  async #memory({ memory }: ForecastOutcome): Promise<Memory | null> {
    const { bank, store } = this.opened;
    return memory === null ? null : ((await store.get(bank, [memory]))[0] ?? null);
  }
}

const sayOutcome = (outcome: ForecastOutcome | null, probability: number): string =>
  outcome === null
    ? `Its day has come and nobody has said how it ended; it was held for ${Math.round(probability * 100)} % likely.`
    : `It seems ${outcome.came ? 'to have come true' : 'not to have come true'}, by ${outcome.memory ?? 'what was said'} of ${isoSecond(outcome.at).slice(0, 10)}.`;

const sayMeans = (id: string, bank: string, outcome: ForecastOutcome | null): string => {
  const here = bank === DEFAULT_BANK ? '' : ` --bank ${bank}`;
  return outcome === null
    ? `Settle it by \`mneme settle ${id} --came${here}\` or \`--no-came\`, or put it off by \`mneme settle ${id} --snooze${here}\`.`
    : `Confirm it by \`mneme settle ${id} --${outcome.came ? '' : 'no-'}came${here}\`, or contradict it by \`--${outcome.came ? 'no-' : ''}came\`.`;
};
