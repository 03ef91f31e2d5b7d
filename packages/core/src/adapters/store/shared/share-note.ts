import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/** Beside a file that is kept open for others: where its keeper is reached. */
const noteOf = (file: string): string => `${file}.shared`;

/** A fresh address for the keeper of a file. A socket's path is short, so it does not lie beside the file; null for `folder` is a pipe of Windows. */
export function newAddress(file: string, folder: string | null): string {
  const key = createHash('sha256').update(file).digest('hex').slice(0, 12);
  const name = `${key}-${randomBytes(4).toString('hex')}`;
  return folder === null
    ? `\\\\.\\pipe\\mneme-${userInfo().username}-${name}`
    : join(folder, `${name}.sock`);
}

/** The address of the file's keeper, living or killed; null where nobody left one. */
export function readAddress(file: string): string | null {
  try {
    return readFileSync(noteOf(file), 'utf8').trim() || null;
  } catch {
    return null;
  }
}

/** Whole or not at all, as others read it meanwhile. Only who holds the file writes it. */
export function writeAddress(file: string, address: string): void {
  const written = `${noteOf(file)}.${process.pid}`;
  writeFileSync(written, `${address}\n`, { mode: 0o600 });
  renameSync(written, noteOf(file));
}

export function dropAddress(file: string): void {
  rmSync(noteOf(file), { force: true });
}
