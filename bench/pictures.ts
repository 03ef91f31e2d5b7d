import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type Sharp from 'sharp';
import { createSharpReader } from '../packages/core/src/adapters/images/sharp-reader.js';
import { MnemeError } from '../packages/core/src/domain/errors.js';
import { createPicturePorts } from '../packages/core/src/spaces/e10-multimodal.js';
import { wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { DRAWN_KINDS, drawPicture } from './drawn-pictures.js';

/** A picture with the group within which pictures may look alike; null where there is none. */
interface Sample {
  readonly group: string | null;
  readonly bytes: Uint8Array;
}

type Picture = ReturnType<typeof Sharp>;
type Save = (
  picture: Picture,
  size: { readonly width: number; readonly height: number },
) => Picture;

/** What happens to pictures on their way. */
const SAVED: Readonly<Record<string, Save>> = {
  jpeg60: (picture) => picture.flatten({ background: 'white' }).jpeg({ quality: 60 }),
  webp50: (picture) => picture.webp({ quality: 50 }),
  half: (picture, { width }) => picture.resize(Math.ceil(width / 2)).png(),
  half_jpeg60: (picture, { width }) =>
    picture
      .resize(Math.ceil(width / 2))
      .flatten({ background: 'white' })
      .jpeg({ quality: 60 }),
  quarter: (picture, { width }) => picture.resize(Math.ceil(width / 4)).png(),
  cut_3_percent: (picture, { width, height }) =>
    picture
      .extract({
        left: Math.floor(width * 0.03),
        top: Math.floor(height * 0.03),
        width: Math.ceil(width * 0.94),
        height: Math.ceil(height * 0.94),
      })
      .png(),
  brighter: (picture) =>
    picture.flatten({ background: 'white' }).modulate({ brightness: 1.12 }).png(),
  grey: (picture) => picture.greyscale().png(),
};

/** How alike a picture stays to itself when it is saved anew, and how alike different pictures are. */
export const pictures: Benchmark = {
  name: 'pictures',
  summary: 'How alike pictures are to their copies and to each other.',
  options: [
    {
      flag: '--file <folder>',
      description:
        'Judge the pictures of this folder, taken as all different. Default: drawn ones.',
    },
    { flag: '--each <n>', description: 'Drawn pictures of each kind.', preset: '12' },
  ],
  async run(options, log): Promise<BenchmarkResult> {
    const sharp = await import('sharp').then(
      (loaded) => loaded.default,
      (cause: unknown) => {
        throw new MnemeError(
          'unavailable',
          'This benchmark saves pictures by sharp, which does not load here.',
          { hint: 'npm install sharp', cause },
        );
      },
    );
    const { reader, encoder, space } = createPicturePorts(createSharpReader());
    const folder = options['file'];
    const samples =
      typeof folder === 'string'
        ? await readFolder(folder, async (bytes) => void (await reader.decode(bytes)), log)
        : await drawAll(sharp, wholeNumber(options, 'each', 12));
    const spent: number[] = [];
    const codeOf = async (bytes: Uint8Array): Promise<Int8Array> => {
      const { pixels } = await reader.decode(bytes);
      const start = performance.now();
      const code = await encoder.encode(pixels);
      spent.push(performance.now() - start);
      return code;
    };
    const codes: Int8Array[] = [];
    for (const { bytes } of samples) codes.push(await codeOf(bytes));
    const results: Record<string, number> = { pictures: samples.length };
    for (const [name, save] of Object.entries(SAVED)) {
      log(name);
      const alike: number[] = [];
      for (const [at, { bytes }] of samples.entries()) {
        const saved = await save(sharp(bytes), await sharp(bytes).metadata()).toBuffer();
        alike.push(space.similarity([codes[at] as Int8Array], [await codeOf(saved)]));
      }
      Object.assign(results, {
        [`${name}_least`]: quantile(alike, 0),
        [`${name}_p10`]: quantile(alike, 0.1),
        [`${name}_p50`]: quantile(alike, 0.5),
      });
    }
    Object.assign(
      results,
      differences(samples, codes, (a, b) => space.similarity([a], [b])),
      { encode_ms_p50: quantile(spent, 0.5) },
    );
    return {
      results,
      table: Object.entries(results).map(([name, value]) => [
        name,
        Number.isInteger(value) ? String(value) : value.toFixed(3),
        TARGETS[name] ?? '',
      ]),
    };
  },
};

const TARGETS: Readonly<Record<string, string>> = {
  jpeg60_least: '≥ 0.95',
  half_least: '≥ 0.95',
  different_p99: '≤ 0.6',
};

/** Pairs of one group are told apart from pairs of two. */
function differences(
  samples: readonly Sample[],
  codes: readonly Int8Array[],
  similarity: (a: Int8Array, b: Int8Array) => number,
): Record<string, number> {
  const different: number[] = [];
  const sameGroup: number[] = [];
  for (const [at, code] of codes.entries()) {
    for (let to = 0; to < at; to++) {
      const group = samples[at]?.group ?? null;
      (group !== null && group === samples[to]?.group ? sameGroup : different).push(
        similarity(code, codes[to] ?? code),
      );
    }
  }
  const most = (values: readonly number[]): number => quantile(values, 1);
  return {
    pairs: different.length,
    different_p50: quantile(different, 0.5),
    different_p99: quantile(different, 0.99),
    different_most: most(different),
    ...(sameGroup.length === 0
      ? {}
      : {
          pairs_of_one_texture: sameGroup.length,
          one_texture_p50: quantile(sameGroup, 0.5),
          one_texture_most: most(sameGroup),
        }),
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Noise beside noise and page beside page are one texture each. */
async function drawAll(sharp: typeof Sharp, each: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const kind of DRAWN_KINDS) {
    for (let seed = 1; seed <= each; seed++) {
      const { width, height, rgb } = drawPicture(kind, seed);
      const bytes = await sharp(rgb, { raw: { width, height, channels: 3 } })
        .png()
        .toBuffer();
      samples.push({ group: kind === 'noise' || kind === 'page' ? kind : null, bytes });
    }
  }
  return samples;
}

/** Files that cannot be read are named and passed over. */
async function readFolder(
  folder: string,
  check: (bytes: Uint8Array) => Promise<void>,
  log: (line: string) => void,
): Promise<Sample[]> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(png|jpe?g|webp|gif|avif)$/i.test(name),
  );
  const samples: Sample[] = [];
  for (const name of names.sort()) {
    const bytes = readFileSync(join(folder, name));
    try {
      await check(bytes);
      samples.push({ group: null, bytes });
    } catch (error) {
      log(`${name}: ${String(error)}`);
    }
  }
  return samples;
}
