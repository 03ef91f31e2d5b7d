import type { BankHandle } from '../../bank/bank-handle.js';
import { anticipate, type AnticipateInput, type Anticipation } from './anticipate.js';
import { observe, type ObserveInput, type ObserveReceipt } from './observe.js';
import { plan, type ActionPlan, type PlanActionsInput } from './plan-actions.js';
import { settlePrediction, type SettledPrediction, type SettleInput } from './score-predictions.js';
import {
  listPatterns,
  predict,
  type PredictInput,
  type PredictionReceipt,
  type WorldRules,
} from './simulate.js';
import { foretell, type Foretelling, type ForetellInput } from '../paradigms/foretell.js';

declare module '../../mneme.js' {
  interface Mneme {
    /** What will happen: a learned model of the world, and predictions. */
    readonly foresight: Foresight;
  }
}

/** What will happen: a model of the world, learned from what actions led to. */
export class Foresight {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Records observations: of the world, of a prediction's outcome, of the agent's own work, of somebody's
   * habits. Throws `not_found` for an unknown prediction, `conflict` for one that is scored.
   */
  async observe(input: ObserveInput): Promise<ObserveReceipt> {
    return this.bank.writing(async (bank) =>
      observe(await this.bank.cleaned(input), bank, this.bank.core.flowParts),
    );
  }

  /** The learned rules of the world, for one domain or all. */
  async world(domain?: string): Promise<WorldRules> {
    return listPatterns(domain, await this.bank.open());
  }

  /** The shortest sequence that probably reaches a goal, by what actions led to before. Stores nothing. */
  async plan(input: PlanActionsInput): Promise<ActionPlan> {
    return plan(input, await this.bank.open());
  }

  /**
   * What will happen, what is known of doing it, and whether to: by like undertakings that were told, rules
   * that forbid it, learned rules of the world and how like tasks went. `keep` stores it as a prediction.
   * Without an action, how well all reported tasks go.
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
   * Stores an expectation; {@link observe} or {@link score} compares it with the outcome. Throws
   * `invalid_input` for a probability outside 0..1.
   */
  async predict(input: PredictInput): Promise<PredictionReceipt> {
    return this.bank.writing(async (bank) =>
      predict(await this.bank.cleaned(input), bank, this.bank.parts),
    );
  }

  /**
   * Compares a prediction with its outcome: its beliefs move, a certain rule becomes a fact. Throws
   * `not_found`, `conflict` for a scored one.
   */
  async score(input: SettleInput): Promise<SettledPrediction & { readonly sequence: number }> {
    return this.bank.telling(async (bank, parts) =>
      settlePrediction(await this.bank.cleaned(input), bank, parts),
    );
  }

  /** What a goal still lacks; what somebody will do next. Throws `not_found` for an unknown goal. */
  async anticipate(input: AnticipateInput): Promise<Anticipation> {
    return anticipate(input, await this.bank.serve(), this.bank.parts);
  }
}
