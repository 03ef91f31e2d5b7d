import type { ImagePixels, MediaType } from '../domain/image.js';

/** The longest side of the pixels that a reader gives. */
export const LONGEST_SIDE = 256;

export interface DecodedImage {
  readonly mediaType: MediaType;
  /** Size of the picture itself, the camera's turn undone. */
  readonly width: number;
  readonly height: number;
  /** Scaled down to {@link LONGEST_SIDE}, never up; in sRGB, what is transparent laid on white. Of a moving picture the first frame. */
  readonly pixels: ImagePixels;
}

export interface OpenedImage {
  readonly bytes: Uint8Array;
  /** The whole path, as a reference that holds from any folder. */
  readonly path: string;
}

/**
 * Files and bytes into pixels. Errors: `not_found` for a missing file; `invalid_input` for what is no picture, is damaged or
 * too large; `unavailable`, with the command that mends it, where nothing can decode pictures here.
 */
export interface ImageReader {
  /** What decodes, for `doctor`. */
  readonly name: string;
  open(path: string): Promise<OpenedImage>;
  decode(bytes: Uint8Array): Promise<DecodedImage>;
}
