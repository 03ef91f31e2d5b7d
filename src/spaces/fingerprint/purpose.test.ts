import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GOAL_LEVELS } from '../../domain/goal.js';
import { SPACES } from '../../domain/space.js';
import {
  alignmentLevel,
  compositeAlignment,
  misalignments,
  overallAlignment,
  purposeVector,
} from './purpose.js';

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const curve = { midpoint: 0.2, steepness: 10 };

describe('a purpose vector', () => {
  it('has twelve places: an alignment where the space is, null where it is not', () => {
    fc.assert(
      fc.property(
        fc.subarray([...SPACES]),
        fc.double({ min: -1, max: 1, noNaN: true }),
        (present, likeness) => {
          const vector = purposeVector(
            present.map((space) => ({ space, likeness, calibration: curve })),
          );
          expect(vector).toHaveLength(12);
          expect(SPACES.filter((_, at) => vector[at] !== null)).toEqual(present);
          expect(vector.every((value) => value === null || (value >= 0 && value <= 1))).toBe(true);
        },
      ),
    );
  });

  it('reads each space by its own calibration', () => {
    const vector = purposeVector([
      { space: 'semantic', likeness: 0.2, calibration: curve },
      { space: 'code', likeness: 0.2, calibration: { midpoint: 0.8, steepness: 10 } },
    ]);
    expect(vector[SPACES.indexOf('semantic')]).toBeCloseTo(0.5);
    expect(vector[SPACES.indexOf('code')]).toBeLessThan(0.01);
  });
});

describe('the overall alignment', () => {
  it('lies between the least and the most of the spaces that are there', () => {
    fc.assert(
      fc.property(fc.array(fc.option(unit), { minLength: 12, maxLength: 12 }), (vector) => {
        const present = vector.filter((value) => value !== null);
        const overall = overallAlignment(vector);
        if (present.length === 0) expect(overall).toBeNull();
        else {
          expect(overall).toBeGreaterThanOrEqual(Math.min(...present) - 1e-9);
          expect(overall).toBeLessThanOrEqual(Math.max(...present) + 1e-9);
        }
      }),
    );
  });

  it('follows the weights', () => {
    const vector = SPACES.map((space) => (space === 'semantic' ? 1 : space === 'code' ? 0 : null));
    expect(overallAlignment(vector)).toBe(0.5);
    expect(overallAlignment(vector, { semantic: 3 })).toBe(0.75);
    expect(overallAlignment(vector, { semantic: 0, code: 0 })).toBeNull();
  });
});

it('levels begin exactly where they are said to', () => {
  expect([1, 0.75, 0.7499, 0.7, 0.6999, 0.55, 0.5499, 0].map(alignmentLevel)).toEqual([
    'optimal',
    'optimal',
    'acceptable',
    'acceptable',
    'warning',
    'warning',
    'critical',
    'critical',
  ]);
});

describe('the composite', () => {
  const one = (level: (typeof GOAL_LEVELS)[number], alignment: number, weight = 1) => ({
    level,
    alignment,
    weight,
  });

  it('weighs the levels .4, .3, .2 and .1', () => {
    for (const [at, weight] of [0.4, 0.3, 0.2, 0.1].entries()) {
      const goals = GOAL_LEVELS.map((level, place) => one(level, place === at ? 1 : 0));
      expect(compositeAlignment(goals)).toBeCloseTo(weight, 12);
    }
  });

  it('renormalises over the levels that are there, and weighs goals within theirs', () => {
    expect(compositeAlignment([one('north_star', 0.5)])).toBe(0.5);
    expect(compositeAlignment([one('north_star', 1), one('immediate', 0)])).toBeCloseTo(0.8);
    expect(compositeAlignment([one('tactical', 1, 0.75), one('tactical', 0, 0.25)])).toBeCloseTo(
      0.75,
    );
    expect(compositeAlignment([])).toBeNull();
  });

  it('stays between the least and the most, and rises with every part', () => {
    const goal = fc.record({
      level: fc.constantFrom(...GOAL_LEVELS),
      alignment: unit,
      weight: fc.double({ min: 0.01, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(goal, { minLength: 1, maxLength: 8 }), fc.nat(), (goals, pick) => {
        const composite = compositeAlignment(goals) ?? NaN;
        const values = goals.map(({ alignment }) => alignment);
        expect(composite).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9);
        expect(composite).toBeLessThanOrEqual(Math.max(...values) + 1e-9);
        const raised = goals.map((each, at) =>
          at === pick % goals.length ? { ...each, alignment: 1 } : each,
        );
        expect(compositeAlignment(raised)).toBeGreaterThanOrEqual(composite - 1e-9);
      }),
    );
  });
});

it('misalignments are told in words, and only where there are any', () => {
  const star = {
    name: 'star',
    parent: null,
    level: 'north_star' as const,
    weight: 1,
    alignment: 0.6,
  };
  const plan = {
    name: 'plan',
    parent: 'star',
    level: 'strategic' as const,
    weight: 1,
    alignment: 0.45,
  };
  const step = {
    name: 'step',
    parent: 'plan',
    level: 'tactical' as const,
    weight: 1,
    alignment: 0.8,
  };
  expect(misalignments([star, plan])).toEqual([]);
  expect(misalignments([star, plan, step])).toEqual([
    'tactical goals are served well and strategic ones are not',
    expect.stringContaining('“step” (0.80) and “plan” (0.45)'),
  ]);
});
