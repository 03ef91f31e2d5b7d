import { describe, expect, it } from 'vitest';
import type { Conflict } from '../../domain/validity.js';
import type { MemoryId } from '../../domain/ids.js';
import { isValueSuperseded } from './succession.js';

const [FIRST, LATER] = ['m_0000000000001', 'm_0000000000002'] as MemoryId[] as [MemoryId, MemoryId];
const conflict = (given: Partial<Conflict>): Conflict[] => [
  {
    older: FIRST,
    newer: LATER,
    slot: 'is',
    olderValue: 'green',
    newerValue: 'blue',
    settlement: { keep: 'newer', by: 'rule', actor: 'a', at: 0, note: '', conditions: null },
    ...given,
  } as Conflict,
];

describe('gaveWay', () => {
  it('is so of the lost value alone, of whole words, and of the slot that names it', () => {
    expect(isValueSuperseded(FIRST, 'Green', conflict({}))).toBe(true);
    expect(isValueSuperseded(FIRST, 'dark green', conflict({}))).toBe(true);
    expect(isValueSuperseded(FIRST, 'greenhouse', conflict({}))).toBe(false);
    expect(isValueSuperseded(FIRST, 'Porto', conflict({}))).toBe(false);
    expect(isValueSuperseded(LATER, 'blue', conflict({}))).toBe(false);
    expect(
      isValueSuperseded(
        FIRST,
        'sushi',
        conflict({ slot: 'likes sushi', olderValue: 'yes', newerValue: 'no' }),
      ),
    ).toBe(true);
  });

  it('turns with the settlement, and is never so while both hold or it is open', () => {
    const settled = (keep: 'older' | 'both') =>
      conflict({
        settlement: { keep, by: 'person', actor: 'a', at: 0, note: '', conditions: null },
      });
    expect(isValueSuperseded(LATER, 'blue', settled('older'))).toBe(true);
    expect(isValueSuperseded(FIRST, 'green', settled('older'))).toBe(false);
    expect(isValueSuperseded(FIRST, 'green', settled('both'))).toBe(false);
    expect(isValueSuperseded(FIRST, 'green', conflict({ settlement: null }))).toBe(false);
  });
});
