import { describe, expect, it } from 'vitest';
import { memory } from '../../../../../test/contracts/store-changes.js';
import type { Memory, Source } from '../../domain/memory.js';
import { DAY } from '../../domain/time.js';
import { differencesOf } from './merge.js';

const priorsOf = (...memories: readonly Memory[]): string[] =>
  differencesOf(memories, []).map(({ prior }) => prior);
const surer = (number: number, confidence: number): Memory => memory(number, { confidence });
const from = (number: number, source: Source): Memory =>
  memory(number, {
    provenance: [
      { source, speaker: null, session: null, turn: null, origin: null, saidAt: 1_000 * number },
    ],
  });

/** A memory dated to a day of its own. */
function ofDay(number: number, day: number): Memory {
  const [occurredFrom, occurredTo] = [day * DAY, (day + 1) * DAY];
  return memory(number, {
    occurredFrom,
    occurredTo,
    dates: [
      {
        text: `day ${day}`,
        from: occurredFrom,
        to: occurredTo,
        precision: 'day',
        recurring: false,
        approximate: false,
      },
    ],
  });
}

describe('priors', () => {
  it('are the same up to 0.3 of confidence, whatever binary fractions make of it, and not above', () => {
    expect(priorsOf(surer(1, 0.9), surer(2, 0.6))).toEqual([]);
    expect(priorsOf(surer(1, 0.8), surer(2, 0.5))).toEqual([]);
    expect(priorsOf(surer(1, 0.9), surer(2, 0.59))).toEqual(['confidence']);
  });

  it('are the same of neighbouring sources, and not of the user and a tool', () => {
    expect(priorsOf(from(1, 'user'), from(2, 'agent'))).toEqual([]);
    expect(priorsOf(from(1, 'agent'), from(2, 'tool'))).toEqual([]);
    expect(priorsOf(from(1, 'user'), from(2, 'tool'))).toEqual(['trust']);
    expect(priorsOf(from(1, 'agent'), from(2, 'web'))).toEqual(['trust']);
  });

  it('are the same of times with a day between them, and not with more', () => {
    expect(priorsOf(ofDay(1, 3), ofDay(2, 4))).toEqual([]);
    expect(priorsOf(ofDay(1, 3), ofDay(2, 5))).toEqual([]);
    expect(priorsOf(ofDay(1, 3), ofDay(2, 6))).toEqual(['time']);
  });
});
