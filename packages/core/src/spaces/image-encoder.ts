import type { ImagePixels } from '../domain/image.js';

/**
 * Encodes a picture: the built-in descriptor, or a learned model such as CLIP. Codes are compared by
 * cosine, 1 for the same picture. A model may take its time and may fail; then the picture is not stored.
 */
export interface ImageEncoder {
  /** Identifies algorithm and version: codes of different ids are never compared. */
  readonly id: string;
  /** Length of a code, in signed bytes. */
  readonly dimensions: number;
  encode(pixels: ImagePixels): Promise<Int8Array>;
}
