import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lifecycleOf, utl, utlLiteral } from './learning-score.js';

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const part = fc.record({ alignment: unit, novelty: unit, coherence: unit });
const circumstances = fc.record({
  interactions: fc.nat(1_000),
  affect: fc.double({ min: 0.5, max: 1.5, noNaN: true }),
  phi: fc.double({ min: 0, max: Math.PI / 2, noNaN: true }),
});
const of = ({
  interactions,
  affect,
  phi,
}: {
  interactions: number;
  affect: number;
  phi: number;
}) => ({ lifecycle: lifecycleOf(interactions), affect, phi });
const twelve = (novelty: number, coherence: number, alignment = 0.75) =>
  Array.from({ length: 12 }, () => ({ alignment, novelty, coherence }));
const growth = { lifecycle: lifecycleOf(100), affect: 1, phi: 0 };

describe('the learning score', () => {
  it('is 0..1, and 0 where nothing is new or nothing fits', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), circumstances, (parts, around) => {
        const score = utl(parts, of(around));
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThan(0.91);
      }),
    );
    expect(utl(twelve(0, 1), growth)).toBe(0);
    expect(utl(twelve(1, 0), growth)).toBe(0);
    expect(utl([], growth)).toBe(0);
  });

  it('does not depend on how many spaces say the same', () => {
    fc.assert(
      fc.property(
        part,
        circumstances,
        (each, around) =>
          void expect(
            utl(
              Array.from({ length: 12 }, () => each),
              of(around),
            ),
          ).toBeCloseTo(utl([each], of(around)), 9),
      ),
    );
  });

  it('never falls while novelty, coherence or agreement rises', () => {
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 12 }),
        circumstances,
        fc.nat(),
        (parts, around, pick) => {
          const at = pick % parts.length;
          const raised = (change: object) =>
            parts.map((each, place) => (place === at ? { ...each, ...change } : each));
          const score = utl(parts, of(around));
          expect(utl(raised({ novelty: 1 }), of(around))).toBeGreaterThanOrEqual(score - 1e-9);
          expect(utl(raised({ coherence: 1 }), of(around))).toBeGreaterThanOrEqual(score - 1e-9);
          expect(utl(parts, of({ ...around, phi: 0 }))).toBeGreaterThanOrEqual(score - 1e-9);
        },
      ),
    );
  });

  it('tells apart what the literal form does not', () => {
    expect(utlLiteral(twelve(0.5, 0.5), growth)).toBeGreaterThan(0.9999);
    expect(
      utlLiteral(twelve(0.9, 0.9), growth) - utlLiteral(twelve(0.5, 0.5), growth),
    ).toBeLessThan(0.001);
    expect(utl(twelve(0.9, 0.9), growth) - utl(twelve(0.5, 0.5), growth)).toBeGreaterThan(0.3);
  });

  it('rewards what is new in infancy and what fits in maturity', () => {
    const at = (interactions: number) => ({ ...growth, lifecycle: lifecycleOf(interactions) });
    const [fresh, fitting] = [twelve(0.9, 0.3), twelve(0.3, 0.9)];
    expect(utl(fresh, at(10))).toBeGreaterThan(utl(fitting, at(10)));
    expect(utl(fresh, at(100))).toBeCloseTo(utl(fitting, at(100)), 9);
    expect(utl(fresh, at(1_000))).toBeLessThan(utl(fitting, at(1_000)));
  });

  it('weighs spaces by their alignment, and all alike where nothing is aligned', () => {
    const parts = [
      { alignment: 1, novelty: 0.9, coherence: 0.9 },
      { alignment: 0, novelty: 0, coherence: 0 },
    ];
    expect(utl(parts, growth)).toBeCloseTo(
      utl([{ alignment: 1, novelty: 0.9, coherence: 0.9 }], growth),
      9,
    );
    expect(
      utl(
        parts.map((each) => ({ ...each, alignment: 0 })),
        growth,
      ),
    ).toBeCloseTo(utl(twelve(0.45, 0.45), growth), 9);
  });
});

describe('the literal form', () => {
  it('is the formula to the letter', () => {
    const parts = [
      { alignment: 0.8, novelty: 0.6, coherence: 0.4 },
      { alignment: 0.5, novelty: 0.2, coherence: 0.9 },
    ];
    const sums = 0.5 * (0.8 * 0.6 + 0.5 * 0.2) * (0.5 * (0.8 * 0.4 + 0.5 * 0.9));
    expect(utlLiteral(parts, { lifecycle: lifecycleOf(100), affect: 1.2, phi: 0.3 })).toBeCloseTo(
      1 / (1 + Math.exp(-2 * sums * 1.2 * Math.cos(0.3))),
      12,
    );
  });

  it('is never below a half while the phase is within a quarter turn', () => {
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 12 }),
        circumstances,
        (parts, around) => void expect(utlLiteral(parts, of(around))).toBeGreaterThanOrEqual(0.5),
      ),
    );
  });
});

it('a bank is in infancy to 50, grows to 500 and is mature then', () => {
  expect([0, 49, 50, 499, 500, 9_999].map((count) => lifecycleOf(count).stage)).toEqual([
    'infancy',
    'infancy',
    'growth',
    'growth',
    'maturity',
    'maturity',
  ]);
  expect(lifecycleOf(0)).toMatchObject({ novelty: 0.7, coherence: 0.3 });
  expect(lifecycleOf(50)).toMatchObject({ novelty: 0.5, coherence: 0.5 });
  expect(lifecycleOf(500)).toMatchObject({ novelty: 0.3, coherence: 0.7 });
});
