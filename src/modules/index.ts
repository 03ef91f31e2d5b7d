import type { CapabilityModule } from './module.js';
import { feedback } from './feedback/index.js';
import { validity } from './validity/index.js';
import { owner } from './owner/index.js';
import { facts } from './facts/index.js';
import { instructions } from './instructions/index.js';
import { purpose } from './purpose/index.js';
import { told } from './told/index.js';

/**
 * Every capability that takes part in recall or remember, in the order in which they do. A later one may import the `index.ts` of an
 * earlier one, and nothing else of it.
 */
export const MODULES: readonly CapabilityModule[] = Object.freeze([
  feedback,
  owner,
  validity,
  facts,
  instructions,
  purpose,
  told,
]);
