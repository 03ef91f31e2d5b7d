import type { ImagePixels, MediaType } from '../domain/image.js';

/** The longest side of the pixels that a reader returns. */
export const LONGEST_SIDE = 256;

export interface DecodedImage {
  readonly mediaType: MediaType;
  /** Size of the picture itself, with the camera's rotation undone. */
  readonly width: number;
  readonly height: number;
  /**
   * Scaled down to {@link LONGEST_SIDE}, never up; in sRGB, with transparency over white. The first frame
   * of an animation.
   */
  readonly pixels: ImagePixels;
}

export interface OpenedImage {
  readonly bytes: Uint8Array;
  /** The absolute path, so that the reference holds from any folder. */
  readonly path: string;
}

/**
 * Decodes files and bytes into pixels. Errors: `not_found` for a missing file; `invalid_input` for what is
 * no picture, is damaged or too large; `unavailable`, with the command that fixes it, if no decoder is
 * installed.
 */
export interface ImageReader {
  /** The decoder's name, for `doctor`. */
  readonly name: string;
  open(path: string): Promise<OpenedImage>;
  decode(bytes: Uint8Array): Promise<DecodedImage>;
}
