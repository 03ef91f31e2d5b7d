import { describe, expect, it } from 'vitest';
import { REASONING_TYPES } from '../src/domain/profile.js';
import { PARADIGMS, QUERY_TYPES } from '../src/domain/route.js';
import { routing } from './routing.js';
import { ROUTED } from './routing-questions.js';

const HALVES = [ROUTED.open, ROUTED.heldBack] as const;

describe('the labelled questions', () => {
  it('are at least 300, no two alike, about as many held back', () => {
    const all = HALVES.flat().map(({ question }) => question.toLowerCase());
    expect(all.length).toBeGreaterThanOrEqual(300);
    expect(new Set(all).size).toBe(all.length);
    expect(ROUTED.heldBack.length / all.length).toBeGreaterThan(0.45);
  });

  it('have every type, paradigm and reasoning type in both halves', () => {
    for (const half of HALVES) {
      for (const type of QUERY_TYPES) expect(half.filter((asked) => asked.type === type).length).toBeGreaterThanOrEqual(15);
      for (const paradigm of PARADIGMS) expect(half.filter(({ paradigms }) => paradigms.includes(paradigm)).length).toBeGreaterThanOrEqual(15);
      for (const reasoning of REASONING_TYPES) expect(half.filter((asked) => asked.reasoning === reasoning).length).toBeGreaterThanOrEqual(8);
    }
  });
});

describe('the benchmark', () => {
  it('finds the routes of the half held back', async () => {
    const { results } = await routing.run({}, () => undefined);
    expect(results['macro_f1']).toBeGreaterThanOrEqual(0.85);
    for (const name of ['type_f1', 'paradigms_f1', 'reasoning_f1']) expect(results[name]).toBeGreaterThanOrEqual(0.8);
  });
});
