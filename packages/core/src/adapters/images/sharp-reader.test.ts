import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/open-test-memory.js';
import { canvas, draw, hollowPng, png, sharp } from '../../../../../test/support/pictures.js';
import { MAX_IMAGE_BYTES } from '../../domain/memory.js';
import { LONGEST_SIDE } from '../../ports/system.js';
import { createSharpReader } from './sharp-reader.js';

const reader = createSharpReader();
const SCENE = draw('scene', 1);

describe('without a decoder', () => {
  const bare = createSharpReader(() => Promise.reject(new Error('no such module')));

  it('a picture is refused with the command that mends it', async () => {
    await expect(bare.decode(hollowPng(4, 4))).rejects.toMatchObject({
      code: 'unavailable',
      hint: 'Install it: npm install sharp',
    });
  });

  it('what is no picture is told without one', async () => {
    await expect(
      bare.decode(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    ).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(bare.decode(new Uint8Array())).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'It is empty.',
    });
    await expect(bare.decode(new Uint8Array(MAX_IMAGE_BYTES + 1))).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'It has 20.0 MB, more than 20.',
    });
  });
});

describe('opening a file', () => {
  it('gives its bytes and its whole path', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'a.png');
    writeFileSync(path, 'abc');
    const { bytes, path: whole } = await reader.open(relative(process.cwd(), path));
    expect(Buffer.from(bytes).toString()).toBe('abc');
    expect(whole).toBe(path);
  });

  it('refuses what is not there, a folder, and a file over 20 MB before reading it', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'album.png'));
    writeFileSync(join(folder, 'huge.png'), Buffer.alloc(MAX_IMAGE_BYTES + 1));
    await expect(reader.open(join(folder, 'none.png'))).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(reader.open(join(folder, 'album.png'))).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('is not a file') as string,
    });
    await expect(reader.open(join(folder, 'huge.png'))).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('more than 20') as string,
    });
  });
});

describe.skipIf(sharp === null)('decoding (needs sharp)', () => {
  it.each([
    ['image/png', () => canvas(SCENE).png()],
    ['image/jpeg', () => canvas(SCENE).jpeg()],
    ['image/webp', () => canvas(SCENE).webp()],
    ['image/gif', () => canvas(SCENE).gif()],
    ['image/avif', () => canvas(SCENE).avif({ effort: 0 })],
  ] as const)(
    'tells %s by its bytes, and gives its size and pixels scaled down',
    async (type, encode) => {
      const { mediaType, width, height, pixels } = await reader.decode(await encode().toBuffer());
      expect([mediaType, width, height]).toEqual([type, SCENE.width, SCENE.height]);
      expect(Math.max(pixels.width, pixels.height)).toBe(LONGEST_SIDE);
      expect(pixels.rgb).toHaveLength(pixels.width * pixels.height * 3);
    },
  );

  const pixel = (bytes: Uint8Array): Promise<number[]> =>
    reader.decode(bytes).then(({ pixels }) => [...pixels.rgb.subarray(0, 3)]);
  const plain = (r: number, g: number, b: number, side = 8) =>
    canvas({
      width: side,
      height: side,
      rgb: Uint8Array.from({ length: side * side * 3 }, (_, at) => [r, g, b][at % 3] ?? 0),
    });

  it('brings every sort of pixel to three channels of eight bits', async () => {
    if (sharp === null) return;
    expect(await pixel(await plain(200, 40, 90).png().toBuffer())).toEqual([200, 40, 90]);
    expect(await pixel(await plain(200, 40, 90).toColourspace('rgb16').png().toBuffer())).toEqual([
      200, 40, 90,
    ]);
    const grey = await pixel(await plain(90, 90, 90).toColourspace('b-w').png().toBuffer());
    expect(grey).toEqual([90, 90, 90]);
    const [red = 0, green = 0, blue = 0] = await pixel(
      await plain(200, 40, 90).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
    );
    expect(red).toBeGreaterThan(green);
    expect(blue).toBeGreaterThan(green);
    const clear = sharp({
      create: { width: 8, height: 8, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
    });
    expect(await pixel(await clear.png().toBuffer())).toEqual([255, 255, 255]);
    expect(await pixel(await clear.png().toColourspace('b-w').toBuffer())).toEqual([255, 255, 255]);
  });

  it('takes one pixel', async () => {
    const { width, height, pixels } = await reader.decode(await plain(1, 2, 3, 1).png().toBuffer());
    expect([width, height, ...pixels.rgb]).toEqual([1, 1, 1, 2, 3]);
  });

  it('takes the first frame of a moving picture', async () => {
    if (sharp === null) return;
    const frames = [
      await plain(255, 0, 0).png().toBuffer(),
      await plain(0, 0, 255).png().toBuffer(),
    ];
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const { width, height, pixels } = await reader.decode(moving);
    expect([width, height, ...pixels.rgb.subarray(0, 3)]).toEqual([8, 8, 255, 0, 0]);
  });

  it('turns a picture the way its camera noted', async () => {
    const lying = await canvas({ width: 2, height: 1, rgb: Uint8Array.of(255, 0, 0, 0, 0, 255) })
      .png()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { width, height, pixels } = await reader.decode(lying);
    expect([width, height, pixels.width, pixels.height]).toEqual([1, 2, 1, 2]);
    expect([...pixels.rgb]).toEqual([255, 0, 0, 0, 0, 255]);
  });

  it('refuses what is damaged', async () => {
    const whole = await png(SCENE);
    const jpeg = await canvas(SCENE).jpeg().toBuffer();
    for (const bytes of [
      whole.subarray(0, whole.length / 2),
      whole.subarray(0, 20),
      jpeg.subarray(0, jpeg.length / 3),
      hollowPng(64, 64),
    ]) {
      await expect(reader.decode(bytes)).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringMatching(/^It is a damaged picture \(image\/(png|jpeg)\)/) as string,
        hint: expect.any(String) as string,
      });
    }
  });

  it('refuses a small file that would unfold into a huge picture, before unfolding it', async () => {
    await expect(reader.decode(hollowPng(20_000, 20_000))).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'It has 20000 × 20000 pixels, more than 50 million.',
    });
  });
});
