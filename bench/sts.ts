import { createStemmer } from '../packages/core/src/language/stem.js';
import { contentTerms } from '../packages/core/src/language/terms.js';
import { words } from '../packages/core/src/language/segmentation.js';
import { cosine } from '../packages/core/src/spaces/dense-vectors.js';
import { createSemanticEncoder } from '../packages/core/src/spaces/e01-semantic.js';
import { givenFile } from './benchmark.js';
import type { Benchmark } from './benchmark.js';
import { spearman } from './rank-correlation.js';
import { readRatedPairs, type RatedPair } from './sts-data.js';

/** How well the built-in semantic space agrees with people about likeness: Spearman's rank correlation on STS-B's pairs. */
export const sts: Benchmark = {
  name: 'sts',
  summary: 'Compare the built-in semantic space with people’s ratings of likeness.',
  options: [{ flag: '--file <path>', description: 'CSV: sentence, sentence, rating' }],
  run: (options) => {
    const pairs = readRatedPairs(givenFile(options, 'file'));
    const ratings = pairs.map(({ rating }) => rating);
    const judges = {
      spearman: storedLikeness(pairs),
      spearman_query: queryLikeness(pairs),
      spearman_overlap: pairs.map(wordOverlap),
    };
    const results = {
      pairs: pairs.length,
      ...Object.fromEntries(
        Object.entries(judges).map(([name, scores]): [string, number] => [
          name,
          spearman(scores, ratings),
        ]),
      ),
    };
    const targets: Readonly<Record<string, string>> = {
      spearman: '≥ 0.65, memory to memory as stored',
    };
    const rows = Object.entries(results).map(([name, value]) => [
      name,
      Number.isInteger(value) ? String(value) : value.toFixed(3),
      targets[name] ?? '',
    ]);
    return Promise.resolve({ results, table: [['STS-B', 'no learned model', 'target'], ...rows] });
  },
};

const stemmer = createStemmer();
const encoder = createSemanticEncoder(stemmer);
const termsOf = (text: string): string[] => contentTerms(text, 'en', stemmer);

/** Cosine of two memories' vectors, in signed bytes. */
function storedLikeness(pairs: readonly RatedPair[]): number[] {
  const vectorOf = (text: string): Int8Array => encoder.document(text, termsOf(text));
  return pairs.map(({ one, other }) => cosine(vectorOf(one), vectorOf(other)));
}

/** The same with the first sentence as a query, weighed by how rare its words are among the second ones. */
function queryLikeness(pairs: readonly RatedPair[]): number[] {
  const frequency = new Map<string, number>();
  for (const { other } of pairs)
    for (const term of new Set(termsOf(other))) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  const rarity = (term: string): number =>
    Math.log(
      1 + (pairs.length - (frequency.get(term) ?? 0) + 0.5) / ((frequency.get(term) ?? 0) + 0.5),
    );
  return pairs.map(({ one, other }) => {
    const query = encoder.query(
      [...new Set(termsOf(one))].map((term) => ({ term, weight: rarity(term) })),
    );
    return cosine(query, encoder.document(other, termsOf(other)));
  });
}

/** Jaccard's coefficient of the two sets of words, 0..1. */
function wordOverlap({ one, other }: RatedPair): number {
  const [a, b] = [one, other].map((text) => new Set(words(text).map((word) => word.text))) as [
    Set<string>,
    Set<string>,
  ];
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / Math.max(1, a.size + b.size - shared);
}
