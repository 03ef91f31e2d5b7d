import { randomBytes, scryptSync } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { translateFileError } from '../../../disk/files.js';
import { MnemeError } from '../../../domain/errors.js';
import { ownHandle } from './file-identity.js';

const MAGIC = Buffer.from('SQLite format 3\0');
/** Bytes of the header that are read: up to the constants that tell a sealed file from other bytes. */
const HEAD = 24;
const SALT = 16;
/** Payload fractions, which SQLite's format fixes; a sealed file shows them in clear (fileformat2.html, 1.3.5). */
const FRACTIONS = Buffer.of(64, 32, 32);
/** Of scrypt: 2^15, r = 8: 32 MiB and a tenth of a second for each guess, as for exports. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 };

/**
 * A key that files are sealed with: 32 bytes in hex, or a passphrase, which scrypt stretches with the salt in a file's
 * first 16 bytes. It shows itself in no log.
 */
export class FileKey {
  readonly #secret: string;
  readonly #stretched = new Map<string, string>();

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** For `PRAGMA key` and `ATTACH … KEY`: key and salt, in hex. A new file gets a salt of its own. */
  rawFor(head: Buffer | null = null): string {
    const salt = (head?.subarray(0, SALT) ?? randomBytes(SALT)).toString('hex');
    const key = /^[0-9a-f]{64}$/i.test(this.#secret) ? this.#secret : this.#stretch(salt);
    return `raw:${key}${salt}`;
  }

  /** Once for each salt, as it takes a tenth of a second. */
  #stretch(salt: string): string {
    let key = this.#stretched.get(salt);
    if (key === undefined) {
      const bytes = scryptSync(this.#secret.normalize('NFC'), Buffer.from(salt, 'hex'), 32, COST);
      this.#stretched.set(salt, (key = bytes.toString('hex')));
    }
    return key;
  }
}

/** The first bytes of a file, read through this process's own handle if it has one; null if there are none. */
export function headOf(path: string): Buffer | null {
  if (path === ':memory:' || statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
    return null;
  const own = ownHandle(path);
  try {
    const handle = own ?? openSync(path, 'r');
    try {
      const head = Buffer.alloc(HEAD);
      return readSync(handle, head, 0, HEAD, 0) === 0 ? null : head;
    } finally {
      if (own === null) closeSync(handle);
    }
  } catch (error) {
    throw translateFileError(error, path, 'file');
  }
}

/** Whether a file with this beginning is a sealed database. */
export function isSealedHead(head: Buffer | null): head is Buffer {
  return (
    head !== null &&
    !head.subarray(0, MAGIC.length).equals(MAGIC) &&
    head.subarray(HEAD - FRACTIONS.length, HEAD).equals(FRACTIONS)
  );
}

/** Whether there is a sealed database at a path. */
export const isSealedFile = (path: string): boolean => isSealedHead(headOf(path));

const GIVE =
  'Give it by MNEME_KEY_COMMAND, MNEME_KEY_FILE or MNEME_KEY; at a terminal, mneme asks for it (docs/sealing.md).';

export const keyMissing = (path: string): MnemeError =>
  new MnemeError('invalid_input', `${path} is sealed, and no key was given.`, {
    field: 'key',
    hint: `${GIVE} Without the key nobody can read it: if it is lost, restore a backup that is not sealed with it.`,
  });

export const keyWrong = (path: string): MnemeError =>
  new MnemeError('invalid_input', `The key does not open ${path}.`, {
    field: 'key',
    hint: `${GIVE} It is the one that the file was sealed with last (\`mneme rekey\` changes it). Damage to the first 4 KiB looks the same: then restore a backup.`,
  });

export const sealedReadOnly = (path: string): MnemeError =>
  new MnemeError(
    'read_only',
    `${path} is sealed and has a log, for which its folder cannot be written to.`,
    {
      field: 'file',
      value: path,
      hint: 'Open a backup of it there, which has no log, or copy the file to a folder that can be written to.',
    },
  );

export const notSealed = (path: string): MnemeError =>
  new MnemeError('invalid_input', `A key was given, but ${path} is not sealed.`, {
    field: 'key',
    hint: 'Seal it with `mneme seal`, or leave the key out: MNEME_KEY_COMMAND, MNEME_KEY_FILE, MNEME_KEY.',
  });

export const driverMissing = (path: string, why: string): MnemeError =>
  new MnemeError(
    'unavailable',
    `${path} needs the package better-sqlite3-multiple-ciphers, which does not load: only this driver can seal.`,
    {
      field: 'key',
      hint: `Run \`npm install better-sqlite3-multiple-ciphers\` beside mneme; version 12 works on Node 20, later ones need Node 22 (${why}).`,
    },
  );
