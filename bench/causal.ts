import { readCausalClauses } from '../packages/core/src/language/causal/causal-clauses.js';
import { readCauses } from '../packages/core/src/language/causal/causes.js';
import { givenFile } from './benchmark.js';
import type { Benchmark, BenchmarkResult } from './benchmark.js';
import {
  readLabelled,
  readSpanned,
  type LabelledSentence,
  type SpannedSentence,
} from './causal-data.js';
import { scoreSpans } from './span-metrics.js';
import { examplesOf, FOLDS, SEED } from './fit-causes.js';
import { bestThreshold, judge, outOfFold, shuffledFolds, type Example } from './fit-logistic.js';

/** Is a cause stated? CausalNewsCorpus V2, each sentence judged by a fit on the other folds. */
export const causal: Benchmark = {
  name: 'causal',
  summary:
    'Tell news sentences that state a cause from others, five-fold; where cause and effect stand.',
  options: [
    { flag: '--file <path>', description: 'CSV of CausalNewsCorpus, subtask 1' },
    { flag: '--spans <path>', description: 'CSV of subtask 2, grouped' },
  ],
  run: (options, log) => {
    const sentences = readLabelled(givenFile(options, 'file'));
    const results = stated(sentences, log);
    return Promise.resolve(
      asResult(
        options['spans'] === undefined
          ? results
          : { ...results, ...spans(readSpanned(String(options['spans']))) },
      ),
    );
  },
};

/** Five-fold; each fold's threshold comes from folds within the others, never from the fold itself. */
function stated(
  sentences: readonly LabelledSentence[],
  log: (line: string) => void,
): Record<string, number> {
  const examples = examplesOf(sentences);
  const labels = sentences.map((sentence) => sentence.causal);
  const answers: boolean[] = [];
  const plain: boolean[] = [];
  const folds = shuffledFolds(examples.length, FOLDS, SEED);
  const probabilities = outOfFold(examples, folds);
  folds.forEach((fold, at) => {
    log(`fold ${at + 1} of ${FOLDS}`);
    const threshold = innerThreshold(examples, new Set(fold));
    for (const place of fold) {
      answers[place] = (probabilities[place] ?? 0) >= threshold;
      plain[place] = (probabilities[place] ?? 0) >= 0.5;
    }
  });
  const judged = judge(answers, labels);
  return {
    ...judged,
    f1_at_half: judge(plain, labels).f1,
    f1_of_cues_alone: judge(
      sentences.map(({ text }) => readCauses(text).length > 0),
      labels,
    ).f1,
    f1_of_always_yes: judge(
      labels.map(() => true),
      labels,
    ).f1,
    sentences: sentences.length,
  };
}

function innerThreshold(examples: readonly Example[], held: ReadonlySet<number>): number {
  const rest = examples.filter((_, at) => !held.has(at));
  return bestThreshold(
    outOfFold(rest, shuffledFolds(rest.length, FOLDS, SEED + 1)),
    rest.map(({ label }) => label),
  );
}

/** Where cause and effect stand, in sentences that are known to state a cause; with all signs, and with connectives alone. */
function spans(sentences: readonly SpannedSentence[]): Record<string, number> {
  const read = scoreSpans(sentences, (text) => readCausalClauses(text, () => true));
  const stated = scoreSpans(sentences, readCauses);
  return {
    span_f1: read.f1,
    span_cause_f1: read.cause,
    span_effect_f1: read.effect,
    span_exact: read.exact,
    span_found: read.found,
    span_f1_of_connectives: stated.f1,
    spanned: sentences.length,
  };
}

const TARGETS: Readonly<Record<string, string>> = { f1: '≥ 0.74' };

function asResult(results: Record<string, number>): BenchmarkResult {
  const rows = Object.entries(results).map(([name, value]) => [
    name,
    Number.isInteger(value) ? String(value) : value.toFixed(3),
    TARGETS[name] ?? '',
  ]);
  return { results, table: [['causal', 'five-fold by sentence', 'target'], ...rows] };
}
