import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createExactIndex } from '../../adapters/index/exact/exact-index.js';
import type { Need } from '../../domain/feedback.js';
import { BankIndex } from '../../indexes/bank-index.js';
import { NeedLikeness } from './read-votes.js';

const WORDS = ['boiler', 'reset', 'cellar', 'noise', 'ladder'];
const need = (terms: readonly string[], more: Partial<Need> = {}): Need => ({
  terms,
  names: [],
  asks: [],
  periods: [],
  reasoning: 'descriptive',
  ...more,
});

describe('the likeness of needs', () => {
  let index: BankIndex;
  const relatives = (stem: string) =>
    stem === 'restart'
      ? [{ stem: 'reset', strength: 1 }]
      : stem === 'reset'
        ? [{ stem: 'restart', strength: 1 }]
        : [];
  const alike = (a: Need, b: Need): number => new NeedLikeness(a, index, relatives).of(b);
  beforeAll(() => {
    index = new BankIndex(createExactIndex(4), (name) => name, createExactIndex(4));
    for (const word of WORDS) index.postings.add([word]);
  });

  it('is 1 for itself, the same both ways, and 0 to 1', () => {
    const needs = fc.record({
      terms: fc.uniqueArray(fc.constantFrom(...WORDS, 'restart', 'unknown'), { maxLength: 4 }),
      names: fc.uniqueArray(fc.constantFrom('tom', 'ana'), { maxLength: 2 }),
      asks: fc.uniqueArray(fc.constantFrom('time', 'place'), { maxLength: 2 }),
    });
    fc.assert(
      fc.property(needs, needs, (a, b) => {
        const [one, other] = [need(a.terms, a), need(b.terms, b)];
        expect(alike(one, one)).toBeCloseTo(1, 9);
        expect(alike(one, other)).toBeCloseTo(alike(other, one), 9);
        expect(alike(one, other)).toBeGreaterThanOrEqual(0);
        expect(alike(one, other)).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });

  it('knows relatives, and less', () => {
    expect(alike(need(['boiler', 'reset']), need(['boiler', 'restart']))).toBeGreaterThan(0.8);
    expect(alike(need(['boiler', 'reset']), need(['boiler', 'ladder']))).toBeLessThan(0.6);
  });

  it('tells apart who is meant, what is asked for, and when', () => {
    const where = need(['boiler'], { names: ['tom'], asks: ['place'] });
    expect(alike(where, { ...where, names: ['ana'] })).toBe(0);
    expect(alike(where, { ...where, asks: ['time'] })).toBeLessThan(0.4);
    const may = { from: 0, to: 10, precision: 'month' } as const;
    expect(
      alike({ ...where, periods: [may] }, { ...where, periods: [{ ...may, from: 20, to: 30 }] }),
    ).toBeLessThan(0.4);
    expect(
      alike({ ...where, periods: [may] }, { ...where, periods: [{ ...may, from: 5, to: 30 }] }),
    ).toBe(1);
  });
});
