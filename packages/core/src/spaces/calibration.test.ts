import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alignmentOf,
  calibrationFromBackground,
  fitCalibration,
  fittedCalibration,
} from './space.js';

const likeness = fc.double({ min: -1, max: 1, noNaN: true });
const calibration = fc.record({
  midpoint: fc.double({ min: -0.5, max: 0.9, noNaN: true }),
  steepness: fc.double({ min: 0.5, max: 60, noNaN: true }),
});

describe('an alignment', () => {
  it('is 0..1 and never falls while likeness rises', () => {
    fc.assert(
      fc.property(calibration, likeness, likeness, (curve, a, b) => {
        const [low, high] = [
          alignmentOf(Math.min(a, b), curve),
          alignmentOf(Math.max(a, b), curve),
        ];
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(high).toBeGreaterThanOrEqual(low);
      }),
    );
  });

  it('is a half at the midpoint', () => {
    fc.assert(
      fc.property(calibration, (curve) => {
        expect(alignmentOf(curve.midpoint, curve)).toBeCloseTo(0.5, 12);
      }),
    );
  });
});

describe('a fitted calibration', () => {
  const pairs = (related: readonly number[], unrelated: readonly number[]) => [
    ...related.map((value) => ({ likeness: value, related: true })),
    ...unrelated.map((value) => ({ likeness: value, related: false })),
  ];

  it('finds the curve that the labels were drawn from', () => {
    const truth = { midpoint: 0.3, steepness: 12 };
    // Each likeness comes with both labels in the proportion that the curve gives it.
    const drawn = Array.from({ length: 41 }, (_, at) => at / 40 - 0.2).flatMap((value) => {
      const share = Math.round(alignmentOf(value, truth) * 200);
      return [
        ...Array.from({ length: share }, () => ({ likeness: value, related: true })),
        ...Array.from({ length: 200 - share }, () => ({ likeness: value, related: false })),
      ];
    });
    const balance =
      drawn.filter(({ related }) => related).length /
      drawn.filter(({ related }) => !related).length;
    const found = fitCalibration(drawn);
    expect(found.steepness).toBeCloseTo(truth.steepness, 0);
    // Labels have equal weight, however many there are, which shifts the midpoint by the log of their ratio.
    expect(found.midpoint).toBeCloseTo(truth.midpoint + Math.log(balance) / truth.steepness, 1);
  });

  it('does not depend on how many pairs either label has', () => {
    const [related, unrelated] = [
      [0.2, 0.4, 0.5, 0.6],
      [-0.1, 0, 0.1, 0.3],
    ];
    const once = fitCalibration(pairs(related, unrelated));
    const often = fitCalibration(
      pairs(related, Array.from({ length: 50 }, () => unrelated).flat()),
    );
    expect(Math.abs(often.midpoint - once.midpoint)).toBeLessThan(0.1);
  });

  it('bears labels that likeness divides without a remainder', () => {
    const found = fitCalibration(pairs([0.6, 0.7, 0.8], [0, 0.1, 0.2]));
    expect(found.midpoint).toBeGreaterThan(0.2);
    expect(found.midpoint).toBeLessThan(0.6);
    expect(Number.isFinite(found.steepness)).toBe(true);
  });

  it('is refused where likeness says nothing, or the wrong thing', () => {
    expect(() => fitCalibration(pairs([0.1], []))).toThrow(RangeError);
    expect(() => fitCalibration(pairs([0, 0.1], [0.5, 0.6]))).toThrow(RangeError);
  });

  it('is there for the built-in encoder: chance is critical, plain kinship optimal', () => {
    const curve = fittedCalibration('mneme-hashed-1');
    if (curve === null) throw new Error('no calibration');
    expect(alignmentOf(0, curve)).toBeLessThan(0.1);
    expect(alignmentOf(0.35, curve)).toBeGreaterThan(0.75);
    expect(fittedCalibration('nobody')).toBeNull();
  });
});

it('a calibration from chance alone puts chance near 0 and four deviations near 1', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -0.5, max: 0.8, noNaN: true }),
      fc.double({ min: 0.01, max: 0.3, noNaN: true }),
      (mean, deviation) => {
        const curve = calibrationFromBackground({ mean, deviation });
        expect(alignmentOf(mean, curve)).toBeCloseTo(0.018, 3);
        expect(alignmentOf(mean + 4 * deviation, curve)).toBeCloseTo(0.982, 3);
      },
    ),
  );
});
