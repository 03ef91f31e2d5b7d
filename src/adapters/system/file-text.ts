import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { MnemeError } from '../../domain/errors.js';
import type { OpenText } from '../../ports/text-source.js';

/** Reads UTF-8 files in pieces of 64 KiB. */
export const openFileText: OpenText = async (path) => {
  const found = await stat(path).catch((cause: unknown) => {
    throw new MnemeError('not_found', `There is no file ${path}.`, { field: 'path', value: path, hint: 'Look at the path.', cause });
  });
  if (!found.isFile()) {
    throw new MnemeError('invalid_input', `${path} is not a file.`, { field: 'path', value: path, hint: 'Give the path of one file.' });
  }
  return { bytes: found.size, modifiedAt: Math.trunc(found.mtimeMs), chunks: createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string> };
};
