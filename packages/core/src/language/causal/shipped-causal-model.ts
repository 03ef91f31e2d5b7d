import DATA from '../../../data/models/causal.json' with { type: 'json' };
import type { CausalModel } from './causal-model.js';

/**
 * The parameters of the shipped causal classifier, made by `npm run bench -- fit-causes --file PATH`. Never edit by
 * hand; refit when the features change.
 */
export const SHIPPED_CAUSAL_MODEL = DATA as CausalModel;
