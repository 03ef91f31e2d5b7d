import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { MnemeError } from '../../src/domain/errors.js';
import { parseJson } from '../../src/importing/parse-json.js';
import { wholeNumber, type BenchmarkValues } from '../benchmark.js';
import { isLocomo, locomoTalks } from '../locomo-data.js';
import { isLife, lifeTalk } from './lives.js';
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

/** What a benchmark over corpora takes. */
export const CORPORA_OPTIONS = [
  { flag: '--dir <path>', description: 'a folder with a folder for each corpus' },
  { flag: '--corpora <names>', description: 'only these folders, with commas between' },
  { flag: '--limit <n>', description: 'only so many conversations of each corpus' },
  {
    flag: '--keep <path>',
    description: 'keep the filled banks in this folder for the next run, or take them from there',
  },
] as const;

/** The corpora that the flags name; what is passed over is logged. */
export function corporaFrom(options: BenchmarkValues, log: (line: string) => void): Corpora {
  const { dir, corpora: only } = options;
  if (typeof dir !== 'string')
    throw new MnemeError('invalid_input', '--dir is missing.', {
      field: 'dir',
      hint: 'Name the folder that holds a folder for each corpus.',
    });
  const read = readCorpora(dir, {
    ...(typeof only === 'string' ? { only: only.split(',') } : {}),
    ...(options['limit'] === undefined ? {} : { limit: wholeNumber(options, 'limit', 1) }),
  });
  for (const line of read.passedOver) log(`passed over: ${line}`);
  return read;
}

interface JsonFile {
  readonly path: string;
  readonly json: unknown;
}

/** Every folder of `dir` as a corpus, read by what is in its JSON files. Throws `invalid_input` where none is one. */
export function readCorpora(
  dir: string,
  { only, limit }: { readonly only?: readonly string[]; readonly limit?: number } = {},
): Corpora {
  const passedOver: string[] = [];
  const corpora = foldersOf(dir)
    .filter((folder) => only === undefined || only.includes(folder))
    .flatMap((folder): Corpus[] => {
      const talks = talksOf(join(dir, folder), passedOver);
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
  try {
    return readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  } catch (cause) {
    throw new MnemeError('invalid_input', `${dir} cannot be read as a folder.`, {
      field: 'dir',
      value: dir,
      hint: 'Name the folder that holds a folder for each corpus.',
      cause,
    });
  }
}

/** What a folder's files hold, by their shapes; what cannot be read is told and passed over. */
function talksOf(folder: string, passedOver: string[]): Talk[] {
  const name = basename(folder);
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file): JsonFile[] => {
      const path = `${name}/${file}`;
      const parsed = parseJson(readFileSync(join(folder, file), 'utf8'));
      if (parsed.ok) return [{ path, json: parsed.value }];
      passedOver.push(`${path}: no JSON, line ${parsed.line}: ${parsed.reason}`);
      return [];
    });
  const beliefs = files.find(({ json }) => isBeliefs(json));
  return files.flatMap(({ path, json }): Talk[] => {
    try {
      if (isLocomo(json)) return locomoTalks(json, path);
      if (isRealmem(json)) return realmemTalks(json, path);
      if (isLife(json)) return [lifeTalk(json, path)];
      if (isCases(json) && beliefs !== undefined) return [precisionTalk(beliefs.json, json, path)];
    } catch (fault) {
      if (!MnemeError.is(fault)) throw fault;
      passedOver.push(`${path}: ${fault.message} ${fault.hint ?? ''}`.trim());
    }
    return [];
  });
}
