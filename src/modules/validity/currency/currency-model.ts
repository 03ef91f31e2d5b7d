import type { Logistic } from '../../../recall/confidence/logistic.js';
import type { FusionModel } from '../../../recall/ranking/fusion-model.js';

/** What tells the newest word on a matter from older ones: made by `npm run bench -- fit-currency`. */
export interface CurrencyModel {
  /** Chance that a text tells a change, by its words. */
  readonly cues: Logistic;
  /** How results stand beside each other, by {@link CURRENCY_FEATURES}. */
  readonly ranking: FusionModel;
}
