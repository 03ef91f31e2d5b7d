import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chanceKnown, ruleOfSuccession, verdictOn } from './evidence-strength.js';

describe('the chance that a thing is known', () => {
  it('is 0 without memories, rises with each, and never reaches 1', () => {
    expect(chanceKnown([])).toBe(0);
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.1, max: 1, noNaN: true }), { maxLength: 9 }),
        fc.double({ min: 0.1, max: 1, noNaN: true }),
        (known, more) => {
          expect(chanceKnown([...known, more])).toBeGreaterThan(chanceKnown(known));
          expect(chanceKnown([...known, more])).toBeLessThan(1);
        },
      ),
    );
  });

  it('gives the verdict', () => {
    expect(
      [[], [0.9], [0.9, 0.9, 0.9]].map((confidences) => verdictOn(chanceKnown(confidences))),
    ).toEqual(['unknown', 'partly', 'known']);
    expect([0.79, 0.8].map(verdictOn)).toEqual(['partly', 'known']);
  });
});

it('what held three times and failed never most likely holds again', () => {
  expect(ruleOfSuccession(3, 0)).toBe(0.8);
  expect(ruleOfSuccession(3, 3)).toBe(0.5);
});
