/** Pictures end to end: through `openMemory`, with files and bytes as input. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  openTestMemory,
  temporaryFile,
  temporaryFolder,
} from '../../../../test/support/open-test-memory.js';
import { canvas, draw, hollowPng, png, sharp } from '../../../../test/support/pictures.js';
import { openDatabase } from '../adapters/store/sqlite/open-database.js';
import type { ImageInput, Mneme } from '@mneme/mneme/index.js';

const BRIDGE = draw('scene', 1);
const HARBOUR = draw('scene', 2);
const GARDEN = draw('shapes', 5);

/** Three memories with pictures among some without. */
async function album(memory: Mneme): Promise<{ bridge: string; harbour: string; garden: string }> {
  await memory.rememberAll([
    'The bridge was painted in May.',
    'Ana keeps bees.',
    'The ferry leaves at nine.',
  ]);
  const { receipts } = await memory.rememberAll([
    {
      content: 'What I saw from the train.',
      images: [{ bytes: await png(BRIDGE), name: 'bridge.png', alt: 'a bridge' }],
    },
    { content: 'Tom sent this from his holiday.', images: [await png(HARBOUR)] },
    {
      content: 'Our plan for the garden.',
      images: [await png(GARDEN), await png(draw('clouds', 3))],
    },
  ]);
  const [bridge = '', harbour = '', garden = ''] = receipts.map(({ id }) => id);
  return { bridge, harbour, garden };
}

const smaller = (pixels: typeof BRIDGE): Promise<Buffer> =>
  canvas(pixels)
    .resize(pixels.width >> 1)
    .jpeg({ quality: 60 })
    .toBuffer();

describe.skipIf(sharp === null)('a memory with pictures (needs sharp)', () => {
  it('keeps what they are, not their bytes', async () => {
    const { memory } = await openTestMemory();
    const bytes = await png(BRIDGE);
    const folder = temporaryFolder();
    const path = join(folder, 'bridge.png');
    writeFileSync(path, bytes);
    const { id } = await memory.remember({
      content: 'The bridge at dusk.',
      images: [
        { path, alt: 'seen from the mill' },
        `data:image/png;base64,${bytes.toString('base64')}`,
        { base64: bytes.toString('base64'), mediaType: 'image/png', name: 'again' },
      ],
    });
    const { images } = (await memory.show(id)).memory;
    expect(images[0]).toEqual({
      mediaType: 'image/png',
      width: BRIDGE.width,
      height: BRIDGE.height,
      bytes: bytes.length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      alt: 'seen from the mill',
      source: path,
    });
    expect(images.map(({ source, alt }) => [source, alt])).toEqual([
      [path, 'seen from the mill'],
      [null, null],
      ['again', null],
    ]);
    expect(new Set(images.map(({ sha256 }) => sha256)).size).toBe(1);
  });

  it('adds little to the file', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    await memory.remember('One text without a picture.');
    const before = (await memory.care.stats()).bytes;
    const pictures = await Promise.all(
      Array.from({ length: 8 }, (_, seed) => png(draw('noise', seed))),
    );
    await memory.remember({ content: 'Eight large pictures of noise.', images: pictures });
    expect(pictures.reduce((sum, { length }) => sum + length, 0)).toBeGreaterThan(1_000_000);
    expect((await memory.care.stats()).bytes - before).toBeLessThan(40_000);
  });

  it('the same text beside another picture is another memory; beside the same one it is evidence', async () => {
    const { memory } = await openTestMemory();
    const [one, other] = [await png(BRIDGE), await png(HARBOUR)];
    const content = 'This is the best picture of our whole summer holiday.';
    const outcomes = [];
    for (const input of [
      { content },
      { content, images: [one] },
      { content, images: [other] },
      { content, images: [one, other] },
      { content: `${content.toUpperCase()}!`, images: [one] },
      {
        content: 'Well, this is really the best picture of our whole summer holiday.',
        images: [other],
      },
      { content, images: [other, one] },
      { content },
    ]) {
      outcomes.push((await memory.remember(input)).outcome);
    }
    expect(outcomes).toEqual([
      'remembered',
      'remembered',
      'remembered',
      'remembered',
      'known',
      'reinforced',
      'known',
      'known',
    ]);
    expect((await memory.care.stats()).memories).toBe(4);
    expect(
      (
        await memory.remember({
          content: 'Another text beside the very same picture.',
          images: [one],
        })
      ).outcome,
    ).toBe('remembered');
  });

  it('a batch sees the pictures of its earlier texts', async () => {
    const { memory } = await openTestMemory();
    const [one, other] = [await png(BRIDGE), await png(HARBOUR)];
    const content = 'The view that we had from the hotel window.';
    const { receipts } = await memory.rememberAll([
      { content, images: [one] },
      { content, images: [other] },
      { content, images: [one] },
    ]);
    expect(receipts.map(({ outcome }) => outcome)).toEqual(['remembered', 'remembered', 'known']);
  });
});

