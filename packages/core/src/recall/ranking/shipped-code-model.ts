import DATA from '../../../data/models/code-fusion.json' with { type: 'json' };
import type { FusionModel } from './fusion-model.js';

/**
 * A fitted fusion that ships: figures only, made by `npm run bench -- code --cosqa PATH --fit`. Never edit
 * by hand; refit when the features change.
 */
export const SHIPPED_CODE_MODEL = DATA as FusionModel;
