import { chance } from '../packages/core/src/recall/confidence/evidence.js';
import type { Benchmark, BenchmarkResult } from './benchmark.js';
import { auroc, brier, calibrationError, type Told } from './calibration-metrics.js';
import { CERTAINTY_OPTIONS, certaintyFolds, KINDS, type KnownRow } from './certainty-data.js';

/**
 * Does recall know when it knows nothing? LoCoMo's answerable questions against those that name the wrong person
 * (category 5) and against answerable ones put to the bank of another conversation; fusion and certainty both fitted
 * on the others.
 */
export const known: Benchmark = {
  name: 'known',
  summary: 'Tell questions the bank can answer from those it cannot, five-fold by conversation.',
  options: CERTAINTY_OPTIONS,
  run: async (options, log) => {
    const { folds: judged, shipped } = await certaintyFolds(options, log);
    const folds = judged.map(({ known: rows, model }) =>
      rows.map(({ kind, evidence }) => ({
        kind,
        came: kind === 'answerable',
        chance: chance(model.known, evidence),
      })),
    );
    return asResult(folds, shipped);
  },
};

type Row = Told & Pick<KnownRow, 'kind'>;

function asResult(folds: readonly (readonly Row[])[], shipped: boolean): BenchmarkResult {
  const all = folds.flat();
  const against = (rows: readonly Row[], kind: KnownRow['kind']): number =>
    auroc(rows.filter((row) => row.kind === 'answerable' || row.kind === kind));
  const share = (kind: KnownRow['kind'], holds: (row: Row) => boolean): number => {
    const rows = all.filter((row) => row.kind === kind);
    return rows.filter(holds).length / Math.max(1, rows.length);
  };
  const perFold = (read: (rows: readonly Row[]) => number): number[] => folds.map(read);
  const results: Record<string, number> = {
    auroc: auroc(all),
    auroc_adversarial: against(all, 'adversarial'),
    auroc_elsewhere: against(all, 'elsewhere'),
    auroc_worst_fold: Math.min(...perFold(auroc)),
    auroc_best_fold: Math.max(...perFold(auroc)),
    auroc_adversarial_worst_fold: Math.min(...perFold((rows) => against(rows, 'adversarial'))),
    auroc_elsewhere_worst_fold: Math.min(...perFold((rows) => against(rows, 'elsewhere'))),
    brier: brier(all),
    ece: calibrationError(all),
    ...Object.fromEntries(
      KINDS.flatMap((kind) => [
        [`${kind}_known`, share(kind, (row) => row.chance >= 0.5)],
        [`${kind}_unknown`, share(kind, (row) => row.chance < 0.25)],
      ]),
    ),
    questions: all.length,
  };
  const rows = Object.entries(results).map(([name, value]) => [
    name,
    name === 'questions' ? String(value) : value.toFixed(4),
    name === 'auroc' ? '≥ 0.80' : '',
  ]);
  return {
    results,
    table: [
      ['known', shipped ? 'the shipped figures' : 'five-fold by conversation', 'target'],
      ...rows,
    ],
  };
}
