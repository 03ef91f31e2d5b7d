import type { OklabRaster } from './oklab-raster.js';

const SIDE = 32;
export const SIGNATURE_DIMENSIONS = 64;
/** A frequency of this strength contributes seven tenths of its sign; much weaker ones are compression noise. */
const FAINT = 0.1;
/** This many clear signs make a full signature: a smooth picture has few, which must not stand for 64. */
const ENOUGH = 16;
/** Frequencies per side that are computed; the lowest 64 are among them. */
const FREQUENCIES = 11;

/** The 64 lowest frequencies except the mean, from coarse to fine. */
const ORDER: readonly (readonly [number, number])[] = Array.from(
  { length: FREQUENCIES ** 2 },
  (_, at) => [at % FREQUENCIES, Math.floor(at / FREQUENCIES)] as const,
)
  .sort(([u, v], [x, y]) => u + v - (x + y) || u - x)
  .slice(1, 1 + SIGNATURE_DIMENSIONS);

/** The basis of the discrete cosine transform (DCT-II), orthonormal. */
const BASIS: readonly Float32Array[] = Array.from({ length: FREQUENCIES }, (_, frequency) =>
  Float32Array.from(
    { length: SIDE },
    (_value, at) =>
      Math.sqrt((frequency === 0 ? 1 : 2) / SIDE) *
      Math.cos((Math.PI * (2 * at + 1) * frequency) / (2 * SIDE)),
  ),
);

/**
 * A perceptual hash of 64 bits (the DCT hash of Zauner 2010): the signs of the lowest frequencies of
 * lightness. Each sign is weighted by its clarity, -1..1, so that a faint one cannot flip the whole. The
 * length, 0..1, says how many are clear.
 */
export function frequencySignature({ size, lightness }: OklabRaster): Float32Array {
  const small = halve(lightness, size, SIDE);
  const rows = BASIS.map((basis) =>
    Float32Array.from({ length: SIDE }, (_, y) =>
      basis.reduce((sum, value, x) => sum + value * (small[y * SIDE + x] ?? 0), 0),
    ),
  );
  const signs = Float32Array.from(ORDER, ([u, v]) => {
    const strength = BASIS[v]?.reduce((sum, value, y) => sum + value * (rows[u]?.[y] ?? 0), 0) ?? 0;
    return strength / Math.hypot(strength, FAINT);
  });
  const length = Math.max(Math.sqrt(ENOUGH), Math.hypot(...signs));
  return signs.map((sign) => sign / length);
}

/** Means of square blocks; `size` is a multiple of `side`. */
function halve(values: Float32Array, size: number, side: number): Float32Array {
  const block = size / side;
  const means = new Float32Array(side * side);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const to = Math.floor(y / block) * side + Math.floor(x / block);
      means[to] = (means[to] ?? 0) + (values[y * size + x] ?? 0) / block ** 2;
    }
  }
  return means;
}
