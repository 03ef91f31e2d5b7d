import { existsSync, readdirSync, statSync } from 'node:fs';
import { chmod, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { MnemeError } from '../../domain/errors.js';
import type { Exposure } from '../../ports/files.js';

const IN_MEMORY = ':memory:';

/**
 * For readers, which never create a file: a mistyped path would look like an empty memory. Throws `not_found`,
 * suggesting similar names by `didYouMean`.
 */
export function assertFileThere(
  file: string,
  didYouMean: (wanted: string, names: Iterable<string>) => string,
): void {
  if (file === IN_MEMORY) return;
  if (existsSync(file)) return assertHoldsSomething(file);
  const folder = dirname(file);
  const near = didYouMean(
    basename(file),
    filesIn(folder).filter((name) => !/-(?:wal|shm)$/.test(name)),
  );
  throw new MnemeError('not_found', `There is no memory at ${file}.`, {
    field: 'file',
    value: file,
    hint:
      near === ''
        ? 'Name it with --file or MNEME_FILE. The first `mneme remember` founds it.'
        : `${near} It is sought in ${folder}.`,
  });
}

/** An empty file is a memory not yet created: a writer creates it, a reader must not. Throws `not_found`. */
function assertHoldsSomething(file: string): void {
  const found = statSync(file);
  // A write-ahead log may hold all the data until it is checkpointed.
  if (!found.isFile() || found.size > 0 || sizeOf(`${file}-wal`) > 0) return;
  throw new MnemeError(
    'not_found',
    `${file} is an empty file: nothing was ever remembered in it.`,
    {
      field: 'file',
      value: file,
      hint: 'The first `mneme remember` founds a memory in it. Where there was one, restore a backup with `mneme backup restore`.',
    },
  );
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Suffixes of a memory's files: the file itself, SQLite's companion files, and those of hooks. */
const PARTS = ['', '-wal', '-shm', '-journal', '.hooks.json', '.hooks.log'] as const;
/** All permissions of group and others. */
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
/** The sticky bit: only owners may remove or rename files in the folder. */
const STICKY = 0o1000;

const modeOf = async (path: string): Promise<number | null> =>
  (await stat(path).catch(() => null))?.mode ?? null;
const digits = (mode: number): string => (mode & 0o7777).toString(8);

/** How other users of this machine can access a memory. Not checked on Windows. */
export async function exposures(memory: string, platform = process.platform): Promise<Exposure[]> {
  if (platform === 'win32' || memory === ':memory:') return [];
  const files = await Promise.all(PARTS.map((part) => fileExposure(memory + part)));
  return [...files, await folderExposure(dirname(resolve(memory)))].flat();
}

async function fileExposure(path: string): Promise<Exposure[]> {
  const mode = await modeOf(path);
  if (mode === null || (mode & OTHERS) === 0) return [];
  return [
    {
      what: `Others on this machine can get at ${path} (mode ${digits(mode)}).`,
      mend: `Run \`mneme doctor --rebuild\`, or \`chmod 600 ${path}\`.`,
      grave: true,
    },
  ];
}

/** The folder may have other purposes, so it is only reported. */
async function folderExposure(folder: string): Promise<Exposure[]> {
  const mode = await modeOf(folder);
  if (mode === null || (mode & OTHERS) === 0) return [];
  const grave = (mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0;
  return [
    {
      what: grave
        ? `Others on this machine can replace the memory: they may write to its folder ${folder} (mode ${digits(mode)}).`
        : `Others on this machine can see that there is a memory in ${folder} (mode ${digits(mode)}).`,
      mend: `If the folder is for the memory alone: \`chmod 700 ${folder}\`.`,
      grave,
    },
  ];
}

/** Restricts the files of a memory to their owner, and returns those changed, in words; files of other owners stay. */
export async function closeToOthers(
  memory: string,
  platform = process.platform,
): Promise<string[]> {
  if (platform === 'win32' || memory === ':memory:') return [];
  const closed: string[] = [];
  for (const part of PARTS) {
    const path = memory + part;
    const mode = await modeOf(path);
    if (mode === null || (mode & OTHERS) === 0) continue;
    const done = await chmod(path, mode & 0o700).then(
      () => true,
      () => false,
    );
    if (done) closed.push(`${path} is its owner's alone now; its mode was ${digits(mode)}.`);
  }
  return closed;
}
