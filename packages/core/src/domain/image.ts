import { z } from 'zod';
import { type Of, OwnText, type SchemaOf, textUpTo } from './schema.js';

export const MEDIA_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** Maximum size of a picture file in bytes. */
export const MAX_IMAGE_BYTES = 20_000_000;
/** Maximum width times height of a picture: a small file may decode to a huge one. */
export const MAX_IMAGE_PIXELS = 50_000_000;
/** Maximum number of pictures per memory. */
export const MAX_IMAGES = 8;

const memoryImageShape = z.strictObject({
  mediaType: z.enum(MEDIA_TYPES),
  /** In pixels, as a person sees it: after applying the camera's orientation. */
  width: z.number(),
  height: z.number(),
  /** Size of the file. */
  bytes: z.number(),
  /** SHA-256 of the file, in hexadecimal. */
  sha256: OwnText,
  /** What it shows, in the caller's words. */
  alt: z.string().nullable(),
  /** The path it was read from, or the name that the caller gave its bytes. */
  source: z.string().nullable(),
});
/**
 * What a memory stores of one picture. The file itself stays where it is; {@link sha256} shows whether it has
 * changed.
 */
export interface MemoryImage extends Of<typeof memoryImageShape> {}
export const MemoryImage: SchemaOf<MemoryImage, typeof memoryImageShape> = memoryImageShape;

/** A decoded picture, scaled down: 8 bits per channel, red, green, blue, row by row from the top left. */
export interface ImagePixels {
  readonly width: number;
  readonly height: number;
  /** `3 · width · height` bytes. */
  readonly rgb: Uint8Array;
}

const Alt = textUpTo(1_000).optional().describe('What it shows, in words.');
const Name = textUpTo(4_096).optional().describe('The name of its file.');
const Path = z.string().min(1).max(4_096).describe('The path of its file.');
const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'expected bytes');
/** Four base64 characters encode three bytes. */
const Base64 = z.string().max(Math.ceil(MAX_IMAGE_BYTES / 3) * 4 + 100, 'at most 20 MB');

/** A picture as the caller supplies it. */
export const ImageInput = z.union(
  [
    Base64.min(1).describe('The path of a file, or a data: URL in base64.'),
    Bytes,
    z.strictObject({ path: Path, alt: Alt }),
    z.strictObject({ bytes: Bytes, name: Name, alt: Alt }),
    z.strictObject({
      base64: Base64.describe('Its bytes in base64.'),
      mediaType: z.enum(MEDIA_TYPES).optional().describe('Default: read off the bytes.'),
      name: Name,
      alt: Alt,
    }),
  ],
  'expected a path, a data: URL, bytes, or one of { path }, { bytes }, { base64 } with alt (at most 1,000 characters)',
);
export type ImageInput = z.input<typeof ImageInput>;
export type ParsedImageInput = z.output<typeof ImageInput>;
