import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { MnemeError } from '../../packages/core/src/domain/errors.js';
import { projectFile } from '../project-file.js';
import { beamTalks } from '../talk/beam.js';
import { elementsOf, longMemEvalTalk } from '../talk/longmemeval.js';
import { memFailTalks } from '../talk/memfail.js';
import { personaMemTalks } from '../talk/personamem.js';
import { readCorpora } from '../talk/read-corpora.js';
import type { Talk } from '../talk/talk.js';

/** What is measured on: where anybody gets it, and how it is read. */
export interface DataSet {
  readonly name: string;
  /** The folder below `--data`. */
  readonly folder: string;
  readonly from: string;
  readonly licence: string;
  /** What `--fetch` downloads: the place below the folder, and the address. Without any, `from` is cloned or downloaded by hand. */
  readonly files?: readonly (readonly [place: string, url: string])[];
  /** The talks in a folder, at most so many, spread over all; none where its files are not there. */
  talks(folder: string, limit: number): Iterable<Talk>;
}

const inFolder = (folder: string, pattern: RegExp): string | undefined =>
  existsSync(folder) ? readdirSync(folder).find((file) => pattern.test(file)) : undefined;

function spread<Item>(all: readonly Item[], limit: number): Item[] {
  const step = Math.max(1, all.length / limit);
  return Array.from(
    { length: Math.min(limit, all.length) },
    (_, at) => all[Math.floor(at * step)] as Item,
  );
}

const QUESTIONS_OF_LONGMEMEVAL = 500;
const longMemEval = (size: 's' | 'm'): DataSet => ({
  name: `LongMemEval-${size.toUpperCase()}`,
  folder: 'longmemeval',
  from: 'https://huggingface.co/datasets/xiaowu0162/longmemeval-cleaned',
  licence: 'MIT',
  files: [
    [
      `longmemeval_${size}_cleaned.json`,
      `https://huggingface.co/datasets/xiaowu0162/longmemeval-cleaned/resolve/main/longmemeval_${size}_cleaned.json`,
    ],
  ],
  *talks(folder, limit) {
    const file = inFolder(folder, new RegExp(`^longmemeval_${size}.*\\.json$`));
    if (file === undefined) return;
    const step = Math.max(1, Math.floor(QUESTIONS_OF_LONGMEMEVAL / limit));
    let left = limit;
    for (const element of elementsOf(join(folder, file), step)) {
      if (left-- <= 0) return;
      yield longMemEvalTalk(element, file);
    }
  },
});

/** A folder of files of a shape that `bench talk` knows. */
const inShape = (folder: string, limit: number): Talk[] =>
  inFolder(folder, /\.json$/) === undefined
    ? []
    : readCorpora(dirname(folder), {
        only: [folder.slice(dirname(folder).length + 1)],
      }).corpora.flatMap(({ talks }) => spread(talks, limit));

const BEAM = 'https://github.com/mohammadtavakoli78/BEAM';
const beam = (size: string): DataSet => ({
  name: `BEAM-${size}`,
  folder: `beam/${size}`,
  from: `${BEAM} (chats/${size})`,
  licence: 'CC BY-SA 4.0',
  talks: (folder, limit) => {
    if (existsSync(folder)) return spread([...beamTalks(folder)], limit);
    return size === '100K' ? inShape(dirname(folder), limit) : [];
  },
});

const PRECISION = 'https://raw.githubusercontent.com/tenurehq/precisionMemBench/main/fixtures';
const PERSONA = 'https://huggingface.co/datasets/bowen-upenn/PersonaMem';

export const DATA_SETS = {
  longMemEvalS: longMemEval('s'),
  longMemEvalM: longMemEval('m'),
  locomo: {
    name: 'LoCoMo',
    folder: 'locomo',
    from: 'https://github.com/snap-research/locomo',
    licence: 'CC BY-NC 4.0',
    files: [
      [
        'locomo10.json',
        'https://raw.githubusercontent.com/snap-research/locomo/main/data/locomo10.json',
      ],
    ],
    talks: inShape,
  },
  beam100K: beam('100K'),
  beam500K: beam('500K'),
  beam1M: beam('1M'),
  realMem: {
    name: 'RealMem',
    folder: 'realmem',
    from: 'https://github.com/AvatarMemory/RealMemBench (dataset, `*_dialogues_256k.json`)',
    licence: 'as its LICENSE says',
    talks: inShape,
  },
  precision: {
    name: 'PrecisionMemBench',
    folder: 'precision',
    from: 'https://github.com/tenurehq/precisionMemBench',
    licence: 'MIT',
    files: [
      ['beliefs.seed.json', `${PRECISION}/beliefs.seed.json`],
      ['retrieval.cases.json', `${PRECISION}/retrieval.cases.json`],
    ],
    talks: inShape,
  },
  personaMem: {
    name: 'PersonaMem-32k',
    folder: 'personamem',
    from: PERSONA,
    licence: 'MIT',
    files: ['questions_32k.csv', 'shared_contexts_32k.jsonl'].map((file): [string, string] => [
      file,
      `${PERSONA}/resolve/main/${file}`,
    ]),
    *talks(folder, limit) {
      const [asked, contexts] = [/^questions_32k\.csv$/, /^shared_contexts_32k\.jsonl$/].map(
        (pattern) => inFolder(folder, pattern),
      );
      if (asked === undefined || contexts === undefined) return;
      const [csv, jsonl] = [asked, contexts].map((file) =>
        readFileSync(join(folder, file), 'utf8'),
      ) as [string, string];
      yield* spread(personaMemTalks(csv, jsonl, contexts), limit);
    },
  },
  memFail: {
    name: 'MemFail Persona-Retrieval',
    folder: 'memfail',
    from: 'https://huggingface.co/datasets/ishirgarg/MemFail (custom_persona_retrieval, a CSV)',
    licence: 'as its page says',
    *talks(folder, limit) {
      const file = inFolder(folder, /\.csv$/);
      if (file === undefined) return;
      yield* spread(memFailTalks(readFileSync(join(folder, file), 'utf8'), file), limit);
    },
  },
} as const satisfies Readonly<Record<string, DataSet>>;

/** Ours, published with the project. */
export const PUBLIC = projectFile('bench/data/public');

/** Downloads what is not there yet. Throws `unavailable` naming the address. */
export async function fetchDataSet(
  { name, folder, files = [] }: DataSet,
  data: string,
  log: (line: string) => void,
  get: typeof fetch = fetch,
): Promise<void> {
  for (const [place, url] of files) {
    const path = join(data, folder, place);
    if (existsSync(path)) continue;
    log(`fetching ${name} from ${url}`);
    const answer = await get(url).catch((cause: unknown) => {
      throw new MnemeError('unavailable', `${url} does not answer.`, {
        field: 'fetch',
        value: url,
        cause,
      });
    });
    if (!answer.ok || answer.body === null)
      throw new MnemeError('unavailable', `${url} answers with status ${answer.status}.`, {
        field: 'fetch',
        value: url,
        hint: `Download ${place} by hand into ${dirname(path)}.`,
      });
    mkdirSync(dirname(path), { recursive: true });
    const part = `${path}.part`;
    // Written as it comes: one of the files is larger than a buffer may be.
    await pipeline(Readable.fromWeb(answer.body as WebStream), createWriteStream(part));
    renameSync(part, path);
  }
}
