import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../domain/time.js';
import { createPeriodicitySpace } from './e02-to-e04-temporal.js';
import type { Inquiry, Subject } from './space.js';

const space = createPeriodicitySpace();
/** A Monday, 09:00 UTC. */
const MONDAY = Date.UTC(2025, 1, 3, 9);
const memory = (from: number, length = 1): Float32Array | null =>
  space.memory({ occurredFrom: from, occurredTo: from + length } as Subject);
const at = (from: number, length = 1): Float32Array =>
  memory(from, length) ?? new Float32Array(space.dimensions);
const query = (from: number, to: number): Float32Array =>
  space.query({ now: 0, periods: [{ from, to, precision: 'day' }] } as unknown as Inquiry) ??
  new Float32Array(0);

describe('the periodicity space', () => {
  it('has 512 numbers', () => expect(at(MONDAY)).toHaveLength(512));

  it('finds the same hour and weekday of another week more alike than another hour or weekday', () => {
    const again = space.likeness(at(MONDAY), at(MONDAY + 7 * DAY));
    expect(again).toBeGreaterThan(space.likeness(at(MONDAY), at(MONDAY + 7 * DAY + 8 * HOUR)));
    expect(again).toBeGreaterThan(space.likeness(at(MONDAY), at(MONDAY + 10 * DAY)));
  });

  it('asks for a day without asking for an hour', () => {
    const monday = query(MONDAY - 9 * HOUR, MONDAY + 15 * HOUR);
    const [morning, evening] = [at(MONDAY + 28 * DAY), at(MONDAY + 28 * DAY + 10 * HOUR)];
    expect(
      Math.abs(space.similarity(monday, morning) - space.similarity(monday, evening)),
    ).toBeLessThan(0.15);
    expect(space.similarity(monday, morning)).toBeGreaterThan(
      space.similarity(monday, at(MONDAY + 31 * DAY)),
    );
  });

  it('says nothing of what lasted a year', () => {
    expect(memory(MONDAY, 365 * DAY)).toBeNull();
    expect(memory(MONDAY, 30 * DAY)).not.toBeNull();
  });

  it('asks for the moment of asking where no time is named', () => {
    expect(space.query({ now: MONDAY, periods: [] } as unknown as Inquiry)).toEqual(at(MONDAY, 0));
  });

  it('keeps within -1 and 1, alike both ways, and 1 with itself', () => {
    const moment = fc.integer({ min: 0, max: 4e12 });
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        const likeness = space.likeness(at(a), at(b));
        expect(likeness).toBeGreaterThanOrEqual(-1);
        expect(likeness).toBeLessThanOrEqual(1);
        expect(likeness).toBeCloseTo(space.likeness(at(b), at(a)), 6);
        expect(space.likeness(at(a), at(a))).toBeCloseTo(1, 4);
      }),
    );
  });
});
