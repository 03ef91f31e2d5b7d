import type { ImagePixels } from '../domain/image.js';

/**
 * Turns a picture into its code: the built-in descriptor, or a learned model such as CLIP. Codes are compared by cosine, 1 for the
 * same picture. A model may take its time and may fail; the picture then is not taken in.
 */
export interface ImageEncoder {
  /** Names algorithm and version: codes of two ids are never compared. */
  readonly id: string;
  /** Signed bytes of one code. */
  readonly dimensions: number;
  encode(pixels: ImagePixels): Promise<Int8Array>;
}
