import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { MnemeError } from '../../domain/errors.js';

const IN_MEMORY = ':memory:';

/** What is only read is not founded by it: a mistyped path would answer that nothing is known. Throws `not_found` with the files beside it that it may mean, as `didYouMean` puts it. */
export function assertFileThere(file: string, didYouMean: (wanted: string, names: Iterable<string>) => string): void {
  if (file === IN_MEMORY || existsSync(file)) return;
  const folder = dirname(file);
  const near = didYouMean(basename(file), filesIn(folder).filter((name) => !/-(?:wal|shm)$/.test(name)));
  throw new MnemeError('not_found', `There is no memory at ${file}.`, {
    field: 'file',
    value: file,
    hint: near === '' ? 'Name it with --file or MNEME_FILE. The first `mneme remember` founds it.' : `${near} It is sought in ${folder}.`,
  });
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
