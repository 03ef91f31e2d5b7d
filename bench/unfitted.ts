import type { CertaintyModel } from '../packages/core/src/recall/confidence/judgement.js';
import {
  KNOWN_EVIDENCE,
  RESULT_EVIDENCE,
} from '../packages/core/src/recall/confidence/evidence.js';
import { FEATURES } from '../packages/core/src/recall/ranking/feature-list.js';
import type { FusionModel } from '../packages/core/src/recall/ranking/fusion-model.js';
import { unfittedDense } from './fit-dense.js';
import { unfitted } from './fit-fusion.js';

// Banks are read for a fit while the shipped figures are those of another list of features or evidence.

/** Finds every candidate equally good. */
export const UNFITTED_FUSION: FusionModel = unfitted(FEATURES);

/** Judges nothing. */
export const UNFITTED_CERTAINTY: CertaintyModel = {
  encoder: '',
  result: unfittedDense(RESULT_EVIDENCE),
  known: unfittedDense(KNOWN_EVIDENCE),
  background: 0,
  fittedOn: 'nothing',
};
