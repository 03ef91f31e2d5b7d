import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStemmer } from '@mneme/core/language/stem.js';
import { chanceByRuns } from './self-estimate.js';

const stemmer = createStemmer();
const RUNS = [
  { query: 'cancel the flight to Oslo', success: false },
  { query: 'cancel my flight to Rome', success: false },
  { query: 'cancel a flight', success: false },
  { query: 'upgrade the seat', success: true },
  { query: 'upgrade two seats to business', success: true },
];

describe('the chance of a task, by runs like it', () => {
  it('is that of tasks like it, drawn to the rate over all', () => {
    const cancelling = chanceByRuns('please cancel the flight to Lisbon', RUNS, stemmer);
    const upgrading = chanceByRuns('upgrade my seat', RUNS, stemmer);
    const other = chanceByRuns('knit a jumper', RUNS, stemmer);
    expect(cancelling?.mean).toBeLessThan(0.35);
    expect(upgrading?.mean).toBeGreaterThan(0.6);
    expect(other).toEqual({ mean: 2.5 / 6, runs: 5, like: 0 });
  });

  it('is none without runs', () => {
    expect(chanceByRuns('anything', [], stemmer)).toBeNull();
  });

  it('is a chance whatever was done', () => {
    const runs = fc.array(fc.record({ query: fc.string(), success: fc.boolean() }), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(fc.string(), runs, (task, past) => {
        const { mean } = chanceByRuns(task, past, stemmer) ?? { mean: -1 };
        expect(mean).toBeGreaterThan(0);
        expect(mean).toBeLessThan(1);
      }),
    );
  });
});
