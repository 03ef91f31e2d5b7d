import { NO_DISTANCE } from './kernel.js';
import type { SlotBlocks } from './slot-blocks.js';

/** Which slots of a code scan get the full comparison. */
export interface Cutoff {
  /** Slots closer than this are included. */
  readonly distance: number;
  /** How many slots at exactly this distance are included too: the first in slot order. */
  readonly ties: number;
}

/**
 * Slots whose whole code is compared after the heads: at least this many; this share, up to so many; and in a bank so large that this is
 * less, the least share. At a million, a twentieth instead of the least share changed two of a thousand results, and no first one.
 */
const MIN_REFINED = 6_144;
const REFINED_SHARE = 0.05;
const MAX_BY_SHARE = 20_000;
const LEAST_SHARE = 0.02;

/**
 * Scans the codes of every slot whose byte is set in the section `mask`, and finds the cutoff that admits
 * exactly `wanted` of them. At least `wanted` must be set, `count` in all. If there are many, the heads of
 * the codes select those whose whole code is compared: filtering by a prefix of the code, as in a cascade
 * (after Jégou et al. 2011, re-ranking with source coding). Any dimensions serve as the prefix if none is
 * more informative than another.
 */
export function scanCodes(slots: SlotBlocks, mask: number, wanted: number, count: number): Cutoff {
  const { kernel, layout } = slots;
  const bins = layout.histogram / 4;
  const clear = (): unknown => kernel.views.int32.fill(0, bins, bins + layout.histogramLength);
  clear();
  for (let block = 0; block < slots.blocks; block++) {
    const start = slots.address(block);
    kernel.distances(start, start + mask, slots.length(block));
  }
  if (layout.tailBytes === 0) return cutoffFor(slots, wanted);
  let heads = cutoffFor(slots, Math.min(count, Math.max(wanted * 2, refinedOf(count))));
  clear();
  for (let block = 0; block < slots.blocks; block++) {
    const { count: listed, ties } = listWithin(slots, block, heads, true);
    heads = { distance: heads.distance, ties };
    kernel.refine(slots.address(block), listed);
  }
  return cutoffFor(slots, wanted);
}

const refinedOf = (count: number): number =>
  Math.ceil(
    Math.max(MIN_REFINED, Math.min(count * REFINED_SHARE, MAX_BY_SHARE), count * LEAST_SHARE),
  );

/** Computed from the histogram. */
function cutoffFor({ kernel, layout }: SlotBlocks, wanted: number): Cutoff {
  const { int32 } = kernel.views;
  const bins = layout.histogram / 4;
  let left = wanted;
  for (let distance = 0; distance < layout.histogramLength; distance++) {
    const found = int32[bins + distance] as number;
    if (found >= left) return { distance, ties: left };
    left -= found;
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

/**
 * Lists the places of a block within the cutoff; returns how many, and how many ties are left for the next
 * block. With `only`, the others get no distance, which excludes them.
 */
export function listWithin(
  slots: SlotBlocks,
  block: number,
  { distance, ties }: Cutoff,
  only = false,
): { count: number; ties: number } {
  const { listed, tied } = slots.kernel.within(
    slots.address(block),
    slots.length(block),
    distance,
    ties,
    only,
  );
  return { count: listed, ties: ties - tied };
}
