import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { MnemeError } from '../../domain/errors.js';

const IN_MEMORY = ':memory:';

/** What is only read is not founded by it: a mistyped path would answer that nothing is known. Throws `not_found` with the files beside it that it may mean, as `didYouMean` puts it. */
export function assertFileThere(
  file: string,
  didYouMean: (wanted: string, names: Iterable<string>) => string,
): void {
  if (file === IN_MEMORY) return;
  if (existsSync(file)) return assertHoldsSomething(file);
  const folder = dirname(file);
  const near = didYouMean(
    basename(file),
    filesIn(folder).filter((name) => !/-(?:wal|shm)$/.test(name)),
  );
  throw new MnemeError('not_found', `There is no memory at ${file}.`, {
    field: 'file',
    value: file,
    hint:
      near === ''
        ? 'Name it with --file or MNEME_FILE. The first `mneme remember` founds it.'
        : `${near} It is sought in ${folder}.`,
  });
}

/** A file without a byte is a memory that nobody has founded: a writer founds it, a reader leaves it as it is. Throws `not_found`. */
function assertHoldsSomething(file: string): void {
  const found = statSync(file);
  // A log beside it may hold all there is until it is folded in.
  if (!found.isFile() || found.size > 0 || sizeOf(`${file}-wal`) > 0) return;
  throw new MnemeError(
    'not_found',
    `${file} is an empty file: nothing was ever remembered in it.`,
    {
      field: 'file',
      value: file,
      hint: 'The first `mneme remember` founds a memory in it. Where there was one, restore a backup with `mneme backup restore`.',
    },
  );
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
