import { lstatSync } from 'node:fs';
import { makeFolder } from '../../disk/make-folder.js';

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
