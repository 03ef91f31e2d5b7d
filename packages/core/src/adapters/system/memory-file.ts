import { existsSync, readdirSync, statSync } from 'node:fs';
import { chmod, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { MnemeError } from '../../domain/errors.js';
import type { Exposure } from '../../ports/files.js';

const IN_MEMORY = ':memory:';

/** What is only read is not founded by it: a mistyped path would answer that nothing is known. Throws `not_found` with the files beside it that it may mean, as `didYouMean` puts it. */
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

/** A file without a byte is a memory that nobody has founded: a writer founds it, a reader leaves it as it is. Throws `not_found`. */
function assertHoldsSomething(file: string): void {
  const found = statSync(file);
  // A log beside it may hold all there is until it is folded in.
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

/** What a memory is on the disk: the file, what SQLite keeps beside it, and what hooks do. */
const PARTS = ['', '-wal', '-shm', '-journal', '.hooks.json', '.hooks.log'] as const;
/** Everything that the group and others may do. */
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
/** In a folder with this mark nobody takes away what is another's. */
const STICKY = 0o1000;

const modeOf = async (path: string): Promise<number | null> =>
  (await stat(path).catch(() => null))?.mode ?? null;
const digits = (mode: number): string => (mode & 0o7777).toString(8);

/** Who else on this machine can get at a memory. Windows keeps rights otherwise, and says nothing of them here. */
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

/** A folder may be somebody's for other reasons: it is told of and left as it is. */
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

/** Makes the files of a memory its owner's alone, and tells which were not; what belongs to somebody else stays. */
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
