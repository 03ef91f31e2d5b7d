import DATA from '../../../data/models/fusion.json' with { type: 'json' };
import type { FusionModel } from './fusion-model.js';

/** A fitted fusion that ships: figures only, made by `npm run bench -- fit --dir PATH`. Never edit it by hand; fit it anew when the features change. */
export const SHIPPED_MODEL = DATA as FusionModel;
