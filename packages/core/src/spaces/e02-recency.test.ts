import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../domain/time.js';
import { createRecencySpace, decayProfile } from './e02-to-e04-temporal.js';

const space = createRecencySpace();
const age = fc.double({ min: 0, max: 200 * 365 * DAY, noNaN: true });

describe('the recency space', () => {
  it('never puts an older memory above a fresher one', () => {
    fc.assert(
      fc.property(age, age, (a, b) => {
        const [fresh, old] = [Math.min(a, b), Math.max(a, b)];
        expect(space.similarity(0, -fresh)).toBeGreaterThanOrEqual(space.similarity(0, -old));
      }),
    );
  });

  it('says of an age the mean of its 512 decays', () => {
    for (const old of [HOUR, DAY, 400 * DAY]) {
      const profile = decayProfile(old);
      expect(profile).toHaveLength(space.dimensions);
      expect(space.similarity(old, 0)).toBeCloseTo(
        profile.reduce((sum, value) => sum + value, 0) / profile.length,
        3,
      );
    }
  });

  it('gives 1 to what is said at the moment of asking, or later', () => {
    expect(space.similarity(5, 5)).toBe(1);
    expect(space.similarity(5, 5 + DAY)).toBe(1);
  });

  it('finds moments alike as they are near, whichever comes first', () => {
    fc.assert(
      fc.property(age, age, (a, b) => {
        expect(space.likeness(a, b)).toBe(space.likeness(b, a));
        expect(space.likeness(a, a)).toBe(1);
        expect(space.likeness(a, b)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
