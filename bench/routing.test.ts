import { describe, expect, it } from 'vitest';
import { REASONING_TYPES } from '../packages/core/src/domain/reasoning.js';
import { PARADIGMS, QUERY_TYPES } from '../packages/core/src/domain/layers.js';
import { routing } from './routing.js';
import { ROUTED } from './routing-questions.js';

const SETS = [ROUTED.open, ROUTED.blind] as const;

describe('the labelled questions', () => {
  it('are at least 300, no two alike, a third of them blind', () => {
    const all = SETS.flat().map(({ question }) => question.toLowerCase());
    expect(all.length).toBeGreaterThanOrEqual(300);
    expect(new Set(all).size).toBe(all.length);
    expect(ROUTED.blind.length / all.length).toBeGreaterThan(0.33);
  });

  it('have every type, paradigm and reasoning type among the open and the blind', () => {
    for (const set of SETS) {
      for (const type of QUERY_TYPES)
        expect(set.filter((asked) => asked.type === type).length).toBeGreaterThanOrEqual(15);
      for (const paradigm of PARADIGMS)
        expect(
          set.filter(({ paradigms }) => paradigms.includes(paradigm)).length,
        ).toBeGreaterThanOrEqual(15);
      for (const reasoning of REASONING_TYPES)
        expect(set.filter((asked) => asked.reasoning === reasoning).length).toBeGreaterThanOrEqual(
          8,
        );
    }
  });
});

describe('the benchmark', () => {
  // 0.795 when the rules had not been touched since; see docs/benchmarks.md for why what is reached now is not blind.
  it('finds the routes of the blind questions', async () => {
    const { results } = await routing.run({}, () => undefined);
    expect(results['macro_f1']).toBeGreaterThanOrEqual(0.85);
    for (const name of ['type_f1', 'paradigms_f1', 'reasoning_f1'])
      expect(results[name]).toBeGreaterThanOrEqual(0.8);
  });
});
