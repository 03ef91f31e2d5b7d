import { lstatSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { makeFolder } from '../disk/files.js';
import { MnemeError } from '../domain/errors.js';

/** Where other programs of this user store their settings. */
interface UserFolders {
  readonly home: string;
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  /** Folders set by the programs' own environment variables; relative ones are ignored. */
  readonly moved: {
    readonly claude: string | undefined;
    readonly codex: string | undefined;
    readonly config: string | undefined;
    readonly roaming: string | undefined;
  };
  /** The search path of programs, and Ollama's folder of models. */
  readonly path: string;
  readonly ollama: string | undefined;
}

/** Throws `not_found` if this user has no home. */
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

/** Null without one: for a user whom the system does not list, as in containers. */
function homeOrNull(): string | null {
  try {
    const home = homedir();
    return isAbsolute(home) ? home : null;
  } catch {
    return null;
  }
}

function homeOrThrow(): string {
  const home = homeOrNull();
  if (home !== null) return home;
  throw new MnemeError('not_found', 'This user has no home folder.', {
    field: 'HOME',
    value: process.env['HOME'],
    hint: 'Set HOME to the folder that holds the settings of your programs.',
  });
}

/** The folder for this user's caches; null if there is none. */
export function cacheFolder(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  const named = [environment['XDG_CACHE_HOME'], environment['LOCALAPPDATA']].find(
    (path) => path !== undefined && isAbsolute(path),
  );
  if (named !== undefined) return join(named, 'mneme');
  const home = homeOrNull();
  return home === null ? null : join(home, '.cache', 'mneme');
}

/** Creates the folder of sockets and checks that only this user can access it: in a shared temporary folder anybody could have made it. */
export function isOwnFolder(folder: string | null): boolean {
  if (folder === null) return true;
  try {
    makeFolder(folder);
  } catch {
    return false;
  }
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}

/** Maximum path length of a socket's folder: the system's structures hold some 100 bytes. */
const LONGEST_FOLDER = 60;

/** The folder of this user's sockets; null on Windows, whose pipes are in no folder. */
export function socketFolder(platform: NodeJS.Platform = process.platform): string | null {
  if (platform === 'win32') return null;
  const own = (within: string): string => join(within, `mneme-${process.getuid?.() ?? 0}`);
  const folder = own(tmpdir());
  return folder.length > LONGEST_FOLDER ? own('/tmp') : folder;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that hold a secret of ours. */
const SECRETS: ReadonlySet<string> = new Set([
  'MNEME_KEY',
  'MNEME_NEW_KEY',
  'MNEME_PASSPHRASE',
  'MNEME_VAULT_KEY',
]);

/** The environment of a program that is not ours: without our secrets. */
export const foreignEnvironment = (environment: Environment = process.env): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !SECRETS.has(name)));

const MARK = 'MNEME_WITHIN_READER';

/** The environment of a reader program: an agent's program may have our hooks, which must not capture what it reads. */
export const readerEnvironment = (environment: Environment = process.env): Environment => ({
  ...foreignEnvironment(environment),
  [MARK]: '1',
});

/** Whether this process was started, directly or indirectly, by a reader program. */
export const isWithinReader = (environment: Environment = process.env): boolean =>
  environment[MARK] === '1';