describe.skipIf(sharp === null)('recall by a picture (needs sharp)', () => {
  it('finds a copy saved smaller and coarser, first, in the order of likeness, with reasons', async () => {
    const { memory } = await openTestMemory();
    const { bridge, harbour, garden } = await album(memory);
    for (const [id, pixels] of [
      [bridge, BRIDGE],
      [harbour, HARBOUR],
      [garden, GARDEN],
    ] as const) {
      const { results, plan, notices } = await memory.recall({ image: await smaller(pixels) });
      expect(results[0]).toMatchObject({
        id,
        paths: ['image'],
        provenance: expect.stringMatching(
          /^Picture (0\.9\d|1\.00) alike; found by image\. /,
        ) as string,
      });
      expect(results[0]?.why.scores.picture).toBeGreaterThan(0.95);
      expect(results[0]?.why.score).toBeCloseTo(results[0]?.why.scores.picture ?? 0, 4);
      const order = results.map(({ why }) => why.scores.picture ?? -1);
      expect(order).toEqual([...order].sort((a, b) => b - a));
      expect(results.every(({ images }) => (images?.length ?? 0) > 0)).toBe(true);
      expect(plan.paths.map(({ path }) => path)).toContain('image');
      for (const path of ['lexical', 'semantic', 'graph', 'temporal', 'causal'])
        expect(plan.paths.find((each) => each.path === path)?.note).toBe(
          'a picture asks, no words',
        );
      expect(notices).toEqual([]);
    }
  });

  it('finds one of several pictures by any of them', async () => {
    const { memory } = await openTestMemory();
    const { garden } = await album(memory);
    const { results } = await memory.recall({
      image: await smaller(draw('clouds', 3)),
      limit: 1,
    });
    expect(results.map(({ id }) => id)).toEqual([garden]);
  });

  it('goes with a question: either may be the reason', async () => {
    const { memory } = await openTestMemory();
    const { harbour } = await album(memory);
    const { results } = await memory.recall({
      query: 'Who keeps bees?',
      image: await smaller(HARBOUR),
    });
    const [first, second] = results;
    expect([first?.id, second?.content].includes(harbour)).toBe(true);
    expect(results.slice(0, 2).map(({ content }) => content)).toContain('Ana keeps bees.');
    expect(results.find(({ id }) => id === harbour)?.paths).toContain('image');
    const { results: worded } = await memory.recall({
      query: 'Who keeps bees?',
      image: await png(draw('slope', 9)),
    });
    expect(worded[0]?.content).toBe('Ana keeps bees.');
  });

  it('keeps to filters, chosen paths and what is forgotten; the past still holds it', async () => {
    const { memory, clock } = await openTestMemory();
    const { bridge, harbour } = await album(memory);
    const image = await smaller(BRIDGE);
    clock.advance(60_000);
    await memory.forget([bridge]);
    clock.advance(60_000);
    const ids = async (more: object): Promise<unknown[]> =>
      (await memory.recall({ image, ...more })).results.map(({ id }) => id);
    expect(await ids({})).not.toContain(bridge);
    expect((await ids({ asOf: clock.now() - 90_000 }))[0]).toBe(bridge);
    await memory.undo({ ids: [bridge] });
    expect((await ids({}))[0]).toBe(bridge);
    expect(await ids({ exclude: [bridge] })).not.toContain(bridge);
    expect(await ids({ kinds: ['decision'] })).toEqual([]);
    expect(
      (await memory.recall({ query: 'holiday', image, paths: ['lexical'] })).results.map(
        ({ id, paths }) => [id, paths],
      ),
    ).toEqual([[harbour, ['lexical']]]);
    expect((await memory.recall({ image, fields: ['images'] })).results[0]).toEqual({
      images: [expect.objectContaining({ source: 'bridge.png', alt: 'a bridge' })],
    });
  });

  it('says that there are no pictures; without one asked for, no answer speaks of them', async () => {
    const { memory } = await openTestMemory();
    await memory.remember('The bridge was painted in May.');
    expect(await memory.recall({ image: await png(BRIDGE) })).toMatchObject({
      results: [],
      notices: ['No memory of the bank has a picture.'],
    });
    const { plan, results } = await memory.recall('bridge');
    expect(plan.paths.map(({ path }) => path)).not.toContain('image');
    expect(results[0]?.why.scores).not.toHaveProperty('picture');
    expect(
      (await memory.recall({ query: 'bridge', paths: ['image', 'lexical'] })).plan.paths.find(
        ({ path }) => path === 'image',
      )?.note,
    ).toBe('no picture was given');
    await expect(memory.recall({})).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'profile.query',
    });
  });

  it('answers from the cache by what the file holds, not by its name', async () => {
    const { memory } = await openTestMemory();
    const { bridge, harbour } = await album(memory);
    const path = join(temporaryFolder(), 'now.jpg');
    writeFileSync(path, await smaller(BRIDGE));
    expect((await memory.recall({ image: path })).results[0]?.id).toBe(bridge);
    expect((await memory.recall({ image: await smaller(BRIDGE) })).cacheHit).toBe(true);
    writeFileSync(path, await smaller(HARBOUR));
    expect(await memory.recall({ image: path })).toMatchObject({
      cacheHit: false,
      results: [{ id: harbour }, {}, {}],
    });
  });

  it('sees what another handle on the file has remembered, and all of it after opening again', async () => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ file });
    const { memory: other } = await openTestMemory({ file });
    await memory.recall({ image: await png(BRIDGE) });
    const { bridge } = await album(other);
    const first = async (handle: Mneme): Promise<unknown> =>
      (await handle.recall({ image: await smaller(BRIDGE) })).results[0]?.id;
    expect(await first(memory)).toBe(bridge);
    expect(await first((await openTestMemory({ file })).memory)).toBe(bridge);
    expect(await first((await openTestMemory({ file, readOnly: true })).memory)).toBe(bridge);
    const { healthy, parts } = await memory.care.doctor({ rebuild: true });
    expect([healthy, parts['pictures']]).toEqual([true, 'sharp, mneme-picture-1']);
    expect(await first((await openTestMemory({ file })).memory)).toBe(bridge);
  });
});

