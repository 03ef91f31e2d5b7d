import { NO_DISTANCE } from './kernel.js';
import type { SlotBlocks } from './slot-blocks.js';

/** Which slots the full comparison takes from a scan of codes. */
export interface Cutoff {
  /** Slots nearer than this belong. */
  readonly distance: number;
  /** How many slots at exactly this distance belong too: the first in slot order. */
  readonly ties: number;
}

/**
 * Scans the codes of every slot whose byte is set in the section `mask`, and finds the cutoff that lets exactly `wanted`
 * of them through. At least `wanted` must be set.
 */
export function scanCodes(slots: SlotBlocks, mask: number, wanted: number): Cutoff {
  const { kernel, layout } = slots;
  const bins = layout.histogram / 4;
  kernel.views.int32.fill(0, bins, bins + layout.histogramLength);
  for (let block = 0; block < slots.blocks; block++) {
    const start = slots.address(block);
    kernel.distances(start, start + mask, slots.length(block));
  }
  const { int32 } = kernel.views;
  let left = wanted;
  for (let distance = 0; distance < layout.histogramLength; distance++) {
    const count = int32[bins + distance] as number;
    if (count >= left) return { distance, ties: left };
    left -= count;
  }
  return { distance: NO_DISTANCE, ties: 0 };
}

/** Lists the places of a block whose byte is set in the section `mask`; returns how many. */
export function listMasked(slots: SlotBlocks, block: number, mask: number): number {
  const { uint8, int32 } = slots.kernel.views;
  const flags = slots.address(block) + mask;
  const list = slots.layout.list / 4;
  const length = slots.length(block);
  let count = 0;
  for (let place = 0; place < length; place++) {
    int32[list + count] = place;
    count += uint8[flags + place] as number;
  }
  return count;
}

/** Lists the places of a block within the cutoff; returns how many, and how many ties are left for the next block. */
export function listWithin(slots: SlotBlocks, block: number, { distance, ties }: Cutoff): { count: number; ties: number } {
  const { uint16, int32 } = slots.kernel.views;
  const distances = (slots.address(block) + slots.layout.distances) / 2;
  const list = slots.layout.list / 4;
  const length = slots.length(block);
  let count = 0;
  let left = ties;
  for (let place = 0; place < length; place++) {
    const found = uint16[distances + place] as number;
    if (found > distance) continue;
    if (found === distance && left-- <= 0) continue;
    int32[list + count++] = place;
  }
  return { count, ties: Math.max(0, left) };
}
