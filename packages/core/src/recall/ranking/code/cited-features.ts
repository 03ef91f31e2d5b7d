import type { CodeFeatureGroup } from './code-pool.js';

/**
 * Identifiers that the question cites verbatim. A function is seldom called what its description cites:
 * that is what it takes, calls or is compared with.
 */
export const citedFeatures: CodeFeatureGroup = {
  names: ['cited', 'cited_name', 'cited_other'],
  prepare:
    ({ question: { cited } }) =>
    ({ candidate: { cites }, function: { name } }) => {
      if (cited.length === 0) return [0, 0, 0];
      const named =
        cited.filter(
          (words) => words.length === name.length && words.every((word, at) => word === name[at]),
        ).length / cited.length;
      return [cites, named, Math.max(0, cites - named)];
    },
};
