import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const drawn = (): string[] => fc.sample(fc.string({ minLength: 5 }), 20);

describe('property tests', () => {
  it('draw the same examples each time, so that what a newcomer runs gives the same answer', () => {
    expect(drawn()).toEqual(drawn());
    expect(fc.readConfigureGlobal().seed).toBe(Number(process.env.MNEME_PROPERTY_SEED ?? 1));
  });
});
