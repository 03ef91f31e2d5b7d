import { FileKey, isSealedFile } from './adapters/store/sqlite/file-key.js';
import { assertNotOpenHere } from './adapters/store/sqlite/file-identity.js';
import { resealFile } from './adapters/store/sqlite/reseal.js';
import { localFiles } from './adapters/system/local-files.js';
import { realPlace, translateFileError } from './disk/files.js';
import { MnemeError } from './domain/errors.js';
import type { CopyOptions } from './domain/import-export.js';
import { assertFileThere } from './open-store.js';

export { isSealedFile };

export interface SealOptions extends CopyOptions {
  /** Whether the file is sealed now. */
  readonly isSealed: boolean;
  /** What it is sealed with now. */
  readonly key?: string | undefined;
  /** What it is to be sealed with, of at least 8 characters; null to unseal it. */
  readonly newKey: string | null;
}

/**
 * Seals, unseals or rekeys a memory that no program has open: it is rewritten beside the file, compared row by row, and
 * swapped in one step; what was there is overwritten. A kill leaves one whole file, and opening it removes what is
 * left over. Backups and exports that were made before stay as they are. Throws `invalid_input` for a wrong key,
 * `conflict` if it is not as `isSealed` says, `locked`, `not_found`, `unavailable` without the driver, `interrupted`.
 */
export async function sealMemory(
  file: string,
  { isSealed, key, newKey, ...options }: SealOptions,
): Promise<void> {
  assertFileThere(file);
  try {
    const place = realPlace(file);
    assertNotOpenHere(place);
    if (isSealedFile(place) !== isSealed)
      throw new MnemeError(
        'conflict',
        `${file} is ${isSealed ? 'not sealed' : 'sealed already'}.`,
        {
          field: 'file',
          value: file,
          hint: isSealed ? '`mneme seal` seals it.' : '`mneme rekey` gives it another key.',
        },
      );
    await resealFile(place, {
      ...options,
      ...(isSealed && key !== undefined ? { key: new FileKey(key) } : {}),
      newKey: newKey === null ? null : new FileKey(newKey),
      part: localFiles.beside(place),
    });
  } catch (error) {
    throw translateFileError(error, file, 'file');
  }
}
