import { readFile, writeFile } from 'node:fs/promises';
import { MnemeError } from '@mneme/core/domain/errors.js';

/** The text of a file given by a user. Throws `not_found` naming the field. */
export async function readText(path: string, field: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw unreadable(path, field, cause);
  }
}

/** The error for a file that cannot be read. */
export const unreadable = (path: string, field: string, cause: unknown): MnemeError =>
  new MnemeError('not_found', `${path} cannot be read: ${(cause as Error).message}.`, {
    field,
    value: path,
    hint: 'Look at the path.',
    cause,
  });

/**
 * Writes a file that only its owner can read; with `wx`, only where none exists. Throws `invalid_input`, `conflict`.
 */
export async function writeText(
  path: string,
  text: string,
  field: string,
  flag: 'w' | 'wx' = 'w',
): Promise<void> {
  try {
    await writeFile(path, text, { mode: 0o600, flag });
  } catch (cause) {
    const there = flag === 'wx' && (cause as NodeJS.ErrnoException).code === 'EEXIST';
    throw new MnemeError(
      there ? 'conflict' : 'invalid_input',
      there
        ? `There is a file ${path} already.`
        : `${path} cannot be written: ${(cause as Error).message}.`,
      {
        field,
        value: path,
        hint:
          flag === 'wx'
            ? 'Name a path where nothing is, in a folder that may be written to.'
            : 'Name a file in a folder that is there and may be written to.',
        cause,
      },
    );
  }
}
