import type { BankHandle } from '../../bank/bank-handle.js';
import type { Reversible } from '../../domain/reversal.js';
import { readCalibration, type Calibration } from './calibration.js';
import {
  listForecasts,
  makeForecast,
  settleForecast,
  snoozeForecast,
  type ForecastFilter,
  type ForecastReceipt,
  type Forecasts,
  type MakeForecastInput,
  type SettleForecastInput,
  type SnoozeForecastInput,
} from './forecasts.js';

declare module '../../mneme.js' {
  interface Mneme {
    readonly forecasting: Forecasting;
  }
}

/** What will be so by a day: made, reminded of, settled, scored. */
export class Forecasting {
  constructor(private readonly bank: BankHandle) {}

  /** Keeps a forecast for a day. Throws `invalid_input` for a day that is over. */
  async make(input: MakeForecastInput): Promise<Reversible<ForecastReceipt>> {
    return this.bank.reversing(async (bank) =>
      makeForecast(await this.bank.cleaned(input), bank, this.bank.parts),
    );
  }

  /** Says how one ended. Throws `not_found`, `conflict` where a person has said it. */
  async settle(input: SettleForecastInput): Promise<Reversible<ForecastReceipt>> {
    return this.bank.reversing((bank) => settleForecast(input, bank, this.bank.parts));
  }

  /** Puts one off: nobody is reminded of it until a day. Throws `not_found`, `conflict` for a settled one, `invalid_input`. */
  async snooze(input: SnoozeForecastInput): Promise<Reversible<ForecastReceipt>> {
    return this.bank.reversing((bank) => snoozeForecast(input, bank, this.bank.parts));
  }

  /** Forecasts as they stand: what is due first, which is for somebody to settle. */
  async list(filter: ForecastFilter = {}): Promise<Forecasts> {
    return listForecasts(filter, await this.bank.open(), this.bank.parts);
  }

  /** Brier score and calibration, by field. */
  async score(): Promise<Calibration> {
    return readCalibration(await this.bank.open(), this.bank.parts);
  }
}
