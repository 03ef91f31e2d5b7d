import type { BankHandle } from '@mneme/core/bank/bank-handle.js';
import type { Reversible } from '@mneme/core/domain/reversal.js';
import { listForecasts, type ForecastFilter, type Forecasts } from '../forecasts/forecasts.js';
import {
  keepExpectation,
  settleExpectation,
  type PredictInput,
  type PredictionReceipt,
  type Settled,
} from '../forecasts/predict.js';
import { observe, type ObserveInput, type ObserveReceipt } from '../task-loop/observe.js';
import type { SettleInput } from './score-predictions.js';
import { world, type World, type WorldInput } from './world-rules.js';
import { foretell, type Foretelling, type ForetellInput } from '../task-loop/foretell.js';

declare module '@mneme/core/mneme.js' {
  interface Mneme {
    /** What will happen: a learned model of the world, and predictions. */
    readonly foresight: Foresight;
  }
}

/** What will happen: a model of the world, learned from what actions led to. */
export class Foresight {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Learns from what was seen, in one change: what an action led to, a prediction's outcome, how a task went, what
   * somebody did; and with a query how an interaction went, in all paradigms. Throws `not_found`, `conflict` for a
   * prediction that is settled, `invalid_input`.
   */
  async observe(input: ObserveInput): Promise<ObserveReceipt> {
    return this.bank.telling(async (bank, parts) =>
      observe(await this.bank.cleaned(input), bank, parts),
    );
  }

  /** The learned rules of the world, for one domain or all; with a goal, the way that probably leads to it. Stores nothing. */
  async world(input: WorldInput = {}): Promise<World> {
    return world(input, await this.bank.open());
  }

  /**
   * What will happen, what is known of doing it, and whether to: by like undertakings that were told, rules
   * that forbid it, learned rules of the world and how like tasks went. `keep` stores it as a prediction. With a goal
   * what it still lacks, with an entity what it will do next. Without an action, how well all reported tasks go.
   */
  async foretell(input: ForetellInput = {}): Promise<Foretelling> {
    if (input.keep !== true) return foretell(input, await this.bank.serve(), this.bank.parts);
    return this.bank.telling(async (bank, parts) =>
      foretell(await this.bank.cleaned(input), bank, parts),
    );
  }

  /** @deprecated It is {@link foretell} now. */
  simulate(input: ForetellInput): Promise<Foretelling> {
    return this.foretell(input);
  }

  /**
   * Stores an expectation: what an action leads to, or what will be so by a day. {@link observe} or {@link settle}
   * compares it with the outcome. Throws `invalid_input` for a probability outside 0..1, and for a day that is over.
   */
  async predict(input: PredictInput): Promise<Reversible<PredictionReceipt>> {
    const cleaned = await this.bank.cleaned(input);
    await this.bank.serve();
    return this.bank.reversing((bank) => keepExpectation(cleaned, bank, this.bank.core.flowParts));
  }

  /**
   * Compares an expectation with its outcome: its beliefs move, a certain rule becomes a fact; or puts a forecast
   * off. Throws `not_found`, `conflict` for one that is settled, `invalid_input`.
   */
  async settle(input: SettleInput): Promise<Reversible<Settled>> {
    await this.bank.serve();
    return this.bank.reversing(async (bank) =>
      settleExpectation(await this.bank.cleaned(input), bank, this.bank.core.flowParts),
    );
  }

  /** What was predicted, as it stands: what is due first, which is for somebody to settle; with `score`, how good it was. */
  async forecasts(filter: ForecastFilter = {}): Promise<Forecasts> {
    return listForecasts(filter, await this.bank.open(), this.bank.parts);
  }
}
