import { MnemeError } from '../domain/errors.js';
import { cosine } from './dense-vector.js';
import type { ImageEncoder } from './image-encoder.js';
import { DESCRIPTOR_DIMENSIONS, describePicture } from './picture/describe-picture.js';
import type { StoredSpace } from './space.js';

/** A code for each picture of a memory or a query, in order; never empty. */
export type PictureCodes = readonly Int8Array[];

/** The built-in encoder: colours, edges and coarse lightness of the pixels, no learned model. */
export function createPictureEncoder(): ImageEncoder {
  return {
    id: 'mneme-picture-1',
    dimensions: DESCRIPTOR_DIMENSIONS,
    encode: async (pixels) => describePicture(pixels),
  };
}

/**
 * E10: pictures. A memory of several pictures keeps a code for each, as their mean would resemble none of
 * them; it answers a query by its best one. Absent for plain text.
 */
export function createMultimodalSpace({
  id,
  dimensions,
}: Pick<ImageEncoder, 'id' | 'dimensions'>): StoredSpace<PictureCodes> {
  const codesOf = ({ pictures = [] }: { readonly pictures?: PictureCodes }): PictureCodes | null =>
    pictures.length === 0 ? null : pictures;
  return {
    name: 'multimodal',
    id,
    dimensions,
    memory: codesOf,
    query: codesOf,
    similarity: best,
    likeness: (a, b) => (meanOfBest(a, b) + meanOfBest(b, a)) / 2,
    pack: (codes) => Int8Array.from(codes.flatMap((code) => [...code])),
    unpack: (bytes) => {
      if (bytes.length === 0 || bytes.length % dimensions !== 0) {
        throw new MnemeError(
          'corrupt',
          `A code of pictures has ${bytes.length} bytes, not a multiple of ${dimensions}.`,
          { hint: 'Restore a backup.' },
        );
      }
      return Array.from({ length: bytes.length / dimensions }, (_, at) =>
        bytes.subarray(at * dimensions, (at + 1) * dimensions),
      );
    },
  };
}

function best(a: PictureCodes, b: PictureCodes): number {
  let most = -1;
  for (const code of a) for (const other of b) most = Math.max(most, cosine(code, other));
  return most;
}

/** The mean, over these pictures, of the best similarity to one of the others. */
function meanOfBest(codes: PictureCodes, others: PictureCodes): number {
  return codes.reduce((sum, code) => sum + best([code], others), 0) / codes.length;
}
