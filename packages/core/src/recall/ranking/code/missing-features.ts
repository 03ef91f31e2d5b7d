import type { CodeFeatureGroup } from './code-pool.js';
import { NAME, ROLES, SUMMARY } from './function-words.js';

/** What the function lacks of the question, and its words that only begin the same: inflected or truncated. */
export const missingFeatures: CodeFeatureGroup = {
  names: ['missing_heaviest', 'missing_told', 'missing', 'begun_name', 'begun'],
  prepare:
    ({ question: { words, heaviest, norm, total } }) =>
    (match) => {
      let [most, mostTold, missing, name, any] = [0, 0, 0, 0, 0];
      words.forEach(({ weight }, at) => {
        if ((match.own[at * ROLES + NAME] ?? 0) + (match.own[at * ROLES + SUMMARY] ?? 0) === 0)
          mostTold = Math.max(mostTold, weight);
        if ((match.frequencies[at] ?? 0) > 0) return;
        most = Math.max(most, weight);
        missing += weight * weight;
        name += weight * (match.begun.name[at] ?? 0);
        any += weight * (match.begun.any[at] ?? 0);
      });
      return [most / heaviest, mostTold / heaviest, missing / norm ** 2, name / total, any / total];
    },
};
