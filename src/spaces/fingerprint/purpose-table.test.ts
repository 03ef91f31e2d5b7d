import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SPACES } from '../../domain/space.js';
import type { PurposeVector } from './purpose.js';
import { createPurposeScan, TypescriptScan } from './purpose-scan.js';
import { PurposeTable } from './purpose-table.js';

const vector = fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 3 }), {
  minLength: 12,
  maxLength: 12,
});
const everything = (): boolean => true;

/** The distance as it is described, on the values as they are kept. */
function plainCost(a: PurposeVector, b: PurposeVector): number {
  return a.reduce<number>((sum, one, at) => {
    const other = b[at] ?? null;
    if (one === null && other === null) return sum;
    return sum + (one === null || other === null ? 0.5 ** 2 : (one - other) ** 2);
  }, 0);
}

const SCANS = [createPurposeScan(), new TypescriptScan()].map(({ name }) => name);
const tableOf = (name: string): PurposeTable =>
  new PurposeTable(name === 'typescript' ? new TypescriptScan() : createPurposeScan());

describe.each(SCANS)('a purpose table by %s', (scan) => {
  it('finds what a plain comparison of all finds', () => {
    fc.assert(
      fc.property(
        fc.array(vector, { minLength: 1, maxLength: 60 }),
        vector,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 5 }),
        (vectors, query, k, step) => {
          const table = tableOf(scan);
          vectors.forEach((each, slot) => table.put(slot, each));
          const asked = tableOf(scan);
          asked.put(0, query);
          const kept = asked.get(0);
          const accepts = (slot: number): boolean => slot % step === 0;
          const found = table.nearest(query, k, accepts);
          const costs = vectors
            .map((_, slot) => plainCost(table.get(slot), kept))
            .filter((_, slot) => accepts(slot))
            .sort((a, b) => a - b);
          expect(found.map(({ slot }) => plainCost(table.get(slot), kept))).toEqual(
            costs.slice(0, k).map((cost) => expect.closeTo(cost, 9) as number),
          );
          expect(found.every(({ slot }) => accepts(slot))).toBe(true);
          expect(new Set(found.map(({ slot }) => slot)).size).toBe(found.length);
        },
      ),
    );
  });

  it('keeps values to 1/254, and what is absent as absent', () => {
    fc.assert(
      fc.property(vector, (given) => {
        const table = tableOf(scan);
        table.put(3, given);
        expect(table.get(3)).toEqual(
          given.map((value) => (value === null ? null : (expect.closeTo(value, 2) as number))),
        );
        expect(table.get(1)).toEqual(SPACES.map(() => null));
        expect(table.size).toBe(4);
      }),
    );
  });

  it('says 1 of an equal purpose and 0 of the opposite, and takes the later of equals', () => {
    const table = tableOf(scan);
    const [all, none] = [SPACES.map(() => 1), SPACES.map(() => 0)];
    [all, none, all].forEach((each, slot) => table.put(slot, each));
    expect(table.nearest(all, 3, everything)).toEqual([
      { slot: 2, closeness: 1 },
      { slot: 0, closeness: 1 },
      { slot: 1, closeness: 0 },
    ]);
  });

  it('replaces a vector, grows, and bears being asked for nothing', () => {
    const table = tableOf(scan);
    for (let slot = 0; slot < 12_000; slot++)
      table.put(
        slot,
        SPACES.map((_, at) => (at === 0 ? slot / 12_000 : null)),
      );
    table.put(
      10,
      SPACES.map((_, at) => (at === 0 ? 1 : null)),
    );
    expect(table.get(11_999)[0]).toBeCloseTo(1, 2);
    expect(
      table
        .nearest(
          SPACES.map((_, at) => (at === 0 ? 1 : null)),
          2,
          everything,
        )
        .map(({ slot }) => slot),
    ).toEqual([11_999, 11_998]);
    expect(
      table.nearest(
        SPACES.map((_, at) => (at === 0 ? 1 : null)),
        30,
        (slot) => slot < 100,
      )[0],
    ).toEqual({ slot: 10, closeness: 1 });
    expect(
      table.nearest(
        SPACES.map(() => null),
        0,
        everything,
      ),
    ).toEqual([]);
    expect(
      tableOf(scan).nearest(
        SPACES.map(() => 1),
        5,
        everything,
      ),
    ).toEqual([]);
    expect(() => table.put(0, [1])).toThrow(RangeError);
  });
});

it('both scans give the same slots for the same table', () => {
  fc.assert(
    fc.property(fc.array(vector, { minLength: 1, maxLength: 80 }), vector, (vectors, query) => {
      const [one, other] = [
        new PurposeTable(createPurposeScan()),
        new PurposeTable(new TypescriptScan()),
      ];
      vectors.forEach((each, slot) => {
        one.put(slot, each);
        other.put(slot, each);
      });
      expect(one.nearest(query, 10, everything)).toEqual(other.nearest(query, 10, everything));
    }),
  );
});
