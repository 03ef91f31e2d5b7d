import {
  type BlockLayout,
  GROUP,
  GrowingViews,
  type Kernel,
  NO_DISTANCE,
  type Views,
  type Within,
} from './kernel.js';

/** The loops of scan.wat in plain TypeScript, number for number, for runtimes without WebAssembly SIMD. */
export function typescriptKernel(layout: BlockLayout): Kernel {
  return new TypeScriptKernel(layout);
}

class TypeScriptKernel implements Kernel {
  readonly name = 'typescript';
  readonly #memory = new GrowingViews();

  constructor(private readonly layout: BlockLayout) {}

  get views(): Views {
    return this.#memory.views;
  }

  grow(bytes: number): void {
    this.#memory.grow(bytes);
  }

  encode(block: number, place: number): number {
    const { padded, headBytes, tailBytes, vectors, heads, tails } = this.layout;
    const { int8, uint8 } = this.views;
    const vector = block + vectors + place * padded;
    const head = headOf(block + heads, place, headBytes);
    const tail = block + tails + place * tailBytes;
    for (let byte = 0; byte < headBytes; byte++) uint8[head + byte * GROUP] = 0;
    uint8.fill(0, tail, tail + tailBytes);
    let sum = 0;
    for (let i = 0; i < padded; i++) {
      const value = int8[vector + i] as number;
      sum += value * value;
      if (value >= 0) continue;
      const byte = i >> 3;
      const at = byte < headBytes ? head + byte * GROUP : tail + byte - headBytes;
      uint8[at] = (uint8[at] as number) | (1 << (i & 7));
    }
    return sum;
  }

  distances(block: number, mask: number, count: number): void {
    const { headBytes, heads, distances, tables } = this.layout;
    const { uint8, uint16 } = this.views;
    const out = (block + distances) / 2;
    for (let place = 0; place < count; place++) {
      if (uint8[mask + place] === 0) {
        uint16[out + place] = NO_DISTANCE;
        continue;
      }
      let distance = 0;
      let code = headOf(block + heads, place, headBytes);
      for (let table = tables; table < tables + headBytes * 32; table += 32, code += GROUP) {
        const byte = uint8[code] as number;
        distance +=
          (uint8[table + (byte & 15)] as number) + (uint8[table + 16 + (byte >> 4)] as number);
      }
      uint16[out + place] = this.#count(distance);
    }
  }

  within(block: number, count: number, distance: number, ties: number, only: boolean): Within {
    const { uint16, int32 } = this.views;
    const { distances, list } = this.layout;
    const from = (block + distances) / 2;
    let listed = 0;
    let tied = 0;
    for (let place = 0; place < count; place++) {
      const found = uint16[from + place] as number;
      if (found < distance || (found === distance && tied < ties && ++tied > 0))
        int32[list / 4 + listed++] = place;
      else if (only) uint16[from + place] = NO_DISTANCE;
    }
    return { listed, tied };
  }

  refine(block: number, count: number): void {
    const { headBytes, tailBytes, tails, distances, list, planes } = this.layout;
    const { uint16, int32 } = this.views;
    const out = (block + distances) / 2;
    for (let i = 0; i < count; i++) {
      const place = int32[list / 4 + i] as number;
      const tail = this.#distance(
        block + tails + place * tailBytes,
        tailBytes,
        planes + headBytes * 3,
      );
      uint16[out + place] = this.#count((uint16[out + place] as number) + tail);
    }
  }

  #count(distance: number): number {
    const { int32 } = this.views;
    const bin = this.layout.histogram / 4 + distance;
    int32[bin] = (int32[bin] as number) + 1;
    return distance;
  }

  #distance(code: number, bytes: number, planes: number): number {
    const { int32 } = this.views;
    let distance = 0;
    let plane = planes / 4;
    for (let at = code / 4; at < (code + bytes) / 4; at += 4, plane += 12) {
      for (let part = 0; part < 4; part++) {
        const differs = (int32[at + part] as number) ^ (int32[plane + part] as number);
        distance += popcount(differs & (int32[plane + part + 4] as number));
        distance += 2 * popcount(differs & (int32[plane + part + 8] as number));
      }
    }
    return distance;
  }

  scores(block: number, count: number): void {
    const { padded, vectors, inverseNorms, list, scores, query, scale } = this.layout;
    const { int8, int16, int32, float32, float64 } = this.views;
    const inverseQueryNorm = float64[scale / 8] as number;
    for (let i = 0; i < count; i++) {
      const place = int32[list / 4 + i] as number;
      const vector = block + vectors + place * padded;
      let dot = 0;
      for (let j = 0; j < padded; j++)
        dot += (int8[vector + j] as number) * (int16[query / 2 + j] as number);
      float32[scores / 4 + i] =
        dot * inverseQueryNorm * (float32[(block + inverseNorms) / 4 + place] as number);
    }
  }
}

/** Address of a head's first byte; the others follow every {@link GROUP} bytes. */
function headOf(heads: number, place: number, headBytes: number): number {
  return heads + (place - (place % GROUP)) * headBytes + (place % GROUP);
}

/** Bits set in a 32-bit word (Warren, Hacker's Delight, 2nd ed., figure 5-2). */
function popcount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
