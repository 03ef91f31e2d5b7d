/** Pictures for tests: no binary file lies in the repository. */
import type Sharp from 'sharp';
import { drawPicture, type DrawnKind } from '../../bench/drawn-pictures.js';
import type { ImagePixels } from '../../packages/mneme/src/public-types.js';

/** The decoder, null where it cannot load: tests that need it skip by name. */
export const sharp: typeof Sharp | null = await import('sharp').then(
  (loaded) => loaded.default,
  () => null,
);

const drawn = new Map<string, ImagePixels>();

/** Draws each picture once a process. */
export function draw(kind: DrawnKind, seed: number): ImagePixels {
  const key = `${kind} ${seed}`;
  const pixels = drawn.get(key) ?? drawPicture(kind, seed);
  drawn.set(key, pixels);
  return pixels;
}

/** The pixels as sharp takes them; only where {@link sharp} is there. */
export function canvas({ width, height, rgb }: ImagePixels): ReturnType<typeof Sharp> {
  if (sharp === null) throw new Error('sharp does not load here');
  return sharp(rgb, { raw: { width, height, channels: 3 } });
}

const saved = new WeakMap<ImagePixels, Promise<Buffer>>();

export function png(pixels: ImagePixels): Promise<Buffer> {
  const bytes = saved.get(pixels) ?? canvas(pixels).png({ compressionLevel: 1 }).toBuffer();
  saved.set(pixels, bytes);
  return bytes;
}

/** A PNG of a few bytes that claims to be as large as it says. */
export function hollowPng(width: number, height: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.from('789c030000000001', 'hex')),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
