import type { CodeFeatureGroup } from './code-pool.js';

const ALIKE = 0.5;
const USUAL_WORDS = 6;

/** How the function's name matches the question: how much of it is asked for, and how it begins and ends. */
export const nameFeatures: CodeFeatureGroup = {
  names: [
    'name_asked',
    'name_asked_alike',
    'name_balance',
    'name_whole',
    'name_begins',
    'name_ends',
    'name_opens',
    'name_length',
  ],
  prepare: ({ question: { weights, total, synonyms, first }, rarity }) => {
    const bears = (hash: number | undefined): number =>
      hash === undefined ? 0 : weights.has(hash) ? 1 : synonyms.has(hash) ? ALIKE : 0;
    return ({ function: { name } }) => {
      let [known, asked, alike, recalled, whole] = [0, 0, 0, 0, 1];
      for (const hash of name) {
        const weight = rarity(hash);
        known += weight;
        const own = weights.get(hash);
        if (own !== undefined) {
          asked += weight;
          recalled += own;
        } else if (synonyms.has(hash)) alike += weight;
        else whole = 0;
      }
      const precision = known === 0 ? 0 : asked / known;
      const recall = recalled / total;
      const [start] = name;
      return [
        precision,
        known === 0 ? 0 : (asked + alike) / known,
        precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
        name.length === 0 ? 0 : whole,
        bears(start),
        bears(name.at(-1)),
        start === undefined || first === null
          ? 0
          : start === first.hash
            ? 1
            : first.synonyms.has(start)
              ? ALIKE
              : 0,
        Math.min(1, name.length / USUAL_WORDS),
      ];
    };
  },
};
