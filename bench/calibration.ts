import { writeFileSync } from 'node:fs';
import { chance } from '../packages/core/src/recall/confidence/evidence.js';
import type { Benchmark, BenchmarkResult } from './benchmark.js';
import { auroc, brier, calibrationError, reliability, type Told } from './calibration-metrics.js';
import {
  CERTAINTY_OPTIONS,
  certaintyFolds,
  resultEvidence,
  type ResultRow,
} from './certainty-data.js';
import { drawReliability } from './draw-reliability.js';

/**
 * Is a probability what it says? Judged on the ten results of every LoCoMo question without a wrong person in it,
 * fusion and certainty both fitted on the other conversations; a result is right when the data set names it as
 * evidence. `ece` is the expected calibration error over ten bins; `brier_gain` is 1 - Brier(probability) /
 * Brier(score): by how much the mean squared error falls when a result's `probability` is read instead of its raw
 * `score`, which is 0..1 too.
 */
export const calibration: Benchmark = {
  name: 'calibration',
  summary:
    'Tell whether results said to be so sure are evidence so often, five-fold by conversation.',
  options: [
    ...CERTAINTY_OPTIONS,
    { flag: '--svg <path>', description: 'draw the reliability diagram here' },
  ],
  run: async (options, log) => {
    const { folds: judged, shipped } = await certaintyFolds(options, log);
    const folds = judged.map(({ results, model }) =>
      results.map((row) => ({
        ...row,
        chance: chance(model.result, resultEvidence(row, model.known)),
      })),
    );
    const told = folds.flat().filter(answerable);
    if (typeof options['svg'] === 'string')
      writeFileSync(options['svg'], drawReliability(reliability(told), told.length));
    return asResult(told, folds, shipped);
  },
};

type Row = ResultRow & Told;

const answerable = ({ question }: ResultRow): boolean => question.kind === 'answerable';

function asResult(
  told: readonly Row[],
  folds: readonly (readonly Row[])[],
  shipped: boolean,
): BenchmarkResult {
  const gain = (rows: readonly Row[]): number =>
    1 - brier(rows) / brier(rows.map(({ score, came }) => ({ chance: score, came })));
  const own = folds.map((fold) => fold.filter(answerable));
  const withAdversarial = folds.flat().filter(({ question }) => question.kind !== 'elsewhere');
  const around80 = told.filter(({ chance: said }) => said >= 0.7 && said < 0.9);
  const results = {
    ece: calibrationError(told),
    ece_worst_fold: Math.max(...own.map(calibrationError)),
    brier: brier(told),
    brier_score: brier(told.map(({ score, came }) => ({ chance: score, came }))),
    brier_gain: gain(told),
    brier_gain_worst_fold: Math.min(...own.map(gain)),
    auroc: auroc(told),
    auroc_score: auroc(told.map(({ score, came }) => ({ chance: score, came }))),
    said_near_80:
      around80.reduce((sum, { chance: said }) => sum + said, 0) / Math.max(1, around80.length),
    was_near_80: around80.filter(({ came }) => came).length / Math.max(1, around80.length),
    ece_with_adversarial: calibrationError(withAdversarial),
    brier_gain_with_adversarial: gain(withAdversarial),
    ece_with_elsewhere: calibrationError(
      folds.flat().filter(({ question }) => question.kind !== 'adversarial'),
    ),
    results: told.length,
  };
  const targets: Readonly<Record<string, string>> = { ece: '≤ 0.05', brier_gain: '≥ 0.20' };
  const rows = Object.entries(results).map(([name, value]) => [
    name,
    name === 'results' ? String(value) : value.toFixed(4),
    targets[name] ?? '',
  ]);
  const bins = reliability(told).map(({ from, to, count, said, was }) => [
    `${from.toFixed(1)}–${to.toFixed(1)}`,
    `said ${said.toFixed(3)}, was ${was.toFixed(3)}`,
    `${count} results`,
  ]);
  return {
    results,
    table: [
      ['calibration', shipped ? 'the shipped figures' : 'five-fold by conversation', 'target'],
      ...rows,
      ...bins,
    ],
  };
}
