import { lstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../disk/make-folder.js';

/** Makes the folder of sockets and looks that it is this user's alone: in a shared temporary folder anybody could have made it. False where it cannot be made, too. */
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

/** The longest folder in which a socket can lie: the system's structures hold some 100 bytes of its path. */
const LONGEST_FOLDER = 60;

/** Where this user's sockets lie; null on Windows, whose pipes lie in no folder. */
export function socketFolder(platform: NodeJS.Platform = process.platform): string | null {
  if (platform === 'win32') return null;
  const own = (within: string): string => join(within, `mneme-${process.getuid?.() ?? 0}`);
  const folder = own(tmpdir());
  return folder.length > LONGEST_FOLDER ? own('/tmp') : folder;
}
