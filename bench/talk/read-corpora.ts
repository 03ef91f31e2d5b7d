import { readdirSync, readFileSync, type Dirent } from 'node:fs';
import { basename, join } from 'node:path';
import { MnemeError } from '../../packages/core/src/domain/errors.js';
import { parseJson } from '../../packages/core/src/language/parse-json.js';
import { wholeNumber, type BenchmarkValues } from '../benchmark.js';
import { isLocomo, locomoTalks } from '../locomo-data.js';
import { isLife, readLife, type Life } from './lives.js';
import { isBeliefs, isCases, precisionTalk } from './precision.js';
import { isRealmem, realmemTalks } from './realmem.js';
import type { Talk } from './talk.js';

/** The banks of one folder; its name begins the names of its figures. */
export interface Corpus {
  readonly name: string;
  readonly talks: readonly Talk[];
}

export interface Corpora {
  readonly corpora: readonly Corpus[];
  /** Folders and files that hold no corpus, with the reason. */
  readonly passedOver: readonly string[];
}

export const KEEP_OPTION = {
  flag: '--keep <path>',
  description: 'keep the filled banks in this folder for the next run, or take them from there',
} as const;

/** What a benchmark over corpora takes. */
export const CORPORA_OPTIONS = [
  {
    flag: '--dir <path>',
    description: 'a folder with a folder for each corpus; several with commas between',
  },
  { flag: '--corpora <names>', description: 'only these folders, with commas between' },
  { flag: '--limit <n>', description: 'only so many conversations of each corpus' },
  KEEP_OPTION,
] as const;

/** The corpora that the flags name; what is passed over is logged. */
export function corporaFrom(options: BenchmarkValues, log: (line: string) => void): Corpora {
  const { corpora: only } = options;
  const dir = dirOf(options, 'Name the folder that holds a folder for each corpus.');
  const limit = limitOf(options);
  const read = readCorpora(dir, {
    ...(typeof only === 'string' ? { only: only.split(',') } : {}),
    ...(limit === undefined ? {} : { limit }),
  });
  for (const line of read.passedOver) log(`passed over: ${line}`);
  return read;
}

const limitOf = (options: BenchmarkValues): number | undefined =>
  options['limit'] === undefined ? undefined : wholeNumber(options, 'limit', 1);

function dirOf({ dir }: BenchmarkValues, hint: string): string {
  if (typeof dir === 'string') return dir;
  throw new MnemeError('invalid_input', '--dir is missing.', { field: 'dir', hint });
}

interface JsonFile {
  readonly path: string;
  readonly json: unknown;
}

/** Every folder of `dir` (of several, with commas between) as a corpus, read by what is in its JSON files. Throws `invalid_input` where none is one. */
export function readCorpora(
  dir: string,
  { only, limit }: { readonly only?: readonly string[]; readonly limit?: number } = {},
): Corpora {
  const passedOver: string[] = [];
  const corpora = dir
    .split(',')
    .flatMap((path) => foldersOf(path).map((folder) => ({ path, folder })))
    .filter(({ folder }) => only === undefined || only.includes(folder))
    .flatMap(({ path, folder }): Corpus[] => {
      const talks = talksOf(join(path, folder), passedOver);
      if (talks.length === 0) passedOver.push(`${folder}: no corpus of a known shape`);
      return talks.length === 0
        ? []
        : [{ name: folder.replace(/\W+/g, '_'), talks: talks.slice(0, limit) }];
    });
  const missing = (only ?? []).filter((name) => corpora.every((corpus) => corpus.name !== name));
  if (corpora.length === 0 || missing.length > 0)
    throw new MnemeError(
      'invalid_input',
      missing.length > 0
        ? `${dir} holds no corpus called ${missing.join(', ')}.`
        : `${dir} holds no corpus.`,
      {
        field: 'dir',
        value: dir,
        hint: `Name a folder whose folders hold JSON in the shape of LoCoMo, RealMem, PrecisionMemBench or a life. ${passedOver.join('; ')}`.trim(),
      },
    );
  return { corpora, passedOver };
}

function foldersOf(dir: string): string[] {
  return entriesOf(dir)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

function entriesOf(dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch (cause) {
    throw new MnemeError('invalid_input', `${dir} cannot be read as a folder.`, {
      field: 'dir',
      value: dir,
      hint: 'Name a folder that is there.',
      cause,
    });
  }
}

/** The lives in a folder's own files. Throws `invalid_input` where there is none. */
export function livesFrom(options: BenchmarkValues, log: (line: string) => void): Life[] {
  const dir = dirOf(options, 'Name the folder that holds a JSON file for each life.');
  const passedOver: string[] = [];
  const lives = readEach(jsonFiles(dir, passedOver), passedOver, ({ json, path }) =>
    isLife(json) ? [readLife(json, path)] : [],
  );
  for (const line of passedOver) log(`passed over: ${line}`);
  if (lives.length > 0) return lives.slice(0, limitOf(options));
  throw new MnemeError('invalid_input', `${dir} holds no life.`, {
    field: 'dir',
    value: dir,
    hint: `Name a folder with JSON files in the shape of a life. ${passedOver.join('; ')}`.trim(),
  });
}

/** What a folder's files hold, by their shapes; what cannot be read is told and passed over. */
function talksOf(folder: string, passedOver: string[]): Talk[] {
  const files = jsonFiles(folder, passedOver);
  const beliefs = files.find(({ json }) => isBeliefs(json));
  return readEach(files, passedOver, ({ path, json }) => {
    if (isLocomo(json)) return locomoTalks(json, path);
    if (isRealmem(json)) return realmemTalks(json, path);
    if (isLife(json)) return [readLife(json, path).talk];
    return isCases(json) && beliefs !== undefined ? [precisionTalk(beliefs.json, json, path)] : [];
  });
}

function jsonFiles(folder: string, passedOver: string[]): JsonFile[] {
  const name = basename(folder);
  return entriesOf(folder)
    .map((entry) => entry.name)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file): JsonFile[] => {
      const path = `${name}/${file}`;
      const parsed = parseJson(readFileSync(join(folder, file), 'utf8'));
      if (parsed.ok) return [{ path, json: parsed.value }];
      passedOver.push(`${path}: no JSON, line ${parsed.line}: ${parsed.reason}`);
      return [];
    });
}

function readEach<Read>(
  files: readonly JsonFile[],
  passedOver: string[],
  read: (file: JsonFile) => Read[],
): Read[] {
  return files.flatMap((file) => {
    try {
      return read(file);
    } catch (fault) {
      if (!MnemeError.is(fault)) throw fault;
      passedOver.push(`${file.path}: ${fault.message} ${fault.hint ?? ''}`.trim());
      return [];
    }
  });
}
