import type { RememberInput } from '../packages/core/src/domain/input.js';
import { createStemmer } from '../packages/core/src/language/stem.js';
import { contentTerms, indexTerms } from '../packages/core/src/language/terms.js';
import { Bm25 } from './bm25.js';
import { mean } from './retrieval-metrics.js';

/** Functions to find and what is asked for them. */
export interface CodeCorpus {
  readonly functions: readonly { readonly name: string; readonly code: string }[];
  readonly queries: readonly { readonly text: string; readonly answer: string }[];
}

/** One memory a function; the same moment for all, so that time tells nothing. */
export function asMemories({ functions }: CodeCorpus, at: number): RememberInput[] {
  return functions.map(({ name, code }) => ({ content: code, turn: name, saidAt: at }));
}

/** Reciprocal ranks of the answers, cut off at 10 and at 100, and the share found among the first 10. */
export interface CodeFigures {
  readonly mrr10: number;
  readonly mrr: number;
  readonly r10: number;
}

export function judgeRanks(ranks: readonly number[]): CodeFigures {
  const reciprocal = (limit: number) =>
    mean(ranks.map((rank) => (rank >= 0 && rank < limit ? 1 / (rank + 1) : 0)));
  return {
    mrr10: reciprocal(10),
    mrr: reciprocal(100),
    r10: mean(ranks.map((rank) => (rank >= 0 && rank < 10 ? 1 : 0))),
  };
}

/** Place of each query's answer by BM25 over the very terms that the bank's index keeps; -1 where it is missing. */
export function bm25Ranks(corpus: CodeCorpus): number[] {
  const stemmer = createStemmer();
  const bm25 = new Bm25(corpus.functions.map(({ code }) => indexTerms(code, 'en', stemmer).terms));
  return corpus.queries.map(({ text, answer }) =>
    bm25
      .rank(contentTerms(text, 'en', stemmer))
      .findIndex((at) => corpus.functions[at]?.name === answer),
  );
}
