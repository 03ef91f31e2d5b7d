import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupReport } from '../../domain/backup.js';
import type { Mneme } from '../../mneme.js';
import type { OperationContext } from '../../operations/operation.js';
import { makeSpoolFolder } from './spool-folder.js';

/** A backup that was made for somebody to take away lies here so long. */
const KEPT_MS = 15 * 60_000;

interface Kept {
  readonly path: string;
  readonly folder: string;
  readonly timer: NodeJS.Timeout;
}

/** What a server tells of a backup that it made: where it lies is nobody's business. */
export type MadeBackup = Omit<BackupReport, 'path'> & { readonly name: string };

/** Backups that were asked for through a door, in folders that only this user can read, until they are fetched or forgotten. */
export class KeptBackups {
  readonly #kept = new Map<string, Kept>();

  constructor(private readonly memory: Mneme) {}

  /** Throws `interrupted`, `disk_full`, `invalid_input` for one that is to be sealed where no passphrase is configured. */
  async make(name: string, encrypt: boolean, context: OperationContext): Promise<MadeBackup> {
    const folder = await makeSpoolFolder('backup');
    try {
      const { path, ...report } = await this.memory.file.backup(join(folder, name), {
        encrypt,
        ...(context.signal === undefined ? {} : { signal: context.signal }),
        ...(context.onProgress === undefined ? {} : { onProgress: context.onProgress }),
      });
      const timer = setTimeout(() => void this.remove(name), KEPT_MS);
      timer.unref();
      this.#kept.set(name, { path, folder, timer });
      return { ...report, name };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Where one lies; null for none, or none any more. */
  pathOf(name: string): string | null {
    return this.#kept.get(name)?.path ?? null;
  }

  async remove(name: string): Promise<void> {
    const kept = this.#kept.get(name);
    if (kept === undefined) return;
    this.#kept.delete(name);
    clearTimeout(kept.timer);
    await rm(kept.folder, { recursive: true, force: true });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#kept.keys()].map((name) => this.remove(name)));
  }
}
