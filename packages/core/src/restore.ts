import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  freeCopy,
  removeDatabase,
  retireFile,
  verifyCopy,
  type CopyVerdict,
} from './adapters/store/sqlite/backup.js';
import { assertNotOpenHere } from './adapters/store/sqlite/file-identity.js';
import { FileKey, isSealedFile } from './adapters/store/sqlite/file-key.js';
import { resealFile } from './adapters/store/sqlite/reseal.js';
import { localFiles } from './adapters/system/local-files.js';
import { readConfig } from './config/config.js';
import { readKey, readPassphrase } from './config/secrets.js';
import { realPlace, translateFileError } from './disk/files.js';
import type { BackupVerdict, CopyOptions } from './domain/import-export.js';
import { MnemeError } from './domain/errors.js';
import { isSealed, openSealed } from './safety/sealing.js';

export interface VerifyOptions extends CopyOptions {
  /** The passphrase of an encrypted backup. Default: the configured one. */
  readonly passphrase?: string;
  /** The key of the sealed memory that it was made of, or that is restored. Default: the configured one. */
  readonly key?: string;
}

export interface RestoreOptions extends VerifyOptions {
  /** The path to restore to. Default: the configured file. */
  readonly file?: string;
  /** Replaces an existing memory, atomically, once the backup is verified. */
  readonly overwrite?: boolean;
}

/**
 * Reads a whole backup and compares every row with its manifest. An encrypted one is decrypted into a temporary file,
 * which only its owner can read and which is removed afterwards. Throws `not_found`, `invalid_input` for a wrong
 * passphrase.
 */
export async function verifyBackup(
  path: string,
  options: VerifyOptions = {},
): Promise<BackupVerdict> {
  return withPlainFile(
    path,
    localFiles.beside(join(tmpdir(), 'mneme-backup')),
    options,
    async (plain, encrypted) => {
      const verdict = await verifyCopy(plain, { ...options, key: keyFor(plain, options) });
      return verdictOf(path, encrypted || isSealedFile(plain), verdict);
    },
  );
}

/**
 * Restores a memory from a backup, once that is verified. Throws `conflict` for an existing memory, `locked` while
 * another process has it open, `corrupt` for a damaged backup; nothing is changed then.
 */
export async function restoreBackup(
  path: string,
  { file = readConfig().file, overwrite = false, ...options }: RestoreOptions = {},
): Promise<BackupVerdict> {
  await localFiles.assertFree(file, { overwrite });
  const part = localFiles.beside(file);
  // A link is kept: its target is replaced, with the target's companion files.
  const place = realPlace(file);
  try {
    await copyPlain(path, part, options);
    const key = keyFor(null, options);
    const encrypted = isSealed(await headOf(path)) || isSealedFile(part);
    const verdict = verdictOf(path, encrypted, await verifyCopy(part, { ...options, key }));
    if (!verdict.whole)
      throw new MnemeError('corrupt', `${path} is damaged: ${verdict.problems.join(' ')}`, {
        field: 'path',
        value: path,
        hint: 'Take an older backup; nothing was changed.',
      });
    freeCopy(part, key);
    // Where there is a key, a memory is sealed; so is one from an older backup.
    if (key !== undefined && !isSealedFile(part))
      await resealFile(part, { newKey: key, part: `${part}.sealed` });
    retireFile(place, key);
    await localFiles.adopt(part, place);
    return verdict;
  } catch (error) {
    throw translateFileError(error, file, 'file');
  } finally {
    removeDatabase(part);
  }
}

/** The key, as given or configured; for a `path` only if that is sealed. */
function keyFor(path: string | null, { key }: VerifyOptions): FileKey | undefined {
  if (path !== null && !isSealedFile(path)) return undefined;
  const text = key ?? readKey(readConfig());
  return text === undefined ? undefined : new FileKey(text);
}

function verdictOf(
  path: string,
  encrypted: boolean,
  { manifest, problems }: CopyVerdict,
): BackupVerdict {
  return { path, encrypted, whole: problems.length === 0, problems, manifest };
}

/** Calls `work` with the backup itself, or with a decrypted copy that is removed afterwards. */
async function withPlainFile<T>(
  path: string,
  part: string,
  options: VerifyOptions,
  work: (plain: string, encrypted: boolean) => Promise<T>,
): Promise<T> {
  if (!isSealed(await headOf(path))) return work(path, false);
  try {
    await copyPlain(path, part, options);
    return await work(part, true);
  } catch (error) {
    // A failed decryption proves damage, like differing rows.
    if (!MnemeError.is(error) || error.code !== 'corrupt') throw error;
    return verdictOf(path, true, { manifest: null, problems: [error.message] }) as T;
  } finally {
    removeDatabase(part);
  }
}

async function copyPlain(
  path: string,
  to: string,
  { passphrase, key, signal, onProgress }: VerifyOptions,
): Promise<void> {
  const sealed = isSealed(await headOf(path));
  const { bytes, chunks } = await localFiles.open(path);
  const file = await localFiles.create(to);
  let done = 0;
  try {
    for await (const piece of sealed
      ? openSealed(chunks, [passphrase ?? readPassphrase(readConfig()), key])
      : chunks) {
      if (signal?.aborted === true)
        throw new MnemeError('interrupted', 'Stopped; nothing was changed.', {
          hint: 'Run it again.',
        });
      await file.write(piece);
      done += piece.length;
      onProgress?.(Math.min(done, bytes), bytes);
    }
    await file.finish();
  } catch (error) {
    await file.abandon();
    throw error;
  }
}

async function headOf(path: string): Promise<Uint8Array> {
  assertNotOpenHere(path);
  const { chunks } = await localFiles.open(path);
  for await (const chunk of chunks) return chunk;
  return new Uint8Array();
}
