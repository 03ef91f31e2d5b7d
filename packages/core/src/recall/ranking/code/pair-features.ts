import type { AskedPair } from './code-question.js';
import type { CodeFeatureGroup } from './code-pool.js';

/**
 * Adjacent words of the question: whether they are adjacent in name and summary too, and whether the
 * function has both.
 */
export const pairFeatures: CodeFeatureGroup = {
  names: ['pairs_name', 'pairs_summary', 'pairs_held'],
  prepare:
    ({ question: { pairs, pairTotal } }) =>
    (match) => {
      if (pairs.length === 0) return [0, 0, 0];
      const { name, summary } = match.function;
      const both = pairs.filter(
        ({ firstAt, secondAt }) =>
          (match.frequencies[firstAt] ?? 0) > 0 && (match.frequencies[secondAt] ?? 0) > 0,
      );
      const weigh = (found: readonly AskedPair[]): number =>
        found.reduce((sum, { weight }) => sum + weight, 0) / pairTotal;
      return [
        weigh(both.filter((pair) => sideBySide(pair, name))),
        weigh(both.filter((pair) => sideBySide(pair, summary))),
        weigh(both),
      ];
    },
};

function sideBySide({ first, second }: AskedPair, words: readonly number[]): boolean {
  return words.some((word, at) => {
    const next = words[at + 1];
    return (word === first && next === second) || (word === second && next === first);
  });
}
