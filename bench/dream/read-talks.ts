import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MnemeError } from '../../packages/core/src/domain/errors.js';
import { isLocomo, locomoTalks } from '../locomo-data.js';
import type { Talk } from '../talk/talk.js';

/** The talks of some corpora, in order. Throws `not_found` where none of them has one in LoCoMo's shape. */
export function readTalks(folder: string, corpora: readonly string[]): readonly Talk[] {
  const talks = corpora
    .filter((name) => existsSync(join(folder, name)))
    .flatMap((name) =>
      readdirSync(join(folder, name))
        .filter((file) => file.endsWith('.json'))
        .sort()
        .flatMap((file) => {
          const path = join(folder, name, file);
          const json: unknown = JSON.parse(readFileSync(path, 'utf8'));
          return isLocomo(json) ? locomoTalks(json, path) : [];
        }),
    );
  if (talks.length === 0)
    throw new MnemeError('not_found', `There are no talks in ${folder}.`, {
      field: '--dir',
      value: folder,
      hint: 'Name the folder with the corpora of `bench talk`.',
    });
  return talks;
}
