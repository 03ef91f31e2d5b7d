import { lstatSync, mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';

/** Makes the folder of sockets and looks that it is this user's alone: in a shared temporary folder anybody could have made it. */
export function isOwnFolder(folder: string | null): boolean {
  if (folder === null) return true;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === userInfo().uid && (found.mode & 0o077) === 0;
}
