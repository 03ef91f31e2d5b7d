import type { BackupOptions, BackupReport } from '../../domain/backup.js';
import { MnemeError } from '../../domain/errors.js';
import type { Files } from '../../ports/files.js';
import type { EngineParts } from '../../bank/core.js';
import { assertPassphrase } from '../../safety/sealed-stream.js';
import { passphraseFor, writeFile } from './sealed-files.js';

/**
 * Copies the whole file, with every bank, while writing continues. The copy gets its name when complete; a
 * sealed one is a plain file, readable by its owner only, until then. Throws `conflict` for a file that
 * exists, `invalid_input`, `interrupted`, `disk_full`.
 */
export async function makeBackup(
  path: string,
  options: BackupOptions,
  {
    store,
    clock,
    files,
    passphrase: configured,
  }: Pick<EngineParts, 'store' | 'clock' | 'passphrase'> & { readonly files: Files },
): Promise<BackupReport> {
  const { overwrite = false, encrypt = false, signal, onProgress } = options;
  const passphrase = passphraseFor(encrypt, configured);
  if (passphrase !== undefined) assertPassphrase(passphrase);
  await files.assertFree(path, { overwrite });
  const part = files.beside(path);
  try {
    const manifest = await store.copyTo(part, clock.now(), {
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onProgress }),
    });
    const { bytes, chunks } = await files.open(part);
    if (passphrase === undefined) {
      await files.adopt(part, path);
      return { path, bytes, encrypted: false, manifest };
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
