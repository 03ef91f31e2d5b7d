import type { ImagePixels } from '../../domain/image.js';
import { quantise } from '../dense-vector.js';
import { COLOUR_DIMENSIONS, colourHistogram } from './colour-histogram.js';
import { SIGNATURE_DIMENSIONS, frequencySignature } from './frequency-signature.js';
import { toOklabRaster } from './oklab-raster.js';
import { GRADIENT_DIMENSIONS, orientedGradients } from './oriented-gradients.js';

export const DESCRIPTOR_DIMENSIONS = COLOUR_DIMENSIONS + GRADIENT_DIMENSIONS + SIGNATURE_DIMENSIONS;

const SIDE = 64;
/** Weight of each part in the cosine of two pictures that have all three. */
const SHARES = { colour: 0.25, gradients: 0.35, signature: 0.4 } as const;

/**
 * A picture as 768 signed bytes, from its pixels alone: colours and edges with their positions, and its
 * coarse lightness. Cosine compares two: the weighted mean of the parts' own similarities. About 1 for the
 * same picture saved again.
 */
export function describePicture(pixels: ImagePixels): Int8Array {
  const raster = toOklabRaster(pixels, SIDE);
  const parts = [
    { values: colourHistogram(raster), share: SHARES.colour },
    { values: orientedGradients(raster), share: SHARES.gradients },
    { values: frequencySignature(raster), share: SHARES.signature },
  ];
  return quantise(
    Float32Array.from(
      parts.flatMap(({ values, share }) => Array.from(values, (value) => value * Math.sqrt(share))),
    ),
  );
}
