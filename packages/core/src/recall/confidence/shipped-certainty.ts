import DATA from '../../../data/models/certainty.json' with { type: 'json' };
import type { CertaintyModel } from './certainty-model.js';

/**
 * The fitted probabilities that ship: figures only, made by `npm run bench -- fit-certainty --dir PATH`.
 * Never edit by hand; refit when the fusion, its features or the encoder change.
 */
export const SHIPPED_CERTAINTY = DATA as CertaintyModel;
