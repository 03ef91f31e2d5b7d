import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coherence } from './learning-score.js';

const distance = fc.option(fc.double({ min: 0, max: 1, noNaN: true }));
const surroundings = fc.record({
  links: fc.nat(200),
  ownDistance: distance,
  otherDistance: distance,
  neighbourLikeness: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
});

describe('coherence', () => {
  it('is 0..1, whatever is missing', () => {
    fc.assert(
      fc.property(surroundings, (around) => {
        expect(coherence(around)).toBeGreaterThanOrEqual(0);
        expect(coherence(around)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('rises with links, with likeness among the neighbours and with distance to another context; falls with distance to its own', () => {
    const middle = { links: 3, ownDistance: 0.5, otherDistance: 0.5, neighbourLikeness: 0.3 };
    const from = coherence(middle);
    expect(coherence({ ...middle, links: 4 })).toBeGreaterThan(from);
    expect(coherence({ ...middle, neighbourLikeness: 0.4 })).toBeGreaterThan(from);
    expect(coherence({ ...middle, otherDistance: 0.9 })).toBeGreaterThan(from);
    expect(coherence({ ...middle, ownDistance: 0.9 })).toBeLessThan(from);
  });

  it('is .4 links, .4 fit, .2 likeness of the neighbours', () => {
    expect(
      coherence({ links: 0, ownDistance: 0, otherDistance: 1, neighbourLikeness: 0 }),
    ).toBeCloseTo(0.4);
    expect(
      coherence({ links: 3, ownDistance: 1, otherDistance: 0, neighbourLikeness: 0 }),
    ).toBeCloseTo(0.2);
    expect(
      coherence({ links: 0, ownDistance: 1, otherDistance: 0, neighbourLikeness: 1 }),
    ).toBeCloseTo(0.2);
    expect(
      coherence({ links: 3, ownDistance: null, otherDistance: 0.5, neighbourLikeness: null }),
    ).toBeCloseTo(0.5);
    expect(
      coherence({ links: 0, ownDistance: 0, otherDistance: 0, neighbourLikeness: null }),
    ).toBeCloseTo(0.25);
  });
});
