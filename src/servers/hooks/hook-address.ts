import { createHash } from 'node:crypto';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Which memory a hook is for. */
export interface HookTarget {
  /** The memory's file, absolute. */
  readonly file: string;
  readonly bank: string;
}

export interface HookAddress {
  /** The folder of the socket, which must be this user's alone; null for a named pipe, which has none. */
  readonly folder: string | null;
  /** Where the keeper listens. */
  readonly socket: string;
  /** Touched when a keeper is started, so that hooks that follow at once do not start another. */
  readonly starting: string;
  /** How hooks failed: moments, events and reasons, no content. */
  readonly log: string;
  /** How far each transcript has been read. */
  readonly progress: string;
}

/** Where the keeper of a memory is found. Sockets have short paths, so it is not beside the file. */
export function hookAddress(
  { file, bank }: HookTarget,
  platform: NodeJS.Platform = process.platform,
): HookAddress {
  const key = createHash('sha256').update(`${file}\0${bank}`).digest('hex').slice(0, 20);
  const beside = { log: `${file}.hooks.log`, progress: `${file}.hooks.json` };
  const { uid, username } = userInfo();
  if (platform === 'win32')
    return {
      folder: null,
      socket: `\\\\.\\pipe\\mneme-${username}-${key}`,
      starting: join(tmpdir(), `mneme-${key}.starting`),
      ...beside,
    };
  const folder = join(tmpdir(), `mneme-${uid}`);
  return {
    folder,
    socket: join(folder, `${key}.sock`),
    starting: join(folder, `${key}.starting`),
    ...beside,
  };
}
