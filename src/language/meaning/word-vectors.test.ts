import { describe, expect, it } from 'vitest';
import { createWordVectors } from './word-vectors.js';

const words = await createWordVectors()();

function near(stem: string): string[] {
  const found: string[] = [];
  words.eachNear(words.row(stem), (other) => found.push(other));
  return found;
}

function cosine(a: string, b: string): number {
  const [x, y] = [a, b].map((stem) => {
    const first = words.row(stem) * words.dimensions;
    return [...words.vectors.subarray(first, first + words.dimensions)];
  }) as [number[], number[]];
  return (
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0) /
    Math.hypot(...x) /
    Math.hypot(...y)
  );
}

describe('word vectors', () => {
  it('know which words mean nearly the same', () => {
    expect(near('cat')).toContain('dog');
    expect(near('doctor')).toContain('physician');
    expect(near('guitar')).toContain('bass');
  });

  it('put words of one subject nearer than words of two', () => {
    expect(cosine('cat', 'pet')).toBeGreaterThan(cosine('cat', 'tax') + 0.3);
    expect(cosine('medicin', 'doctor')).toBeGreaterThan(cosine('medicin', 'guitar') + 0.3);
  });

  it('tell the nearest first, each not less near than the next, and never the word itself', () => {
    const found: number[] = [];
    words.eachNear(words.row('river'), (stem, nearness) => {
      expect(stem).not.toBe('river');
      expect(nearness).toBeGreaterThan(0);
      expect(nearness).toBeLessThanOrEqual(1);
      found.push(nearness);
    });
    expect(found.length).toBeGreaterThan(3);
    expect(found).toEqual([...found].sort((a, b) => b - a));
  });

  it('weigh common words less than rare ones, and have no row for what is no English word', () => {
    expect(words.weight(words.row('year'))).toBeLessThan(words.weight(words.row('accordion')) / 2);
    expect(words.row('qzxv')).toBe(-1);
  });
});
