import { lstatSync, mkdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type ErrorCode, MnemeError } from '../domain/errors.js';

type Fault = readonly [code: ErrorCode, what: string, hint: string];

const FULL: Fault = ['disk_full', 'the disk is full', 'Free some space; nothing was left behind.'];
const RIGHTS: Fault = [
  'read_only',
  'the system does not allow it',
  'Look at the rights on the file and its folder, or name another file.',
];
const MANY_OPEN: Fault = [
  'unavailable',
  'too many files are open',
  'Close some, or raise the limit (`ulimit -n`).',
];
const NO_TEXT: Fault = [
  'invalid_input',
  'a path cannot have a character of number 0',
  'Take it out.',
];

const FAULTS: Readonly<Record<string, Fault>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: [
    'disk_full',
    'the system allows no file of that size',
    'Raise the limit (`ulimit -f`); nothing was left behind.',
  ],
  EACCES: RIGHTS,
  EPERM: RIGHTS,
  EROFS: ['read_only', 'its disk cannot be written to', 'Name a path on another disk.'],
  ENOENT: ['not_found', 'there is no such file or folder', 'Look at the path.'],
  EISDIR: ['invalid_input', 'it is a folder', 'Give the path of a file.'],
  ENOTDIR: [
    'invalid_input',
    'a part of the path is no folder',
    'Give the path of a file in a folder.',
  ],
  EEXIST: ['conflict', 'something is there already', 'Name another path.'],
  ENOTEMPTY: ['conflict', 'something is there already', 'Name another path.'],
  ELOOP: [
    'invalid_input',
    'its symbolic links lead round in a circle',
    'Mend the links, or give the path of the file itself.',
  ],
  ENAMETOOLONG: [
    'invalid_input',
    'the name is longer than the system takes',
    'Give a shorter name: 255 bytes, and 4,096 for the whole path, are the usual limits.',
  ],
  EINVAL: ['invalid_input', 'the system takes no such name there', 'Name another path.'],
  ENXIO: ['invalid_input', 'it is no file', 'Give the path of a file.'],
  ENODEV: ['invalid_input', 'it is no file', 'Give the path of a file.'],
  EXDEV: ['unavailable', 'it lies on another disk', 'Name a path on the same disk.'],
  EBUSY: ['locked', 'another program uses it', 'Close that program.'],
  ETXTBSY: ['locked', 'another program uses it', 'Close that program.'],
  EMFILE: MANY_OPEN,
  ENFILE: MANY_OPEN,
  EIO: ['unavailable', 'the disk refused a read or a write', 'Look at the disk’s health.'],
  ESTALE: [
    'unavailable',
    'the disk that it was on is gone',
    'Mount it again, then open the file anew.',
  ],
  ERR_INVALID_ARG_VALUE: NO_TEXT,
};

/** Turns the system's error on a path into one of ours with a hint; any other error is returned unchanged. */
export function translateFileError(error: unknown, path: string, field = 'path'): unknown {
  if (MnemeError.is(error)) return error;
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  const known =
    FAULTS[code ?? ''] ??
    (syscall === undefined
      ? undefined
      : ([
          'unavailable',
          `the system refuses it (${code ?? syscall})`,
          'Name another path.',
        ] as const));
  if (known === undefined) return error;
  const [kind, what, hint] = known;
  const shown = path.replaceAll('\0', '\\0');
  return new MnemeError(
    kind,
    kind === 'not_found' ? `There is no file ${shown}.` : `${shown} cannot be used: ${what}.`,
    { field, value: shown, hint, cause: error },
  );
}

/** The same for a path to be created: a missing part of it, or one that is not a folder, becomes `read_only`. */
export function cannotBeMade(error: unknown, path: string, field = 'path'): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (MnemeError.is(error) || (code !== 'ENOENT' && code !== 'ENOTDIR'))
    return translateFileError(error, path, field);
  return new MnemeError('read_only', `${path} cannot be made: ${message}.`, {
    field,
    value: path,
    hint:
      field === 'file'
        ? 'Look at its folder, or name another file with --file or MNEME_FILE.'
        : 'Look at its folder, or name another path.',
    cause: error,
  });
}

/** Whether a process of this machine still runs. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs under another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Creates a folder and its missing parents, accessible to their owner alone. Throws the system's error. Node's
 * recursive `mkdir` loops forever where an existing folder reports ENOENT, as in /proc.
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let at = path; !isThere(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  for (const each of missing) {
    try {
      mkdirSync(each, { mode: 0o700 });
    } catch (error) {
      // Another process has just made it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  // A file there also fails with EEXIST, which is skipped above; this throws it.
  if (!statSync(path).isDirectory()) mkdirSync(path);
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Linux follows at most this many links in a row. */
const MAX_LINKS = 40;

/**
 * The path after following links, also of a file that does not exist yet. Throws the system's error for cyclic links,
 * names that are too long and parts that are not folders.
 */
export function realPlace(path: string, links = 0): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || links > MAX_LINKS) throw error;
  }
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    return realPlace(resolve(dirname(path), readlinkSync(path)), links + 1);
  const whole = resolve(path);
  return dirname(whole) === whole ? whole : join(realPlace(dirname(whole), links), basename(whole));
}
