import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { DRAWN_KINDS } from '../../../../bench/drawn-pictures.js';
import { canvas, draw, png, sharp } from '../../../../test/support/pictures.js';
import { createSharpReader } from '../adapters/images/sharp-reader.js';
import type { ImagePixels } from '../domain/memory.js';
import { cosine } from './dense-vectors.js';
import { createMultimodalSpace, createPictureEncoder } from './e10-multimodal.js';

const encoder = createPictureEncoder();
const space = createMultimodalSpace(encoder);
const plain = (side: number, ...[r, g, b]: readonly [number, number, number]): ImagePixels => ({
  width: side,
  height: side,
  rgb: Uint8Array.from({ length: side * side * 3 }, (_, at) => [r, g, b][at % 3] ?? 0),
});

describe('the descriptor', () => {
  const rasters = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
    .chain(([width, height]) =>
      fc
        .uint8Array({ minLength: width * height * 3, maxLength: width * height * 3 })
        .map((rgb): ImagePixels => ({ width, height, rgb })),
    );

  it('gives 768 signed bytes for any raster, the same each time, and never nothing', async () => {
    await fc.assert(
      fc.asyncProperty(rasters, rasters, async (one, other) => {
        const [a, b] = [await encoder.encode(one), await encoder.encode(other)];
        expect(a).toHaveLength(768);
        expect(encoder.dimensions).toBe(768);
        expect(await encoder.encode(one)).toEqual(a);
        expect(cosine(a, a)).toBeCloseTo(1, 6);
        expect(cosine(a, b)).toBeGreaterThanOrEqual(-1);
        expect(cosine(a, b)).toBeLessThanOrEqual(1.000001);
      }),
      { numRuns: 12 },
    );
  });

  it('tells plain colours apart, and size does not matter to it', async () => {
    const [red, large, blue] = await Promise.all([
      encoder.encode(plain(4, 200, 30, 30)),
      encoder.encode(plain(90, 200, 30, 30)),
      encoder.encode(plain(4, 30, 30, 200)),
    ]);
    expect(cosine(red, large)).toBeGreaterThan(0.99);
    expect(cosine(red, blue)).toBeLessThan(0.5);
  });

  it('sees where things are: a picture and its mirror image differ', async () => {
    const { width, height, rgb } = draw('shapes', 3);
    const mirrored = rgb.map(
      (_, at) =>
        rgb[
          3 * (Math.floor(at / 3 / width) * width + width - 1 - (Math.floor(at / 3) % width)) +
            (at % 3)
        ] ?? 0,
    );
    expect(
      cosine(
        await encoder.encode({ width, height, rgb }),
        await encoder.encode({ width, height, rgb: mirrored }),
      ),
    ).toBeLessThan(0.7);
  });
});

describe('the space', () => {
  const [a, b, c] = [1, 2, 3].map((seed) =>
    Int8Array.from({ length: 768 }, (_, at) => ((at * seed * 37) % 255) - 127),
  ) as [Int8Array, Int8Array, Int8Array];
  const subject = {
    id: 'm_0000000000001',
    content: '',
    language: 'en',
    terms: [],
    saidAt: 0,
    occurredFrom: 0,
    occurredTo: 1,
    position: 0,
    order: 0,
  } as unknown as Parameters<typeof space.memory>[0];

  it('is absent for plain text', () => {
    expect(space.memory(subject)).toBeNull();
    expect(space.memory({ ...subject, pictures: [] })).toBeNull();
    expect(space.memory({ ...subject, pictures: [a] })).toEqual([a]);
  });

  it('packs several pictures and takes them apart again; other bytes are damage', () => {
    expect(space.unpack(space.pack([a, b, c]))).toEqual([a, b, c]);
    expect(() => space.unpack(new Int8Array(700))).toThrow(
      expect.objectContaining({ code: 'corrupt' }) as Error,
    );
    expect(() => space.unpack(new Int8Array())).toThrow(
      expect.objectContaining({ code: 'corrupt' }) as Error,
    );
  });

  it('answers by its best picture; likeness is symmetrical and 1 only for the same', () => {
    expect(space.similarity([a], [b, a, c])).toBeCloseTo(1, 6);
    expect(space.likeness([a, b], [b, a])).toBeCloseTo(1, 6);
    expect(space.likeness([a, b], [c])).toBeCloseTo(space.likeness([c], [a, b]), 9);
    expect(space.likeness([a, b], [a])).toBeLessThan(0.999);
  });
});

describe.skipIf(sharp === null)('pictures that were drawn, saved and read (needs sharp)', () => {
  const reader = createSharpReader();
  const codeOf = async (bytes: Uint8Array): Promise<Int8Array> =>
    encoder.encode((await reader.decode(bytes)).pixels);
  const drawn = DRAWN_KINDS.flatMap((kind) =>
    [1, 2, 3].map((seed) => ({ kind, pixels: draw(kind, seed) })),
  );
  let codes: Int8Array[] = [];
  beforeAll(async () => {
    codes = await Promise.all(drawn.map(async ({ pixels }) => codeOf(await png(pixels))));
  });

  it.each([
    ['as JPEG of quality 60', 0.95, (pixels: ImagePixels) => canvas(pixels).jpeg({ quality: 60 })],
    [
      'at half its size',
      0.95,
      (pixels: ImagePixels) =>
        canvas(pixels)
          .resize(pixels.width >> 1, pixels.height >> 1)
          .png({ compressionLevel: 1 }),
    ],
    [
      'as WebP of quality 50',
      0.95,
      (pixels: ImagePixels) => canvas(pixels).webp({ quality: 50, effort: 0 }),
    ],
    [
      'at a quarter of its size',
      0.85,
      (pixels: ImagePixels) =>
        canvas(pixels)
          .resize(pixels.width >> 2, pixels.height >> 2)
          .png({ compressionLevel: 1 }),
    ],
  ])(
    'are found again when saved %s (at least %f alike), before every other picture',
    async (_how, least, save) => {
      for (const [at, { pixels }] of drawn.entries()) {
        const again = await codeOf(await save(pixels).toBuffer());
        const alike = codes.map((code) => cosine(code, again));
        expect(alike[at]).toBeGreaterThanOrEqual(least);
        expect(alike.indexOf(Math.max(...alike))).toBe(at);
      }
    },
  );

  it('are seldom 0.6 alike, and never 0.7, when they show different things', () => {
    const alike = drawn.flatMap(({ kind }, at) =>
      // Noise looks like noise, and one page of text like another, from across a room.
      drawn.flatMap(({ kind: other }, to) =>
        to >= at || (kind === other && (kind === 'noise' || kind === 'page'))
          ? []
          : [cosine(codes[at] ?? [], codes[to] ?? [])],
      ),
    );
    expect(alike.length).toBe(147);
    expect(Math.max(...alike)).toBeLessThan(0.7);
    expect(alike.filter((value) => value > 0.6).length).toBeLessThanOrEqual(3);
    expect(alike.reduce((sum, value) => sum + value, 0) / alike.length).toBeLessThan(0.3);
  });
});