describe.skipIf(sharp === null)('a picture that cannot be taken in (needs sharp)', () => {
  const text = new TextEncoder().encode('This is a text that somebody named a picture.');

  it.each<[string, (folder: string) => Promise<ImageInput>, string, RegExp]>([
    [
      'a text named .png',
      async (folder) => file(folder, 'notes.png', text),
      'invalid_input',
      /notes\.png$/,
    ],
    [
      'an empty file',
      async (folder) => file(folder, 'empty.jpg', new Uint8Array()),
      'invalid_input',
      /empty\.jpg$/,
    ],
    [
      'half a file',
      async (folder) => file(folder, 'half.png', (await png(BRIDGE)).subarray(0, 4_000)),
      'invalid_input',
      /half\.png$/,
    ],
    [
      'a drawing with a program in it',
      async (folder) =>
        file(
          folder,
          'drawing.svg',
          new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        ),
      'invalid_input',
      /drawing\.svg$/,
    ],
    [
      'a file that would unfold to 400 megapixels',
      async (folder) => file(folder, 'bomb.png', hollowPng(20_000, 20_000)),
      'invalid_input',
      /bomb\.png$/,
    ],
    ['no file', async (folder) => join(folder, 'none.png'), 'not_found', /none\.png$/],
    ['a folder', async (folder) => folder, 'invalid_input', /mneme-test-/],
    ['bytes of something else', async () => text, 'invalid_input', /^45 bytes$/],
    ['broken base64', async () => ({ base64: '???' }), 'invalid_input', /^\?\?\?$/],
    [
      'a data: URL without base64',
      async () => 'data:image/png,abc',
      'invalid_input',
      /^data:image/,
    ],
  ])('%s is refused by name, and nothing is written', async (_what, make, code, value) => {
    const { memory } = await openTestMemory();
    const images: [ImageInput, ImageInput] = [await png(GARDEN), await make(temporaryFolder())];
    const refused = {
      code,
      field: 'input.images.1',
      value: expect.stringMatching(value) as string,
      message: expect.stringContaining('input.images.1') as string,
      hint: expect.any(String) as string,
    };
    await expect(
      memory.remember({ content: 'It has two pictures.', images }),
    ).rejects.toMatchObject(refused);
    await expect(memory.accept({ content: 'It has two pictures.', images })).rejects.toMatchObject(
      refused,
    );
    await expect(
      memory.rememberAll(['A text that is well.', { content: 'It has two pictures.', images }]),
    ).rejects.toMatchObject({
      ...refused,
      field: 'inputs.1.images.1',
      message: expect.any(String) as string,
    });
    await expect(memory.recall({ image: images[1] })).rejects.toMatchObject({
      code,
      field: 'profile.image',
    });
    expect(await memory.care.stats()).toMatchObject({ memories: 0, changes: 0, entities: 0 });
  });

  it('nor is what does not fit the schema', async () => {
    const { memory } = await openTestMemory();
    const loose = memory.remember.bind(memory) as (input: unknown) => Promise<unknown>;
    for (const [images, field] of [
      [[], 'input.images'],
      ['a.png', 'input.images'],
      [Array(9).fill('a.png'), 'input.images'],
      [[7], 'input.images.0'],
      [['a.png', { bytes: 'abc' }], 'input.images.1'],
      [[{ path: 'a.png', alt: '' }], 'input.images.0.alt'],
    ] as const) {
      await expect(loose({ content: 'x', images })).rejects.toMatchObject({
        code: 'invalid_input',
        field,
      });
    }
    const refusal: unknown = await loose({
      content: 'x',
      images: Array(9).fill({ bytes: new Uint8Array(5_000_000) }),
    }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      field: 'input.images',
      value: Array(9).fill({ bytes: '5000000 bytes' }) as unknown,
    });
  });

  it('accept keeps the bytes, so the file may go', async () => {
    const { memory } = await openTestMemory();
    const path = file(temporaryFolder(), 'bridge.png', await png(BRIDGE));
    await memory.accept({
      content: 'Accepted with a picture.',
      images: [{ path, alt: 'a bridge' }],
    });
    rmSync(path);
    await memory.flush();
    const { results } = await memory.recall({ image: await smaller(BRIDGE) });
    expect(results[0]?.images).toMatchObject([{ source: path, alt: 'a bridge' }]);
  });
});

