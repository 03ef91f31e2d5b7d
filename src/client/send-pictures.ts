import type { ImageInput } from '../domain/image.js';
import type { Fields } from './transport.js';

/** Where inputs have pictures. */
interface Pictured {
  readonly image?: ImageInput;
  readonly images?: readonly ImageInput[];
  readonly inputs?: readonly (Fields | string)[];
}

/** An input with its pictures as they can be sent; a text alone among many inputs as what is to be remembered. */
export async function withPictures(input: Fields): Promise<Fields> {
  const { image, images, inputs } = input as Pictured;
  return {
    ...input,
    ...(image === undefined ? {} : { image: await sendable(image) }),
    ...(images === undefined ? {} : { images: await Promise.all(images.map(sendable)) }),
    ...(inputs === undefined
      ? {}
      : {
          inputs: await Promise.all(
            inputs.map(async (each) =>
              typeof each === 'string' ? { content: each } : withPictures(each),
            ),
          ),
        }),
  };
}

/** A picture as it can be sent: a path is read here, as it means a file of this machine, and bytes become base64. */
async function sendable(picture: ImageInput): Promise<ImageInput> {
  if (typeof picture === 'string')
    return picture.startsWith('data:') ? picture : { base64: await read(picture), name: picture };
  if (picture instanceof Uint8Array) return { base64: base64Of(picture) };
  if ('path' in picture)
    return {
      base64: await read(picture.path),
      name: picture.path,
      ...(picture.alt === undefined ? {} : { alt: picture.alt }),
    };
  if (!('bytes' in picture)) return picture;
  const { bytes, ...rest } = picture;
  return { base64: base64Of(bytes), ...rest };
}

async function read(path: string): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  return base64Of(await readFile(path));
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  // As many at once as a call takes.
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
