import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { learnedNearness } from './learned-nearness.js';

const cosines = fc.float64Array({ min: -1, max: 1, noNaN: true, minLength: 2, maxLength: 50 });

describe('what the cosines of a learned model add', () => {
  it('keeps their order, adds up to nothing unless something is cut off, and is bounded', () => {
    fc.assert(
      fc.property(cosines, (given) => {
        const gains = learnedNearness(given);
        for (let at = 1; at < given.length; at++)
          if ((given[at] ?? 0) > (given[at - 1] ?? 0))
            expect(gains[at]).toBeGreaterThanOrEqual(gains[at - 1] ?? 0);
        expect(Math.max(...gains.map(Math.abs))).toBeLessThanOrEqual(4);
      }),
    );
  });

  it('is the same wherever a model has its cosines and however far apart', () => {
    const near = learnedNearness(Float64Array.of(0.81, 0.84, 0.9));
    const far = learnedNearness(Float64Array.of(-0.4, 0.2, 1.4).map((value) => value / 2));
    near.forEach((gain, at) => expect(gain).toBeCloseTo(far[at] ?? 0, 9));
  });

  it('says nothing where all are alike', () => {
    expect([...learnedNearness(Float64Array.of(0.3, 0.3, 0.3))]).toEqual([0, 0, 0]);
    expect([...learnedNearness(new Float64Array(0))]).toEqual([]);
  });
});
