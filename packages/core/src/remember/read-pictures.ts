import { createHash } from 'node:crypto';
import type { Embedding } from '../domain/change.js';
import type { MemoryId } from '../domain/ids.js';
import type { MemoryImage } from '../domain/image.js';
import { RememberInput } from '../domain/input.js';
import { ReadText } from '../language/read-text.js';
import { parseInput } from '../domain/parse-input.js';
import {
  openPicture,
  readPicture,
  type Picture,
  type PicturePorts,
} from '../spaces/e10-multimodal.js';
import type { ProtectedInput } from './protect.js';

/** An input whose pictures have been read. */
export interface PicturedInput extends ProtectedInput {
  readonly pictures: readonly Picture[];
  /** Its content, as text that is analysed only once. */
  readonly reading: ReadText;
}

/**
 * Reads the pictures of a batch sequentially: each may decode to a hundred megabytes. An unreadable one rejects the
 * batch, naming the field, before anything is written.
 */
export async function readPictures(
  inputs: readonly ProtectedInput[],
  path: (at: number) => string,
  ports: PicturePorts,
): Promise<PicturedInput[]> {
  const read: PicturedInput[] = [];
  for (const [at, input] of inputs.entries()) {
    const pictures: Picture[] = [];
    for (const [place, image] of input.images.entries())
      pictures.push(await readPicture(image, `${path(at)}.images.${place}`, ports));
    read.push({
      ...input,
      pictures,
      reading: new ReadText(input.content),
      hash: hashWith(
        input.hash,
        pictures.map(({ record }) => record),
      ),
    });
  }
  return read;
}

/**
 * For an input waiting for its commit: reads its pictures now and stores their bytes, because a file may be gone by
 * then.
 */
export async function pinPictures(raw: RememberInput, ports: PicturePorts): Promise<RememberInput> {
  const { images } = parseInput(RememberInput, raw, 'input');
  if (images === undefined) return raw;
  const pinned: NonNullable<RememberInput['images']> = [];
  for (const [place, image] of images.entries()) {
    const field = `input.images.${place}`;
    const { bytes, name, alt } = await openPicture(image, field, ports.reader);
    const kept = { bytes, ...(name === null ? {} : { name }), ...(alt === null ? {} : { alt }) };
    await readPicture(kept, field, ports);
    pinned.push(kept);
  }
  return { ...raw, images: pinned };
}

/** The hash of a memory with pictures: other pictures make it another memory, another order does not. */
export function hashWith(hash: string, images: readonly MemoryImage[]): string {
  if (images.length === 0) return hash;
  return createHash('sha256')
    .update(JSON.stringify([hash, ...shaOf(images)]))
    .digest('base64url')
    .slice(0, 22);
}

/** Whether both have the same picture files. */
export function samePictures(read: readonly Picture[], images: readonly MemoryImage[]): boolean {
  return (
    read.length === images.length &&
    shaOf(read.map(({ record }) => record)).join() === shaOf(images).join()
  );
}

/** What the index stores of a memory's pictures. */
export function pictureCodes(
  { id, pictures }: { readonly id: MemoryId; readonly pictures: readonly Picture[] },
  space: PicturePorts['space'],
): Embedding[] {
  if (pictures.length === 0) return [];
  return [
    {
      memory: id,
      space: space.name,
      encoder: space.id,
      vector: space.pack(pictures.map(({ code }) => code)),
    },
  ];
}

function shaOf(images: readonly MemoryImage[]): string[] {
  return images.map(({ sha256 }) => sha256).sort();
}
