import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where this user's programs keep what they can make again; null where there is no such place. */
export function cacheFolder(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  const named = [environment['XDG_CACHE_HOME'], environment['LOCALAPPDATA']].find(
    (path) => path !== undefined && isAbsolute(path),
  );
  if (named !== undefined) return join(named, 'mneme');
  try {
    const home = homedir();
    return isAbsolute(home) ? join(home, '.cache', 'mneme') : null;
  } catch {
    // A user whom the system does not list, as in containers.
    return null;
  }
}
