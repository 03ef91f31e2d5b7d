/** Pictures for tests, drawn from a seed: no binary file lies in the repository. */
import type Sharp from 'sharp';
import type { ImagePixels } from '../../src/index.js';
import { seededRandom } from './open-test-memory.js';

/** The decoder, null where it cannot load: tests that need it skip by name. */
export const sharp: typeof Sharp | null = await import('sharp').then((loaded) => loaded.default, () => null);

export const KINDS = ['shapes', 'scene', 'clouds', 'slope', 'noise'] as const;
export type Kind = (typeof KINDS)[number];

const drawn = new Map<string, ImagePixels>();

/** A picture of 288 to 352 pixels a side. */
export function draw(kind: Kind, seed: number): ImagePixels {
  const key = `${kind} ${seed}`;
  const pixels = drawn.get(key) ?? drawAnew(kind, seed);
  drawn.set(key, pixels);
  return pixels;
}

function drawAnew(kind: Kind, seed: number): ImagePixels {
  const random = seededRandom(seed * 7_919 + KINDS.indexOf(kind));
  const chance = (): number => random.uint32() / 2 ** 32;
  const width = 288 + 32 * Math.floor(chance() * 3);
  const height = 288 + 32 * Math.floor(chance() * 3);
  const colour = (): readonly number[] => [chance() * 255, chance() * 255, chance() * 255];
  const rgb = new Uint8Array(width * height * 3);
  const paint = (at: (x: number, y: number, channel: number) => number): void => {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        for (let channel = 0; channel < 3; channel++) rgb[3 * (y * width + x) + channel] = Math.max(0, Math.min(255, at(x, y, channel)));
      }
    }
  };
  const [first, second] = [colour(), colour()];
  if (kind === 'noise') paint(() => chance() * 255);
  if (kind === 'slope') {
    const turn = chance() * 2 * Math.PI;
    paint((x, y, c) => {
      const share = 0.5 + (x / width - 0.5) * Math.cos(turn) + (y / height - 0.5) * Math.sin(turn);
      return (first[c] ?? 0) * share + (second[c] ?? 0) * (1 - share);
    });
  }
  if (kind === 'clouds' || kind === 'scene') {
    const cloud = clouds(chance, width, height);
    paint((x, y, c) => (first[c] ?? 0) + ((second[c] ?? 0) - (first[c] ?? 0)) * (0.5 + (cloud[y * width + x] ?? 0)));
  }
  if (kind === 'shapes') paint((_x, _y, c) => first[c] ?? 0);
  if (kind === 'shapes' || kind === 'scene') {
    for (let left = 6; left > 0; left--) drawShape(rgb, width, height, chance, colour());
  }
  return { width, height, rgb };
}

function drawShape(rgb: Uint8Array, width: number, height: number, chance: () => number, colour: readonly number[]): void {
  const [x0, y0, rx, ry, round] = [chance() * width, chance() * height, (0.05 + chance() * 0.2) * width, (0.05 + chance() * 0.2) * height, chance() < 0.5];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [dx, dy] = [Math.abs(x - x0) / rx, Math.abs(y - y0) / ry];
      if (round ? dx * dx + dy * dy < 1 : dx < 1 && dy < 1) rgb.set(colour, 3 * (y * width + x));
    }
  }
}

/** Noise of many sizes laid over each other, as in photographs of sky and stone; about -0.5 to 0.5. */
function clouds(chance: () => number, width: number, height: number): Float32Array {
  const field = new Float32Array(width * height);
  for (let cells = 2, amount = 0.5; cells <= 64; cells *= 2, amount *= 0.6) {
    const grid = Float32Array.from({ length: (cells + 1) ** 2 }, () => chance() - 0.5);
    for (let at = 0; at < field.length; at++) {
      const [x, y] = [((at % width) / width) * cells, (Math.floor(at / width) / height) * cells];
      const [left, top] = [Math.floor(x), Math.floor(y)];
      const corner = (right: number, below: number): number => grid[(top + below) * (cells + 1) + left + right] ?? 0;
      const upper = corner(0, 0) * (left + 1 - x) + corner(1, 0) * (x - left);
      const lower = corner(0, 1) * (left + 1 - x) + corner(1, 1) * (x - left);
      field[at] = (field[at] ?? 0) + amount * (upper * (top + 1 - y) + lower * (y - top));
    }
  }
  return field;
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
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header), chunk('IDAT', Buffer.from('789c030000000001', 'hex')), chunk('IEND', Buffer.alloc(0))]);
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
