import { MnemeError } from '../domain/errors.js';
import { PATHS, type ParsedProfile } from '../domain/profile.js';
import type { RecallModule } from './recall-context.js';

/** The available paths depend on the loaded modules. Throws `invalid_input` for an unknown path. */
export function assertPathsKnown(
  { paths = [] }: Pick<ParsedProfile, 'paths'>,
  modules: readonly RecallModule[],
): void {
  if (paths.length === 0) return;
  const known = new Set<string>([
    ...PATHS,
    ...modules.flatMap(({ candidates = [] }) => candidates.map(({ name }) => name)),
  ]);
  const at = paths.findIndex((path) => !known.has(path));
  if (at < 0) return;
  throw new MnemeError(
    'invalid_input',
    `profile.paths.${at}: expected one of ${[...known].join(', ')}.`,
    {
      field: `profile.paths.${at}`,
      value: paths[at],
      hint: 'A path that a module brings is there only while that module is loaded.',
    },
  );
}
