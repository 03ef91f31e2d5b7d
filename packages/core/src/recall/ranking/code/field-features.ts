import { CODE_ROLES } from '../../../language/code/code-reading.js';
import type { CodeFeatureGroup } from './code-pool.js';

/** BM25 of each field by itself, and BM25F: frequencies weighted by field before they saturate (Robertson, Zaragoza and Taylor 2004). */
export const fieldFeatures: CodeFeatureGroup = {
  names: [
    ...CODE_ROLES.map((role) => `bm25_${role}`),
    'bm25f',
    'bm25f_alike',
    'bm25f_body',
    'bm25f_told',
  ],
  prepare:
    ({ fields }) =>
    (_, row) =>
      fields[row] ?? [],
};
