import { createHash } from 'node:crypto';
import { MnemeError } from '../domain/errors.js';
import type { ImagePixels, MemoryImage, ParsedImageInput } from '../domain/memory.js';
import type { ImageReader } from '../ports/system.js';
import { cosine } from './dense-vectors.js';
import { describePicture, DESCRIPTOR_DIMENSIONS } from './picture-descriptor.js';
import type { StoredSpace } from './space.js';

/**
 * Encodes a picture: the built-in descriptor, or a learned model such as CLIP. Codes are compared by cosine, 1 for
 * the same picture. A model may be slow or fail; then the picture is not stored.
 */
interface ImageEncoder {
  /** Identifies algorithm and version: codes of different ids are never compared. */
  readonly id: string;
  /** Length of a code, in signed bytes. */
  readonly dimensions: number;
  encode(pixels: ImagePixels): Promise<Int8Array>;
}

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
 * E10: pictures. A memory of several pictures stores a code for each, as their mean would resemble none of them; it
 * matches a query by its best one. Absent for plain text.
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

/** What pictures need: opening, decoding, encoding, and storing and comparing their codes. */
export interface PicturePorts {
  readonly reader: ImageReader;
  readonly encoder: ImageEncoder;
  readonly space: StoredSpace<PictureCodes>;
}

export function createPicturePorts(
  reader: ImageReader,
  encoder: ImageEncoder = createPictureEncoder(),
): PicturePorts {
  return { reader, encoder, space: createMultimodalSpace(encoder) };
}

/** A decoded picture: what a memory stores of it, and its code. */
export interface Picture {
  readonly record: MemoryImage;
  readonly code: Int8Array;
}

/** The bytes of a picture with what is known about them. */
interface PictureFile {
  readonly bytes: Uint8Array;
  readonly name: string | null;
  readonly alt: string | null;
}

/** Opens, decodes and encodes. Throws what the reader throws, naming `field` and the file, never its bytes. */
export async function readPicture(
  input: ParsedImageInput,
  field: string,
  ports: PicturePorts,
): Promise<Picture> {
  const file = await openPicture(input, field, ports.reader);
  return naming(field, file.name ?? `${file.bytes.length} bytes`, async () => {
    const { pixels, ...decoded } = await ports.reader.decode(file.bytes);
    const record = {
      ...decoded,
      bytes: file.bytes.length,
      sha256: createHash('sha256').update(file.bytes).digest('hex'),
      alt: file.alt,
      source: file.name,
    };
    return { record, code: await ports.encoder.encode(pixels) };
  });
}

/** The bytes of a picture from any kind of input, not yet decoded. */
export async function openPicture(
  input: ParsedImageInput,
  field: string,
  reader: ImageReader,
): Promise<PictureFile> {
  if (input instanceof Uint8Array) return { bytes: input, name: null, alt: null };
  if (typeof input === 'string') {
    return input.startsWith('data:')
      ? { ...fromDataUrl(input, field), name: null, alt: null }
      : openFile(input, null, field, reader);
  }
  const { alt = null } = input;
  if ('path' in input) return openFile(input.path, alt, field, reader);
  const { name = null } = input;
  return 'bytes' in input
    ? { bytes: input.bytes, name, alt }
    : { bytes: fromBase64(input.base64, field), name, alt };
}

async function openFile(
  path: string,
  alt: string | null,
  field: string,
  reader: ImageReader,
): Promise<PictureFile> {
  const opened = await naming(field, path, () => reader.open(path));
  return { bytes: opened.bytes, name: opened.path, alt };
}

function fromDataUrl(url: string, field: string): { bytes: Uint8Array } {
  const [, data] = /^data:[^,]{0,200};base64,([^]*)$/.exec(url) ?? [];
  if (data === undefined) {
    throw new MnemeError('invalid_input', `${field}: expected a data: URL in base64.`, {
      field,
      value: url,
      hint: 'Write data:image/png;base64, and then the bytes.',
    });
  }
  return { bytes: fromBase64(data, field) };
}

function fromBase64(text: string, field: string): Uint8Array {
  const packed = text.replace(/\s+/g, '');
  if (/^[A-Za-z0-9+/_-]*={0,2}$/.test(packed)) return Buffer.from(packed, 'base64');
  throw new MnemeError('invalid_input', `${field}: this is not base64.`, {
    field,
    value: text,
    hint: 'Encode the bytes of the file anew.',
  });
}

/** Runs the work; adds field and value to errors. */
async function naming<T>(field: string, value: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!MnemeError.is(error)) throw error;
    throw new MnemeError(error.code, `${field}: ${value}: ${error.message}`, {
      field,
      value,
      cause: error,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
    });
  }
}
