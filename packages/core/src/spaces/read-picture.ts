import { createHash } from 'node:crypto';
import { MnemeError } from '../domain/errors.js';
import type { MemoryImage, ParsedImageInput } from '../domain/image.js';
import type { ImageReader } from '../ports/files.js';
import {
  createMultimodalSpace,
  createPictureEncoder,
  type PictureCodes,
} from './e10-multimodal.js';
import type { ImageEncoder } from './image-encoder.js';
import type { StoredSpace } from './space.js';

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

/** A picture as read: what a memory keeps of it, and its code. */
export interface Picture {
  readonly record: MemoryImage;
  readonly code: Int8Array;
}

/** The bytes of a picture with what is known about them. */
export interface PictureFile {
  readonly bytes: Uint8Array;
  readonly name: string | null;
  readonly alt: string | null;
}

/** Opens and decodes. Throws what the reader throws, naming `field` and the file, never its bytes. */
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

/** The bytes of a picture, wherever they are. Nothing is decoded yet. */
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

/** Runs the work, and adds field and value to what it throws. */
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
