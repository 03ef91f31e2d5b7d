import { lstatSync, mkdirSync } from 'node:fs';

/** Makes the folder of sockets and looks that it is this user's alone: in a shared temporary folder anybody could have made it. False where it cannot be made, too. */
export function isOwnFolder(folder: string | null): boolean {
  if (folder === null) return true;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    return false;
  }
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}