it('a file from before there were pictures is brought up to date, its past too', async () => {
  const path = temporaryFile();
  const { memory, clock } = await openTestMemory({ file: path });
  const { id } = await memory.remember('The bridge was painted in May.');
  const then = clock.now();
  clock.advance(86_400_000);
  await memory.remember('The bridge was painted in May!');
  await memory.close();
  const database = openDatabase(path, false);
  database.exec(
    `ALTER TABLE bank DROP COLUMN settings; DROP TABLE claim; DROP TABLE conflict; DROP TABLE vote; DROP TABLE recall_log; DROP TABLE working_memory; DROP TABLE learned; DROP TABLE vault; DROP TABLE api_key; DROP TABLE reply; DROP TABLE removed; DROP TABLE unfinished_erasure; DROP TABLE job; DROP TABLE set_aside; DROP INDEX journal_reverts; ALTER TABLE journal DROP COLUMN reverts; DROP INDEX memory_expiry; DROP INDEX memory_quarantine; ALTER TABLE memory DROP COLUMN quarantine; ALTER TABLE usage ADD COLUMN usefulness REAL NOT NULL DEFAULT 0.5; ALTER TABLE memory DROP COLUMN images; ALTER TABLE memory DROP COLUMN note; DROP INDEX embedding_space; UPDATE journal_before SET image = json_remove(image, '$.images'); PRAGMA user_version = 1`,
  );
  database.close();
  const again = await openTestMemory({ file: path });
  expect((await again.memory.show(id)).memory).toMatchObject({ version: 2, images: [] });
  expect((await again.memory.list({ asOf: then })).memories).toMatchObject([
    { version: 1, images: [] },
  ]);
  expect((await again.memory.care.doctor()).healthy).toBe(true);
});

function file(folder: string, name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}
