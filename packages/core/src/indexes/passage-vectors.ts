import type { BankIndex } from './bank-index.js';

type PassageIndex = Pick<BankIndex, 'passages' | 'passageVectors'>;

/** Stores the concatenated vectors of a text's passages; ignores them if their number does not match. */
export function putPassageVectors(
  { passages, passageVectors }: PassageIndex,
  slot: number,
  code: Int8Array,
): void {
  const { dimensions } = passageVectors;
  const count = passages.count(slot);
  if (code.length !== count * dimensions) return;
  for (let at = 0; at < count; at++)
    passageVectors.put(
      passages.first(slot) + at,
      code.subarray(at * dimensions, (at + 1) * dimensions),
    );
}

/** Slots of long texts whose passages have no vectors. */
export function withoutPassageVectors({ passages, passageVectors }: PassageIndex): number[] {
  const slots: number[] = [];
  for (let passage = 0; passage < passages.size; passage++) {
    const slot = passages.owner(passage);
    if (passage === passages.first(slot) && !passageVectors.has(passage)) slots.push(slot);
  }
  return slots;
}
