import type { BankHandle } from '@mneme/core/bank/bank-handle.js';
import type { Reversible } from '@mneme/core/domain/change.js';
import {
  type ForecastFilter,
  type Forecasts,
  listForecasts,
  type PredictInput,
  type PredictionReceipt,
  type Settled,
  settleExpectation,
  storeExpectation,
} from '../forecasts/forecasts.js';
import { observe, type ObserveInput, type ObserveReceipt } from '../task-loop/prepare.js';
import type { SettleInput } from './score-predictions.js';
import { world, type World, type WorldInput } from './world-rules.js';
import { foretell, type Foretelling, type ForetellInput } from '../task-loop/foretell.js';

declare module '@mneme/core/mneme.js' {
  interface Mneme {
    /** Predictions, and a learned model of the world. */
    readonly foresight: Foresight;
  }
}

/** Predictions from a model of the world, learned from what actions led to. */
export class Foresight {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Learns from observations, in one change: the effect of an action, a prediction's outcome, the result of a task,
   * somebody's action; and with a query the outcome of an interaction, in all paradigms. Throws `not_found`,
   * `conflict` for a prediction that is settled, `invalid_input`.
   */
  async observe(input: ObserveInput): Promise<ObserveReceipt> {
    return this.bank.telling(async (bank, parts) =>
      observe(await this.bank.cleaned(input), bank, parts),
    );
  }

  /**
   * The learned rules of the world, for one domain or all; with a goal, the actions that probably lead to it.
   * Read-only.
   */
  async world(input: WorldInput = {}): Promise<World> {
    return world(input, await this.bank.open());
  }

  /**
   * Predicts the outcome of an action, with the competence in it and a recommendation: from reported similar
   * undertakings, rules that forbid it, learned rules of the world and results in similar tasks. `keep` stores it as
   * a prediction. With a goal, what it still lacks; with an entity, what it will do next. Without an action, the
   * success rates in all reported tasks.
   */
  async foretell(input: ForetellInput = {}): Promise<Foretelling> {
    if (input.keep !== true) return foretell(input, await this.bank.serve(), this.bank.parts);
    return this.bank.telling(async (bank, parts) =>
      foretell(await this.bank.cleaned(input), bank, parts),
    );
  }

  /** @deprecated Use {@link foretell}. */
  simulate(input: ForetellInput): Promise<Foretelling> {
    return this.foretell(input);
  }

  /**
   * Stores a prediction: what an action leads to, or what will be so by a day. {@link observe} or {@link settle}
   * compares it with the outcome. Throws `invalid_input` for a probability outside 0..1, and for a day in the past.
   */
  async predict(input: PredictInput): Promise<Reversible<PredictionReceipt>> {
    const cleaned = await this.bank.cleaned(input);
    await this.bank.serve();
    return this.bank.reversing((bank) => storeExpectation(cleaned, bank, this.bank.core.flowParts));
  }

  /**
   * Compares a prediction with its outcome: its beliefs move, a certain rule becomes a fact; or postpones a forecast.
   * Throws `not_found`, `conflict` for one that is settled, `invalid_input`.
   */
  async settle(input: SettleInput): Promise<Reversible<Settled>> {
    await this.bank.serve();
    return this.bank.reversing(async (bank) =>
      settleExpectation(await this.bank.cleaned(input), bank, this.bank.core.flowParts),
    );
  }

  /**
   * Predictions with their current state: those due first, which a person has to settle; with `score`, how good they
   * were.
   */
  async forecasts(filter: ForecastFilter = {}): Promise<Forecasts> {
    return listForecasts(filter, await this.bank.open(), this.bank.parts);
  }
}
