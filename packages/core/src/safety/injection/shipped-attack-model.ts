import DATA from '../../../data/models/attack.json' with { type: 'json' };
import type { SegmentModel } from './segment-features.js';

/**
 * A fitted classifier that ships: figures only, made by `npm run bench -- fit-guard`. Never edit by hand; refit when
 * the features change.
 */
export const SHIPPED_ATTACK_MODEL = DATA as SegmentModel;
