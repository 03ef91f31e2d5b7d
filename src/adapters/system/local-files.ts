import {
  chmod,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  type FileHandle,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { MnemeError, type ErrorCode } from '../../domain/errors.js';
import type { Files, FolderEntry, MemoryFiles, NewFile } from '../../ports/files.js';
import { closeToOthers, exposures } from './file-rights.js';

const FAULTS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ENOSPC: ['disk_full', 'Free some space; nothing was left behind.'],
  EDQUOT: ['disk_full', 'Free some space; nothing was left behind.'],
  EFBIG: ['disk_full', 'The system allows no file of that size; nothing was left behind.'],
  EACCES: ['read_only', 'Look at the rights on the file and its folder.'],
  EPERM: ['read_only', 'Look at the rights on the file and its folder.'],
  EROFS: ['read_only', 'Name a path on a disk that can be written to.'],
  ENOENT: ['not_found', 'Look at the path.'],
  EISDIR: ['invalid_input', 'Give the path of a file.'],
  ENOTDIR: ['invalid_input', 'Give the path of a file.'],
};

/** Turns the system's exception into one of ours; anything else goes through as it is. */
function translateFileError(error: unknown, path: string): unknown {
  const known = FAULTS[(error as { code?: string } | null)?.code ?? ''];
  if (known === undefined || MnemeError.is(error)) return error;
  const [code, hint] = known;
  if (code === 'not_found')
    return new MnemeError(code, `There is no file ${path}.`, {
      field: 'path',
      value: path,
      hint,
      cause: error,
    });
  return new MnemeError(code, `${path}: ${(error as Error).message}.`, {
    field: 'path',
    value: path,
    hint,
    cause: error,
  });
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

let made = 0;

/** Hidden while it grows, named after the process, so that two at work do not meet. */
function beside(path: string): string {
  made += 1;
  return join(dirname(resolve(path)), `.${basename(path)}.${process.pid}-${made}.part`);
}

export const localFiles: Files = {
  open: (path) =>
    faithfully(path, async () => {
      const found = await stat(path);
      if (!found.isFile())
        throw new MnemeError('invalid_input', `${path} is not a file.`, {
          field: 'path',
          value: path,
          hint: 'Give the path of one file.',
        });
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
      return newFile(path, part, await open(part, 'wx', 0o600));
    }),
  assertFree: (path, { overwrite = false } = {}) =>
    faithfully(path, () => assertFree(path, overwrite)),
  adopt: (from, path) =>
    faithfully(path, async () => {
      await chmod(from, 0o600);
      await adopt(from, path);
    }),
  beside,
  remove: (path) => rm(path, { force: true }),
};

/** The same files, of which the memory's own are never replaced, whatever name they are called by. */
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

/** Opened when the first piece is asked for, and closed when the last one was given or no more are asked for: nothing stays open of what nobody reads. */
async function* readChunks(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await open(path, 'r');
  try {
    yield* file.createReadStream({ autoClose: false }) as AsyncIterable<Uint8Array>;
  } finally {
    await file.close();
  }
}

/** Throws `conflict` for a file that is there and may not be replaced, `invalid_input` for a folder. Makes the folder for a new one. */
async function assertFree(path: string, overwrite: boolean): Promise<void> {
  if (path.trim() === '')
    throw new MnemeError('invalid_input', 'path: must not be empty.', {
      field: 'path',
      value: path,
      hint: 'Give the path of a file.',
    });
  const there = await stat(path).catch(() => null);
  if (there === null) await mkdir(dirname(resolve(path)), { recursive: true, mode: 0o700 });
  if (there === null || (there.isFile() && overwrite)) return;
  if (!there.isFile())
    throw new MnemeError('invalid_input', `${path} is not a file.`, {
      field: 'path',
      value: path,
      hint: 'Give the path of a file.',
    });
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

/** A renaming is durable when its folder is; some systems cannot sync one. */
async function adopt(from: string, path: string): Promise<void> {
  await rename(from, path);
  const folder = await open(dirname(resolve(path)), 'r').catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
