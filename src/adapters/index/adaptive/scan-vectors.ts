import { BLOCK_SLOTS, type BlockLayout } from '../exact/block-layout.js';
import { createExactIndex, type ExactIndex } from '../exact/exact-index.js';
import type { Kernel, MakeKernel } from '../exact/kernel.js';

/** A scan whose vectors can be read again, to build another index of them. */
export interface ReadableScan {
  readonly index: ExactIndex;
  /** The vector of a slot, copied; null where there is none. */
  vector(slot: number): Int8Array | null;
}

/** The vectors are read where the scan's kernel keeps them, so that they need not be kept twice. */
export function createReadableScan(dimensions: number, makeKernel: MakeKernel): ReadableScan {
  let memory: { readonly layout: BlockLayout; readonly kernel: Kernel } | undefined;
  const index = createExactIndex(dimensions, (layout) => {
    const kernel = makeKernel(layout);
    memory = { layout, kernel };
    return kernel;
  });
  return {
    index,
    vector(slot) {
      if (memory === undefined || slot >= index.size) return null;
      const { layout, kernel } = memory;
      const block = layout.firstBlock + Math.floor(slot / BLOCK_SLOTS) * layout.blockBytes;
      const place = slot % BLOCK_SLOTS;
      if (kernel.views.uint8[block + layout.present + place] !== 1) return null;
      const start = block + layout.vectors + place * layout.padded;
      return kernel.views.int8.slice(start, start + dimensions);
    },
  };
}
