import { describe, expect, it } from 'vitest';
import { mainPart } from './time-axis.js';

const DAY = 86_400_000;

/** Counts of times in equal buckets between the first and the last. */
function bucketed(moments: readonly number[], buckets = 80) {
  const [from, to] = [Math.min(...moments), Math.max(...moments) + 1];
  const counts = new Array<number>(buckets).fill(0);
  for (const at of moments) {
    const bucket = Math.min(buckets - 1, Math.floor(((at - from) / (to - from)) * buckets));
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return { counts, span: { from, to } };
}

const months = Array.from({ length: 120 }, (_, at) => Date.UTC(2026, 0, 1) + at * DAY);

describe('the main part of a timeline', () => {
  it.each([
    ['before', [Date.UTC(2014, 5, 1)]],
    ['after', [Date.UTC(2099, 0, 1)]],
    ['on both sides', [Date.UTC(1990, 0, 1), Date.UTC(2014, 5, 1), Date.UTC(2060, 0, 1)]],
  ])('is what lies together, where some lie far %s', (_, others) => {
    const { counts, span } = bucketed([...months, ...others]);
    const part = mainPart(counts, span)!;
    const inside = months.filter((at) => at >= part.from && at < part.to);
    expect(inside).toEqual(months);
    expect(part.to - part.from).toBeLessThan((span.to - span.from) / 4);
    for (const other of others) expect(other >= part.from && other < part.to).toBe(false);
  });

  it.each([
    ['spread evenly', months],
    ['in two heaps', [...months, ...months.map((at) => at - 4_000 * DAY)]],
    ['few', [Date.UTC(2014, 0, 1), ...months.slice(0, 5)]],
    ['one', [months[0]!]],
  ])('is none of memories %s', (_, moments) => {
    const { counts, span } = bucketed(moments);
    expect(mainPart(counts, span)).toBeNull();
  });
});
