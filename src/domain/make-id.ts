import type { IdPrefix } from './ids.js';

const LETTERS = '0123456789abcdefghijklmnopqrstuv';
const LENGTH = 13;

/** A new id of 65 random bits: `m_` and 13 letters of base 32. `uint32` returns 32 random bits per call. */
export function makeId(prefix: IdPrefix, uint32: () => number): string {
  let id = `${prefix}_`;
  let bits = 0;
  let left = 0;
  for (let letter = 0; letter < LENGTH; letter++) {
    if (left < 5) {
      bits = uint32();
      left = 32;
    }
    id += LETTERS[bits & 31] ?? '0';
    bits >>>= 5;
    left -= 5;
  }
  return id;
}
