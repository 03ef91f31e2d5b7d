import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auroc, brier, calibrationError, reliability, type Told } from './calibration-metrics.js';
import { fitDense } from './fit-dense.js';
import { chance } from '../packages/core/src/recall/confidence/evidence.js';
import { seededRandom } from './loaded-bank.js';

const told = (...pairs: readonly (readonly [number, boolean])[]): Told[] =>
  pairs.map(([said, came]) => ({ chance: said, came }));

describe('measures of calibration', () => {
  it('the Brier score is the mean squared distance', () => {
    expect(brier(told([1, true], [0, false]))).toBe(0);
    expect(brier(told([0.8, true], [0.4, false]))).toBeCloseTo((0.04 + 0.16) / 2);
  });

  it('the calibration error is 0 where each bin came as often as said', () => {
    expect(
      calibrationError(told([0.25, true], [0.25, false], [0.25, false], [0.25, false])),
    ).toBeCloseTo(0);
    expect(calibrationError(told([0.95, false], [0.05, true]))).toBeCloseTo(0.95);
  });

  it('bins hold every chance once, 1 too', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ chance: fc.double({ min: 0, max: 1, noNaN: true }), came: fc.boolean() }),
        ),
        (all) => {
          expect(reliability(all).reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
        },
      ),
    );
  });

  it('AUROC counts pairs in the right order, ties half', () => {
    expect(auroc(told([0.9, true], [0.1, false]))).toBe(1);
    expect(auroc(told([0.1, true], [0.9, false]))).toBe(0);
    expect(auroc(told([0.5, true], [0.5, false], [0.7, true]))).toBeCloseTo(0.75);
  });
});

describe('fitting a chance', () => {
  it('finds the weights that made the labels', () => {
    const random = seededRandom(5);
    const uniform = (): number => random.uint32() / 2 ** 32;
    const rows = Array.from({ length: 4_000 }, () => ({ a: uniform() * 4 - 2, b: uniform() }));
    const truth = ({ a, b }: { a: number; b: number }): number =>
      1 / (1 + Math.exp(-(1.5 * a - 2 * b + 0.5)));
    const model = fitDense(
      ['a', 'b'],
      rows,
      rows.map((row) => uniform() < truth(row)),
    );
    for (const row of rows.slice(0, 100))
      expect(Math.abs(chance(model, row) - truth(row))).toBeLessThan(0.06);
  });
});
