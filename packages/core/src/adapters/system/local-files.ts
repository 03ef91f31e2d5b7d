import { existsSync, statSync } from 'node:fs';
import {
  chmod,
  type FileHandle,
  open,
  readdir,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { cannotBeMade, makeFolder, realPlace, translateFileError } from '../../disk/files.js';
import { MnemeError } from '../../domain/errors.js';
import type {
  Exposure,
  Files,
  FolderEntry,
  MemoryFiles,
  NewFile,
  OpenText,
} from '../../ports/system.js';
import { beside, namesIn, sweepFolder } from './part-files.js';
import { exchange, lock } from './shared-files.js';

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
    namesIn(folder).filter((name) => !/-(?:wal|shm)$/.test(name)),
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
async function exposures(memory: string, platform = process.platform): Promise<Exposure[]> {
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
async function closeToOthers(memory: string, platform = process.platform): Promise<string[]> {
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

/** Reads UTF-8 files in chunks of 64 KiB, and UTF-16 files with a byte order mark. Refuses invalid bytes, as guessing would lose text. */
export const openFileText: OpenText = async (path) => {
  const opened = await localFiles.open(path);
  return { ...opened, chunks: decoded(opened.chunks, path) };
};

async function* decoded(
  chunks: AsyncIterable<Uint8Array>,
  path: string,
): AsyncGenerator<string, void, undefined> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  try {
    for await (const chunk of chunks) {
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder?.decode() ?? '';
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw cause;
    throw new MnemeError(
      'malformed_import',
      `${path} is no text: it has bytes that no text in UTF-8 has.`,
      {
        field: 'path',
        value: path,
        hint: 'Save it as UTF-8 text. A backup is read by `mneme backup restore`.',
        cause,
      },
    );
  }
}

function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

async function faithfully<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translateFileError(error, path);
  }
}

async function entryAt(place: string): Promise<FolderEntry> {
  const found = await stat(place).catch(() => null);
  const real = await realpath(place).catch(() => place);
  const kind =
    found?.isDirectory() === true ? 'folder' : found?.isFile() === true ? 'file' : 'none';
  return { name: basename(place), place, real, kind };
}

export const localFiles: Files = {
  open: (path) =>
    faithfully(path, async () => {
      const found = await stat(path);
      if (!found.isFile()) throw notAFile(path);
      return { bytes: found.size, modifiedAt: Math.trunc(found.mtimeMs), chunks: readChunks(path) };
    }),
  list: (path, what) =>
    faithfully(path, async () => {
      if ((await stat(path).catch(() => null))?.isDirectory() !== true) return null;
      if (what === 'itself') return [await entryAt(path)];
      const names = (await readdir(path)).sort();
      return Promise.all(names.map((name) => entryAt(join(path, name))));
    }),
  create: (path, { overwrite = false } = {}) =>
    faithfully(path, async () => {
      await assertFree(path, overwrite);
      const part = beside(path);
      const handle = await open(part, 'wx', 0o600).catch((error: unknown) => {
        throw cannotBeMade(error, path);
      });
      return newFile(path, part, handle);
    }),
  assertFree: (path, { overwrite = false } = {}) =>
    faithfully(path, () => assertFree(path, overwrite)),
  adopt: (from, path) =>
    faithfully(path, async () => {
      await chmod(from, 0o600);
      await adopt(from, path);
    }),
  beside: (path) => {
    try {
      return beside(path);
    } catch (error) {
      throw translateFileError(error, path);
    }
  },
  remove: (path) => rm(path, { force: true }),
  exchange: (path, text, expected) => faithfully(path, () => exchange(path, text, expected)),
  sweep: sweepFolder,
  lock: (path) => faithfully(path, () => lock(path)),
};

/** The same, but never replaces the memory's own files, by whatever name. */
export function localFilesBeside(memory: string): MemoryFiles {
  const assertAnother = (path: string): Promise<void> =>
    faithfully(path, async () => {
      const asked = await stat(path).catch(() => null);
      for (const own of [memory, `${memory}-wal`, `${memory}-shm`]) {
        const found = await stat(own).catch(() => null);
        const same =
          resolve(path) === resolve(own) ||
          (asked !== null && found !== null && asked.dev === found.dev && asked.ino === found.ino);
        if (same)
          throw new MnemeError('invalid_input', `${path} is the memory itself.`, {
            field: 'path',
            value: path,
            hint: 'Name another file.',
          });
      }
    });
  return {
    ...localFiles,
    exposures: () => exposures(memory),
    closeToOthers: () => closeToOthers(memory),
    create: async (path, options) => {
      await assertAnother(path);
      return localFiles.create(path, options);
    },
    assertFree: async (path, options) => {
      await assertAnother(path);
      await localFiles.assertFree(path, options);
    },
  };
}

const notAFile = (path: string): MnemeError =>
  new MnemeError('invalid_input', `${path} is not a file.`, {
    field: 'path',
    value: path,
    hint: 'Give the path of one file.',
  });

/** Opens the file when the first chunk is requested, and closes it at the end or when the consumer stops: unread files stay closed. */
async function* readChunks(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await faithfully(path, () => open(path, 'r'));
  try {
    yield* file.createReadStream({ autoClose: false }) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw translateFileError(error, path);
  } finally {
    await file.close();
  }
}

/** Throws `conflict` for an existing file that may not be replaced, `invalid_input` for a folder. Creates the folder of a new file. */
async function assertFree(path: string, overwrite: boolean): Promise<void> {
  if (path.trim() === '')
    throw new MnemeError('invalid_input', 'path: must not be empty.', {
      field: 'path',
      value: path,
      hint: 'Give the path of a file.',
    });
  const place = realPlace(path);
  const there = await stat(place).catch(() => null);
  if (there === null) makeFolder(dirname(place));
  if (there === null || (there.isFile() && overwrite)) return;
  if (!there.isFile()) throw notAFile(path);
  throw new MnemeError('conflict', `${path} is there already.`, {
    field: 'path',
    value: path,
    hint: 'Name another file, or allow it to be replaced with --overwrite.',
  });
}

function newFile(path: string, part: string, handle: FileHandle): NewFile {
  let open = true;
  const close = async (): Promise<void> => {
    if (open) await handle.close();
    open = false;
  };
  return {
    write: (piece) =>
      faithfully(path, async () => {
        for (let at = 0; at < piece.length;) at += (await handle.write(piece, at)).bytesWritten;
      }),
    finish: () =>
      faithfully(path, async () => {
        await handle.sync();
        await close();
        await adopt(part, path);
      }),
    abandon: async () => {
      await close().catch(() => undefined);
      await rm(part, { force: true });
    },
  };
}

/** Links are kept, and their target replaced. A rename is durable once its folder is synced; some systems cannot. */
async function adopt(from: string, path: string): Promise<void> {
  const place = realPlace(path);
  await rename(from, place);
  const folder = await open(dirname(place), 'r').catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
