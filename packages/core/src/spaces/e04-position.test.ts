import { describe, expect, it } from 'vitest';
import { createPositionSpace } from './e02-to-e04-temporal.js';
import type { Inquiry, Subject } from './space.js';

const space = createPositionSpace();
const at = (position: number, order: number): Float32Array =>
  space.memory({ position, order } as Subject) as Float32Array;

describe('the position space', () => {
  it('finds neighbours more alike than those farther off', () => {
    const here = at(20, 500);
    const steps = [0, 1, 3, 10, 200].map((step) => space.likeness(here, at(20 + step, 500 + step)));
    expect(steps[0]).toBeCloseTo(1, 5);
    expect([...steps].sort((a, b) => b - a)).toEqual(steps);
  });

  it('knows both places: two first turns are somewhat alike', () => {
    expect(space.likeness(at(0, 10), at(0, 4_000))).toBeGreaterThan(
      space.likeness(at(0, 10), at(90, 4_000)),
    );
  });

  it('has no place for a query', () =>
    expect(space.query({ text: 'where?' } as Inquiry)).toBeNull());
});
