import { describe, expect, it } from 'vitest';
import { mean, percentile, retrieval } from './retrieval-metrics.js';

const named = (count: number, prefix = 'x'): string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}${at}`);

describe('retrieval', () => {
  it('is whole when all evidence comes first', () => {
    expect(retrieval(['a', 'b', 'c', ...named(20)], new Set(['a', 'b', 'c']))).toEqual({
      r5: 1,
      r10: 1,
      r20: 1,
      ndcg10: 1,
      mrr: 1,
      top1: 1,
      top3: 1,
      any10: 1,
      all10: 1,
      all20: 1,
      p10: 0.3,
    });
  });

  it('is nothing when none is found, or nothing was', () => {
    const none = { r5: 0, r10: 0, r20: 0, ndcg10: 0, top1: 0, top3: 0, any10: 0, all20: 0, p10: 0 };
    expect(retrieval(named(30), new Set(['a']))).toMatchObject({ ...none, mrr: 0 });
    expect(retrieval([], new Set(['a']))).toMatchObject({ ...none, mrr: 0 });
    expect(retrieval([...named(20), 'a'], new Set(['a']))).toMatchObject(none);
  });

  it('counts by depth, at its very edges', () => {
    const at = (place: number) =>
      retrieval([...named(place - 1), 'a', ...named(30, 'y')], new Set(['a', 'b']));
    expect(at(5)).toMatchObject({ r5: 0.5, r10: 0.5, r20: 0.5 });
    expect(at(6)).toMatchObject({ r5: 0, r10: 0.5, r20: 0.5 });
    expect(at(11)).toMatchObject({ r5: 0, r10: 0, r20: 0.5, ndcg10: 0 });
    expect(at(21)).toMatchObject({ r20: 0 });
  });

  it('tells where the first stands, and whether any or all are there', () => {
    const wanted = new Set(['a', 'b']);
    expect(retrieval(['x', 'a', 'y', 'b'], wanted)).toMatchObject({
      mrr: 0.5,
      top1: 0,
      top3: 1,
      any10: 1,
      all10: 1,
      p10: 0.2,
    });
    expect(retrieval(['a', ...named(12), 'b'], wanted)).toMatchObject({ all10: 0, all20: 1 });
    expect(retrieval([...named(10), 'a'], wanted)).toMatchObject({ any10: 0, all20: 0, p10: 0 });
  });

  it('discounts by the logarithm of the place', () => {
    const { ndcg10 } = retrieval(['x', 'a', 'y', 'b'], new Set(['a', 'b']));
    expect(ndcg10).toBeCloseTo((1 / Math.log2(3) + 1 / Math.log2(5)) / (1 + 1 / Math.log2(3)), 12);
  });

  it('counts a name once, and has an ideal of at most ten', () => {
    expect(retrieval(['a', 'a', 'a'], new Set(['a', 'b']))).toMatchObject({ r5: 0.5 });
    expect(retrieval(named(10), new Set(named(15))).ndcg10).toBeCloseTo(1, 12);
  });
});

describe('figures', () => {
  it('mean and percentile', () => {
    expect(mean([])).toBe(0);
    expect(mean([1, 2, 6])).toBe(3);
    expect(percentile([], 0.5)).toBe(0);
    expect(percentile([30, 10, 20, 40], 0.5)).toBe(30);
    expect(percentile([3, 1, 2], 0)).toBe(1);
    expect(percentile([3, 1, 2], 1)).toBe(3);
  });
});
