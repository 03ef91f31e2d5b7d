import type { ImagePixels } from '../domain/image.js';

/** A square picture in Oklab: lightness 0..1, green–red and blue–yellow of about -0.3..0.3; row by row. */
export interface OklabRaster {
  readonly size: number;
  readonly lightness: Float32Array;
  readonly greenRed: Float32Array;
  readonly blueYellow: Float32Array;
}

/**
 * The picture scaled to a square of `size` by `size`, each place the mean of the pixels it covers: what survives
 * saving a picture smaller or coarser. Colours in Oklab (Ottosson 2020), where equal steps look equal.
 */
export function toOklabRaster(pixels: ImagePixels, size: number): OklabRaster {
  const rgb = shrink(pixels, size);
  const raster = {
    size,
    lightness: new Float32Array(size * size),
    greenRed: new Float32Array(size * size),
    blueYellow: new Float32Array(size * size),
  };
  for (let at = 0; at < size * size; at++) {
    const red = linear(rgb[3 * at] ?? 0);
    const green = linear(rgb[3 * at + 1] ?? 0);
    const blue = linear(rgb[3 * at + 2] ?? 0);
    const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
    const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
    const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
    raster.lightness[at] = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
    raster.greenRed[at] = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
    raster.blueYellow[at] = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  }
  return raster;
}

/** Inverts sRGB's curve; `value` is 0..255. */
function linear(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Rows first, then columns; the mean of three channels, 0..255. */
function shrink({ width, height, rgb }: ImagePixels, size: number): Float32Array {
  const columns = coverage(width, size);
  const rows = coverage(height, size);
  const narrow = new Float32Array(height * size * 3);
  for (let x = 0; x < size; x++) {
    const { first, shares } = columns[x] ?? NOTHING;
    for (let y = 0; y < height; y++) {
      const from = 3 * (y * width + first);
      const to = 3 * (y * size + x);
      for (let at = 0; at < shares.length; at++) {
        const share = shares[at] ?? 0;
        for (let channel = 0; channel < 3; channel++)
          narrow[to + channel] =
            (narrow[to + channel] ?? 0) + (rgb[from + 3 * at + channel] ?? 0) * share;
      }
    }
  }
  const square = new Float32Array(size * size * 3);
  const line = size * 3;
  for (let y = 0; y < size; y++) {
    const { first, shares } = rows[y] ?? NOTHING;
    for (let at = 0; at < shares.length; at++) {
      const share = shares[at] ?? 0;
      const from = (first + at) * line;
      for (let place = 0; place < line; place++)
        square[y * line + place] =
          (square[y * line + place] ?? 0) + (narrow[from + place] ?? 0) * share;
    }
  }
  return square;
}

/** The pixels under a place, contiguous, with their shares, which sum to 1. */
interface Covered {
  readonly first: number;
  readonly shares: Float32Array;
}

const NOTHING: Covered = { first: 0, shares: new Float32Array(0) };

/** For each of `size` places along a side of `length` pixels, what it covers. */
function coverage(length: number, size: number): Covered[] {
  return Array.from({ length: size }, (_, at) => {
    // Fewer pixels than places: interpolates linearly between the centres of neighbouring pixels,
    // so that no steps arise.
    if (length < size) {
      const middle = Math.max(0, Math.min(length - 1, ((at + 0.5) * length) / size - 0.5));
      const first = Math.floor(middle);
      return {
        first,
        shares:
          middle === first
            ? Float32Array.of(1)
            : Float32Array.of(first + 1 - middle, middle - first),
      };
    }
    const from = (at * length) / size;
    const to = ((at + 1) * length) / size;
    const first = Math.floor(from);
    const shares = Float32Array.from(
      { length: Math.min(length, Math.ceil(to)) - first },
      (_share, offset) => {
        const pixel = first + offset;
        return (Math.min(to, pixel + 1) - Math.max(from, pixel)) / (to - from);
      },
    );
    return { first, shares };
  });
}
