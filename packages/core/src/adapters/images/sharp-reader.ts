import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type Sharp from 'sharp';
import { MnemeError } from '../../domain/errors.js';
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, type MediaType } from '../../domain/memory.js';
import {
  type DecodedImage,
  type ImageReader,
  LONGEST_SIDE,
  type OpenedImage,
} from '../../ports/system.js';

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/** The media type by the file's first bytes; null if it is none of the five supported. Names and claimed types do not count. */
function mediaTypeOf(bytes: Uint8Array): MediaType | null {
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'image/gif';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp';
  // An ISO base media file that lists AVIF among its brands (AV1 Image File Format, section 6).
  if (ascii(bytes, 4, 8) === 'ftyp' && /avi[fs]/.test(ascii(bytes, 8, 64))) return 'image/avif';
  return null;
}

type Load = () => Promise<typeof Sharp>;

const loadSharp: Load = async () => (await import('sharp')).default;

/** Reads pictures with sharp (libvips), an optional package that is loaded with the first picture. */
export function createSharpReader(load: Load = loadSharp): ImageReader {
  return {
    name: isInstalled() ? 'sharp' : 'none (npm install sharp)',
    open: openImage,
    decode: (bytes) => decode(bytes, load),
  };
}

function isInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('sharp');
    return true;
  } catch {
    return false;
  }
}

async function openImage(path: string): Promise<OpenedImage> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new MnemeError('not_found', `There is no file ${path}.`, {
      hint: 'Look at the path.',
      cause,
    });
  });
  if (!found.isFile())
    throw new MnemeError('invalid_input', `${path} is not a file.`, {
      hint: 'Give the path of one picture.',
    });
  // Checked before reading: a huge file must not fill the memory.
  assertSize(found.size);
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new MnemeError('invalid_input', `${path} cannot be read.`, {
      hint: 'Look at its rights.',
      cause,
    });
  });
  return { bytes, path: resolve(path) };
}

async function decode(bytes: Uint8Array, load: Load): Promise<DecodedImage> {
  assertSize(bytes.length);
  const mediaType = mediaTypeOf(bytes);
  if (mediaType === null) {
    const what = bytes.length === 0 ? 'It is empty' : 'It is no picture that can be read';
    throw new MnemeError('invalid_input', `${what}.`, {
      hint: 'PNG, JPEG, WebP, GIF and AVIF are taken; save it as one of them.',
    });
  }
  const sharp = await load().catch((cause: unknown) => {
    throw new MnemeError(
      'unavailable',
      'Pictures are read by the package sharp, which does not load here.',
      { hint: 'Install it: npm install sharp', cause },
    );
  });
  try {
    return { mediaType, ...(await decodeWith(sharp, bytes)) };
  } catch (cause) {
    if (MnemeError.is(cause)) throw cause;
    throw new MnemeError(
      'invalid_input',
      `It is a damaged picture (${mediaType}): ${firstLine(cause)}.`,
      { hint: 'Open it in a viewer and save it again.', cause },
    );
  }
}

async function decodeWith(
  sharp: typeof Sharp,
  bytes: Uint8Array,
): Promise<Omit<DecodedImage, 'mediaType'>> {
  // Tolerates minor errors in JPEG files, but not truncated or corrupt ones.
  const options = { failOn: 'error', limitInputPixels: false, pages: 1 } as const;
  const { autoOrient } = await sharp(bytes, options).metadata();
  const { width, height } = autoOrient;
  if (width * height > MAX_IMAGE_PIXELS) {
    throw new MnemeError(
      'invalid_input',
      `It has ${width} × ${height} pixels, more than ${MAX_IMAGE_PIXELS / 1e6} million.`,
      { hint: 'Scale it down first.' },
    );
  }
  const { data, info } = await sharp(bytes, { ...options, limitInputPixels: MAX_IMAGE_PIXELS })
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return {
    width,
    height,
    pixels: { width: info.width, height: info.height, rgb: rgbOf(data, info.channels) },
  };
}

/** Converts pixels to exactly three channels. */
function rgbOf(data: Uint8Array, channels: number): Uint8Array {
  if (channels === 3) return new Uint8Array(data);
  return Uint8Array.from(
    { length: (data.length / channels) * 3 },
    (_, at) => data[Math.floor(at / 3) * channels + (channels < 3 ? 0 : at % 3)] ?? 0,
  );
}

function assertSize(bytes: number): void {
  if (bytes <= MAX_IMAGE_BYTES) return;
  throw new MnemeError(
    'invalid_input',
    `It has ${(bytes / 1e6).toFixed(1)} MB, more than ${MAX_IMAGE_BYTES / 1e6}.`,
    { hint: 'Scale it down, or save it as JPEG.' },
  );
}

function firstLine(error: unknown): string {
  return (
    (error instanceof Error ? error.message : String(error)).split('\n')[0]?.replace(/\.$/, '') ??
    ''
  );
}
