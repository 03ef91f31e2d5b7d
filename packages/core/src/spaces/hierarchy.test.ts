import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreHierarchy } from '../../../../bench/graph-scores.js';
import { plantedTaxonomy } from '../../../../bench/planted-graphs.js';
import { angleTo, aperture, membership } from './entailment-cones.js';
import { Hierarchy } from './hierarchy.js';
import { poincareDistance } from './poincare.js';

describe('the Poincaré ball', () => {
  const between = (least: number, most: number) =>
    fc
      .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 })
      .chain((direction) =>
        fc.double({ min: least, max: most, noNaN: true }).map((length) => {
          const norm = Math.hypot(...direction);
          return norm === 0 ? [length, 0, 0] : direction.map((value) => (value / norm) * length);
        }),
      );
  const inside = between(0, 1 - 1e-5);
  const apex = between(0.12, 0.99);

  it('measures a metric', () => {
    fc.assert(
      fc.property(inside, inside, inside, (x, y, z) => {
        const [xy, yz, xz] = [
          poincareDistance(x, y),
          poincareDistance(y, z),
          poincareDistance(x, z),
        ];
        expect(xy).toBe(poincareDistance(y, x));
        expect(poincareDistance(x, x)).toBe(0);
        expect(xz).toBeLessThanOrEqual((xy + yz) * (1 + 1e-9) + 1e-9);
      }),
    );
  });

  it('is 2·artanh of the radius from the middle', () => {
    for (const radius of [0, 1e-9, 0.1, 0.5, 0.999])
      expect(poincareDistance([0, 0], [radius, 0])).toBeCloseTo(2 * Math.atanh(radius), 9);
  });

  it('stays finite at the border and in the middle', () => {
    const border = [
      [1, 0],
      [0, 1],
      [-1, 0],
      [1 - 1e-16, 0],
      [0, 0],
      [1e-300, 0],
      [0.6, 0.8],
    ];
    for (const x of border) {
      for (const y of border) {
        for (const value of [poincareDistance(x, y), angleTo(x, y), aperture(x), membership(x, y)])
          expect(Number.isFinite(value), `${x} ${y}`).toBe(true);
      }
    }
  });

  it('has cones that are transitive and hold their own axis', () => {
    fc.assert(
      fc.property(apex, apex, apex, (x, y, z) => {
        if (membership(x, y) === 1 && membership(y, z) === 1)
          expect(membership(x, z)).toBeGreaterThan(1 - 1e-6);
        const further = x.map((value) => value * (1 + (1 - Math.hypot(...x)) / 2));
        // Near the border, a cone is narrower than the precision of the arc cosine.
        expect(membership(x, further)).toBeGreaterThan(1 - 1e-4);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a trained hierarchy', () => {
  it.each([
    ['a tree', 0, 0.98, 0.9],
    ['a graph with second parents', 0.1, 0.95, 0.8],
  ])(
    'finds in the cones of %s what was told, and near what is related',
    (_, second, f1, precision) => {
      const hierarchy = new Hierarchy({ seed: 5, steps: 250_000 });
      hierarchy.extend(plantedTaxonomy(110, 11, second));
      const found = scoreHierarchy(hierarchy);
      expect(found.f1).toBeGreaterThan(f1);
      expect(found.meanAveragePrecision).toBeGreaterThan(precision);
    },
  );

  it('is the same for the same seed, and another for another', () => {
    const distance = (seed: number): number | null => {
      const hierarchy = new Hierarchy({ seed });
      hierarchy.extend(plantedTaxonomy(18, 2, 0));
      return hierarchy.distance('n3', 'n17');
    };
    expect(distance(1)).toBe(distance(1));
    expect(distance(1)).not.toBe(distance(2));
  });

  it('takes in a new node without forgetting the old ones', () => {
    const hierarchy = new Hierarchy({ seed: 4 });
    const steps = plantedTaxonomy(40, 6, 0);
    hierarchy.extend(steps);
    expect(hierarchy.distance('n1', 'n0')).not.toBeNull();
    hierarchy.extend([{ child: 'late', parent: 'n5' }]);
    expect(hierarchy.isBelow('late', 'n0')).toBe(true);
    expect(hierarchy.contains('late', 'n5')).toBe(true);
    expect(hierarchy.contains('n5', 'late')).toBe(false);
    expect(scoreHierarchy(hierarchy).f1).toBeGreaterThan(0.95);
  });

  it('says of a pair nobody told how likely it is, and nothing of strangers', () => {
    const hierarchy = new Hierarchy({ seed: 4 });
    hierarchy.extend(plantedTaxonomy(40, 6, 0));
    const untold =
      hierarchy.nodes.find(
        (node) => node !== 'n7' && !hierarchy.isBelow('n7', node) && !hierarchy.isBelow(node, 'n7'),
      ) ?? '';
    const guess = hierarchy.likelihood('n7', untold);
    expect(guess).toBeGreaterThan(0);
    expect(guess).toBeLessThan(1);
    expect(hierarchy.likelihood('n7', 'n0')).toBe(1);
    expect(hierarchy.likelihood('n7', 'nobody')).toBeNull();
    expect(hierarchy.distance('nobody', 'n7')).toBeNull();
  });

  it('finds the lowest common kind', () => {
    const hierarchy = new Hierarchy({ seed: 1 });
    const told = [
      'dog mammal',
      'cat mammal',
      'mammal animal',
      'animal thing',
      'cat pet',
      'dog pet',
      'wasp insect',
      'insect animal',
    ];
    hierarchy.extend(
      told.map((line) => ({ child: line.split(' ')[0] ?? '', parent: line.split(' ')[1] ?? '' })),
    );
    expect([...hierarchy.nearestCommon('cat', 'dog')].sort()).toEqual(['mammal', 'pet']);
    expect(hierarchy.nearestCommon('cat', 'wasp')).toEqual(['animal']);
    expect(hierarchy.nearestCommon('pet', 'insect')).toEqual([]);
  });

  it('embeds nothing that would take too long, and still answers exactly', () => {
    const hierarchy = new Hierarchy({ seed: 1, steps: 100 });
    hierarchy.extend(plantedTaxonomy(50, 1, 0));
    expect(hierarchy.likelihood('n0', 'n49')).toBeNull();
    expect(hierarchy.isBelow('n49', 'n0')).toBe(true);
  });
});
