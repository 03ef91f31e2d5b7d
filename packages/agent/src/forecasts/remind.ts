import { RecordSummaryCache } from '@mneme/core/bank/learned/kept-records.js';
import { DEFAULT_BANK } from '@mneme/core/domain/ids.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import { DAY, isoSecond, type Instant } from '@mneme/core/domain/time.js';
import type { BankPart, Reminder } from '@mneme/core/kernel/module.js';
import type { OpenedBank } from '@mneme/core/modules/module.js';
import {
  type ForecastOutcome,
  type ForecastRecord,
  isForecast,
  readForecast,
  reportedOutcome,
} from './forecast.js';

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
