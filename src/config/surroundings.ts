import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { MnemeError } from '../domain/errors.js';

/** Where other programs of this user keep their settings. */
export interface UserFolders {
  readonly home: string;
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  /** Folders that the programs' own variables of the environment name; those that are not absolute count as none. */
  readonly moved: {
    readonly claude: string | undefined;
    readonly codex: string | undefined;
    readonly config: string | undefined;
    readonly roaming: string | undefined;
  };
  /** Where programs are looked for, and where Ollama keeps its models. */
  readonly path: string;
  readonly ollama: string | undefined;
}

/** Throws `not_found` where this user has no home. */
export function userFolders(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): UserFolders {
  const folderOf = (name: string): string | undefined => {
    const path = environment[name];
    return path !== undefined && isAbsolute(path) ? path : undefined;
  };
  return {
    home: homeOrThrow(),
    folder: process.cwd(),
    platform: process.platform,
    moved: {
      claude: folderOf('CLAUDE_CONFIG_DIR'),
      codex: folderOf('CODEX_HOME'),
      config: folderOf('XDG_CONFIG_HOME'),
      roaming: folderOf('APPDATA'),
    },
    path: environment['PATH'] ?? '',
    ollama: folderOf('OLLAMA_MODELS'),
  };
}

function homeOrThrow(): string {
  let home = '';
  try {
    home = homedir();
  } catch {
    // A user whom the system does not list, as in containers.
  }
  if (isAbsolute(home)) return home;
  throw new MnemeError('not_found', 'This user has no home folder.', {
    field: 'HOME',
    value: home,
    hint: 'Set HOME to the folder that holds the settings of your programs.',
  });
}
