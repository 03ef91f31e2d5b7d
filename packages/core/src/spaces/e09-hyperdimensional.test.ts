import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryId } from '../domain/ids.js';
import { createHyperdimensionalSpace } from './e06-e09-e12-lexical.js';

const space = createHyperdimensionalSpace();
const id = MemoryId.parse('m_0000000000000');
const about = {
  id,
  saidAt: 0,
  occurredFrom: 0,
  occurredTo: 0,
  position: 0,
  order: 0,
  terms: [],
  language: 'en',
} as const;

function memory(content: string): Int32Array {
  const code = space.memory({ ...about, content });
  if (code === null) throw new Error(`no code for ${content}`);
  return code;
}

function query(text: string): Int32Array {
  const code = space.query({
    text,
    language: 'en',
    terms: [],
    now: 0,
    periods: [],
    direction: null,
    entities: [],
  });
  if (code === null) throw new Error(`no code for ${text}`);
  return code;
}

const DINNER =
  'Yesterday Caroline cooked a wonderful dinner for her grandmother from Sweden, who had never tasted Indian food before.';
const DOG =
  'Our greyhound sleeps on the sofa all day and only wakes when somebody rattles the biscuit tin.';

describe('the hyperdimensional space', () => {
  it('finds a text by a question with typing errors', () => {
    const asked = query('Who coked diner for a grandmohter with Carolne?');
    expect(space.similarity(asked, memory(DINNER))).toBeGreaterThan(
      space.similarity(asked, memory(DOG)) + 0.1,
    );
  });

  it('loses a part of the likeness to a typing error, not all of it', () => {
    const right = space.similarity(query('grandmother'), memory(DINNER));
    const wrong = space.similarity(query('grandmohter'), memory(DINNER));
    expect(wrong).toBeLessThan(right);
    expect(wrong).toBeGreaterThan(right / 3);
  });

  it('tells letters in another order apart', () => {
    expect(space.likeness(memory('listen'), memory('silent'))).toBeLessThan(0.3);
  });

  it('reads over accents and function words', () => {
    expect(memory('The café on the Straße')).toEqual(memory('cafe strasse'));
  });

  it('is 1 for the same text, symmetrical, and within -1 and 1', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 60 }),
        fc.string({ minLength: 1, maxLength: 60 }),
        (a, b) => {
          const [one, other] = [
            space.memory({ ...about, content: a }),
            space.memory({ ...about, content: b }),
          ];
          if (one === null || other === null) return;
          expect(space.likeness(one, one)).toBe(1);
          expect(space.likeness(one, other)).toBe(space.likeness(other, one));
          expect(Math.abs(space.likeness(one, other))).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('gives the same bits from any instance, in 1,250 bytes and back', () => {
    const other = createHyperdimensionalSpace();
    other.memory({ ...about, content: DOG });
    const code = other.memory({ ...about, content: DINNER });
    expect(code).toEqual(memory(DINNER));
    const packed = space.pack(memory(DINNER));
    expect(packed).toHaveLength(1_250);
    expect(space.unpack(packed)).toEqual(memory(DINNER));
  });

  it('has about as many ones as zeros', () => {
    const ones = [...space.pack(memory(DINNER))].reduce(
      (sum, byte) => sum + (byte & 255).toString(2).replaceAll('0', '').length,
      0,
    );
    expect(Math.abs(ones - 5_000)).toBeLessThan(500);
  });

  it('has nothing for a text without words, and refuses bytes of another length', () => {
    expect(space.memory({ ...about, content: '… !' })).toBeNull();
    expect(() => space.unpack(new Int8Array(1_249))).toThrow(/1250 bytes, not 1249/);
  });

  it('reads a long text to its limit and no further', () => {
    const long = Array.from({ length: 3_000 }, (_, at) => `word${at}`).join(' ');
    expect(memory(`${long} afterwards`)).toEqual(memory(long));
  });
});
