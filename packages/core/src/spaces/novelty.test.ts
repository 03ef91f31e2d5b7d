import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  neighbourDistance,
  NO_MOMENTS,
  novelty,
  observe,
  type RunningMoments,
} from './learning-score.js';

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const after = (values: readonly number[]): RunningMoments =>
  values.reduce((moments, value) => observe(moments, value), NO_MOMENTS);

describe('running moments', () => {
  it('of the first values are their plain mean and variance', () => {
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 20 }), (values) => {
        const { count, mean, variance } = after(values);
        const expected = values.reduce((sum, value) => sum + value, 0) / values.length;
        expect(count).toBe(values.length);
        expect(mean).toBeCloseTo(expected, 9);
        expect(variance).toBeCloseTo(
          values.reduce((sum, value) => sum + (value - expected) ** 2, 0) / values.length,
          9,
        );
      }),
    );
  });

  it('forget: after a change they come to the new usual', () => {
    expect(
      after([...Array<number>(100).fill(0.2), ...Array<number>(200).fill(0.8)]).mean,
    ).toBeGreaterThan(0.79);
  });
});

describe('novelty', () => {
  it('is 0..1 and never falls while the distance rises, whatever was usual', () => {
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 40 }), unit, unit, (usual, a, b) => {
        const moments = after(usual);
        const [low, high] = [novelty(Math.min(a, b), moments), novelty(Math.max(a, b), moments)];
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(high).toBeGreaterThanOrEqual(low);
      }),
    );
  });

  it('is a half for what is usual, and the distance itself before anything is', () => {
    expect(novelty(0.6, after([0.4, 0.5, 0.6, 0.7, 0.8]))).toBeCloseTo(0.5, 9);
    expect(novelty(0.9, after([0.4, 0.5]))).toBe(0.9);
  });
});

it('a memory lies as far off as its third neighbour; alone, as far as can be', () => {
  expect(neighbourDistance([0.9, 0.8, 0.7, 0.1])).toBeCloseTo(0.3);
  expect(neighbourDistance([0.9])).toBeCloseTo(0.1);
  expect(neighbourDistance([])).toBe(1);
  expect(neighbourDistance([-0.5, -0.5, -0.5])).toBe(1);
});
