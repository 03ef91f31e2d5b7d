import type { EngineParts } from '../../bank/core.js';
import type { BackupOptions, BackupReport } from '../../domain/import-export.js';
import { MnemeError } from '../../domain/errors.js';
import type { Clock, Files } from '../../ports/system.js';
import type { Store } from '../../ports/store.js';
import { assertPassphrase, sealStream } from '../../safety/sealing.js';
import { definedOnly } from '../../domain/well-formed.js';

/**
 * The passphrase to encrypt with: the configured one, else the file's key. What comes from a sealed file is encrypted
 * unless `encrypt` is false. Throws `invalid_input` if there is neither.
 */
export function passphraseFor(
  encrypt: boolean | undefined,
  { passphrase, key }: Pick<EngineParts, 'passphrase' | 'key'>,
): string | undefined {
  if (!(encrypt ?? key !== undefined)) return undefined;
  const configured = passphrase ?? key;
  if (configured !== undefined) return configured;
  throw new MnemeError('invalid_input', 'To encrypt, a passphrase is needed.', {
    field: 'encrypt',
    hint: 'Set MNEME_PASSPHRASE, or MNEME_PASSPHRASE_FILE to the file that holds it.',
  });
}

/**
 * Writes a stream into a new file, encrypted if there is a passphrase. An incomplete file is removed. Returns the
 * file's size in bytes.
 */
export async function writeFile(
  files: Files,
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  {
    passphrase,
    overwrite = false,
  }: { readonly passphrase: string | undefined; readonly overwrite?: boolean },
): Promise<number> {
  const file = await files.create(path, { overwrite });
  let bytes = 0;
  try {
    for await (const piece of passphrase === undefined ? chunks : sealStream(chunks, passphrase)) {
      bytes += piece.length;
      await file.write(piece);
    }
    await file.finish();
    return bytes;
  } catch (error) {
    await file.abandon();
    throw error;
  }
}

/**
 * Copies the whole file, with every bank, while writing continues. The copy gets its name when complete; that of a
 * sealed file is sealed with its key. For one encrypted with a passphrase, a copy as the file is exists until then. Throws `conflict` if the file exists,
 * `invalid_input`, `interrupted`, `disk_full`.
 */
export async function makeBackup(
  path: string,
  options: BackupOptions,
  {
    store,
    clock,
    files,
    passphrase: configured,
    key,
  }: Pick<EngineParts, 'store' | 'clock' | 'passphrase' | 'key'> & { readonly files: Files },
): Promise<BackupReport> {
  const { overwrite = false, encrypt = false, signal, onProgress } = options;
  const sealed = key !== undefined;
  const passphrase =
    sealed && configured === undefined
      ? undefined
      : passphraseFor(encrypt, definedOnly({ passphrase: configured }));
  if (passphrase !== undefined) assertPassphrase(passphrase);
  await files.assertFree(path, { overwrite });
  const part = files.beside(path);
  try {
    const manifest = await store.copyTo(part, clock.now(), definedOnly({ signal, onProgress }));
    const { bytes, chunks } = await files.open(part);
    if (passphrase === undefined) {
      await files.adopt(part, path);
      return { path, bytes, encrypted: sealed, manifest };
    }
    return {
      path,
      bytes: await writeFile(files, path, stoppable(chunks, bytes, options), {
        passphrase,
        overwrite,
      }),
      encrypted: true,
      manifest,
    };
  } finally {
    await files.remove(part);
  }
}

async function* stoppable(
  chunks: AsyncIterable<Uint8Array>,
  total: number,
  { signal, onProgress }: BackupOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  let done = 0;
  for await (const chunk of chunks) {
    if (signal?.aborted === true)
      throw new MnemeError('interrupted', 'Stopped; nothing is left of the backup.', {
        hint: 'Run it again.',
      });
    yield chunk;
    done += chunk.length;
    onProgress?.(done, total);
  }
}

const MAX_COPIES = 100;

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly files: Files;
}

/**
 * Wraps the store so that its contents survive the removal of its file: the first refused commit makes a backup next
 * to the file, and every refusal names it. Usage records and snapshots are dropped; they are expendable.
 */
export function backupOnDisplacement(parts: Parts, file: string): Store {
  const { store } = parts;
  let kept: Promise<string> | null = null;
  const unlessDisplaced = async <T>(
    work: () => Promise<T>,
    displaced: (refusal: MnemeError) => Promise<T>,
  ): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!MnemeError.is(error) || (await store.displaced()) === null) throw error;
      return displaced(error);
    }
  };
  const letGo = (): Promise<void> => Promise.resolve();
  const refused = (): Promise<boolean> => Promise.resolve(false);
  return {
    ...store,
    commit: (change, options) =>
      unlessDisplaced(
        () => store.commit(change, options),
        async (refusal) => {
          kept ??= copyBeside(file, parts);
          throw new MnemeError(refusal.code, `${refusal.message} ${await kept}`, {
            field: 'file',
            value: file,
            hint: refusal.hint ?? '',
            cause: refusal,
          });
        },
      ),
    recordUsage: (...use) => unlessDisplaced(() => store.recordUsage(...use), letGo),
    beginSnapshot: (...head) =>
      unlessDisplaced(
        () => store.beginSnapshot(...head),
        () => Promise.resolve(null),
      ),
    putSnapshotPart: (...part) => unlessDisplaced(() => store.putSnapshotPart(...part), refused),
    putSnapshot: (...snapshot) => unlessDisplaced(() => store.putSnapshot(...snapshot), refused),
  };
}

/** A message with the path of the copy, or why there is none. */
async function copyBeside(file: string, parts: Parts): Promise<string> {
  for (let copy = 1; ; copy++) {
    const path = `${file}.kept${copy === 1 ? '' : `-${copy}`}`;
    try {
      await makeBackup(path, {}, parts);
      return `What this process had of it is kept in ${path}: \`mneme backup restore\` brings it back.`;
    } catch (error) {
      if (MnemeError.is(error) && error.code === 'conflict' && copy < MAX_COPIES) continue;
      return `What this process has of it could not be kept beside it (${error instanceof Error ? error.message : String(error)}): back it up from here.`;
    }
  }
}
