import { OPINION_MOVES, type OpinionMove } from '@mneme/core/domain/reflection.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LARGEST_STEP,
  opinionConfidence,
  OPINION_STEP,
  shifted,
  shiftOf,
} from './form-opinions.js';

const confidence = fc.double({ min: 0, max: 1, noNaN: true });
const inner = fc.double({ min: 0.05, max: 0.95, noNaN: true });
const step = fc.double({ min: 0.001, max: LARGEST_STEP, noNaN: true });
const move = fc.constantFrom<OpinionMove>(...OPINION_MOVES);
const after = (from: number, taken: OpinionMove, by = OPINION_STEP): number =>
  shifted(from, shiftOf(taken, by));

describe('a step of an opinion', () => {
  it('stays within 0..1 and never exceeds α, or 2α for a contradiction', () => {
    fc.assert(
      fc.property(confidence, move, step, (from, taken, by) => {
        const to = after(from, taken, by);
        expect(to).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(1);
        expect(Math.abs(to - from)).toBeLessThanOrEqual(
          by * (taken === 'contradict' ? 2 : 1) + 1e-12,
        );
      }),
    );
  });

  it('goes the way it should, and a contradiction goes farther than a weakening', () => {
    fc.assert(
      fc.property(inner, step, (from, by) => {
        expect(after(from, 'reinforce', by)).toBeGreaterThan(from);
        expect(after(from, 'weaken', by)).toBeLessThan(from);
        expect(after(from, 'contradict', by)).toBeLessThan(after(from, 'weaken', by));
      }),
    );
    expect(after(1, 'reinforce')).toBe(1);
    expect(after(0, 'contradict')).toBe(0);
    expect(after(1, 'weaken')).toBeLessThan(1);
    expect(after(0, 'reinforce')).toBeGreaterThan(0);
  });

  it('keeps the order of two opinions', () => {
    fc.assert(
      fc.property(inner, inner, move, step, (a, b, taken, by) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(after(low, taken, by)).toBeLessThanOrEqual(after(high, taken, by) + 1e-12);
      }),
    );
  });

  it('is smaller the surer the opinion is', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 0.9, noNaN: true }),
        fc.double({ min: 0.01, max: 0.08, noNaN: true }),
        step,
        (from, further, by) => {
          expect(after(from + further, 'reinforce', by) - (from + further)).toBeLessThan(
            after(from, 'reinforce', by) - from,
          );
          const low = 1 - from;
          expect(low - further - after(low - further, 'weaken', by)).toBeLessThan(
            low - after(low, 'weaken', by),
          );
        },
      ),
    );
  });

  it('moves about α in the middle', () => {
    expect(after(0.5, 'reinforce')).toBeCloseTo(0.6, 2);
    expect(after(0.5, 'contradict')).toBeCloseTo(0.31, 2);
  });

  it('adds up in any order, as long as no end is reached', () => {
    fc.assert(
      fc.property(
        fc.array(move, { maxLength: 8 }),
        fc.double({ min: 0.4, max: 0.6, noNaN: true }),
        (taken, from) => {
          const one = taken.reduce((sum, each) => after(sum, each), from);
          const other = [...taken].reverse().reduce((sum, each) => after(sum, each), from);
          if (Math.min(one, other) > 0.02 && Math.max(one, other) < 0.98)
            expect(one).toBeCloseTo(other, 2);
        },
      ),
    );
  });
});

describe('the confidence of an opinion', () => {
  const steps = { reinforce: OPINION_STEP, weaken: OPINION_STEP, contradict: OPINION_STEP };
  it('starts at 0.6, rises with agreement and falls with what speaks against it', () => {
    expect(opinionConfidence({ agreeing: 1, against: 0, moved: 0, steps })).toBe(0.6);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 20 }),
        (agreeing, against) => {
          const here = opinionConfidence({ agreeing, against, moved: 0, steps });
          expect(
            opinionConfidence({ agreeing: agreeing + 1, against, moved: 0, steps }),
          ).toBeGreaterThanOrEqual(here);
          expect(
            opinionConfidence({ agreeing, against: against + 1, moved: 0, steps }),
          ).toBeLessThanOrEqual(here);
          expect(here).toBeGreaterThan(0);
          expect(here).toBeLessThan(1);
        },
      ),
    );
  });
});
