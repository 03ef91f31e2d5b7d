import type { Logistic } from '../../../recall/confidence/logistic.js';
import type { FusionModel } from '../../../recall/ranking/fusion-model.js';

/** The model for telling the newest statement on a matter from older ones: made by `npm run bench -- fit-currency`. */
export interface CurrencyModel {
  /** Probability that a text states a change, by its words. */
  readonly cues: Logistic;
  /** Ranks results against each other, by {@link CURRENCY_FEATURES}. */
  readonly ranking: FusionModel;
}
