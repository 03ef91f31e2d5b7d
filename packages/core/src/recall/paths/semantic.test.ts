import { describe, expect, it } from 'vitest';
import { createExactIndex } from '../../adapters/index/exact/exact-index.js';
import { BankIndex } from '../../indexes/bank-index.js';
import { Similarities } from './semantic.js';

const DIMENSIONS = 16;
const MEMORIES = 21_000;

function vectorOf(seed: number): Int8Array {
  let state = seed * 7_919 + 1;
  return Int8Array.from(
    { length: DIMENSIONS },
    () => ((state = (state * 48_271) % 2_147_483_647) % 255) - 127,
  );
}

function largeBank(): BankIndex {
  const vectors = createExactIndex(DIMENSIONS);
  for (let slot = 0; slot < MEMORIES; slot++) vectors.put(slot, vectorOf(slot));
  return new BankIndex(vectors, (name) => name, createExactIndex(DIMENSIONS));
}

describe('the nearest in a large bank', () => {
  const index = largeBank();
  const similarities = new Similarities();
  const query = Float32Array.from(vectorOf(99));
  similarities.begin(index, query);
  const all = similarities.nearest(60, () => true);

  it('are those that the filter lets through, best first', () => {
    const rejected = new Set(all.slice(0, 5).map(({ slot }) => slot));
    expect(all[0]?.slot).toBe(99);
    const asked: number[] = [];
    const found = similarities.nearest(40, (slot) => {
      asked.push(slot);
      return !rejected.has(slot);
    });
    expect(found).toEqual(all.slice(5, 45));
    // The filter is not tested for distant vectors.
    expect(asked.length).toBeLessThan(100);
  });

  it('are found by a filter that lets few through, too', () => {
    const found = similarities.nearest(10, (slot) => slot % 5_000 === 0);
    expect(found.every(({ slot }) => slot % 5_000 === 0)).toBe(true);
    expect(found.length).toBeGreaterThan(0);
    const truth = [0, 5_000, 10_000, 15_000, 20_000]
      .map((slot) => ({ slot, score: index.vectors.similarity(slot, query) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    expect(found.map(({ slot }) => slot)).toEqual(truth.map(({ slot }) => slot));
  });
});
