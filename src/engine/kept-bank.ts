import type { BackupOptions, BackupReport } from '../domain/backup.js';
import type { EraseInput, EraseReport } from '../domain/erasure.js';
import type { BankName } from '../domain/ids.js';
import type { ExportOptions, ExportReport } from '../domain/portable.js';
import { erase } from './keeping/erase.js';
import { exportLines, exportToFile } from './keeping/export-bank.js';
import { makeBackup } from './keeping/make-backup.js';
import { OpenedFile } from './opened-file.js';

/** How what is in the file is kept elsewhere. */
export abstract class KeptBank extends OpenedFile {
  /**
   * Writes a whole copy of the file, every bank of it, while it goes on being written; `verifyBackup` and `restoreBackup` read it.
   * Throws `conflict` for a path where something is, `invalid_input`, `interrupted`, `disk_full`; then nothing is left behind.
   */
  backup(path: string, options: BackupOptions = {}): Promise<BackupReport> {
    return makeBackup(path, options, this.core.parts);
  }

  /**
   * Writes all that the bank holds, its past too, as lines of JSON that {@link Mneme.import} takes in again: docs/export.md.
   * Throws as {@link backup}.
   */
  async export(path: string, options: ExportOptions = {}): Promise<ExportReport> {
    return exportToFile(path, await this.settled(), options, this.core.parts);
  }

  /** The lines that {@link export} writes, in pieces of whole lines: one moment of the bank. */
  async *exportLines(
    options: Pick<ExportOptions, 'signal' | 'onProgress'> = {},
  ): AsyncGenerator<string, void, undefined> {
    yield* exportLines(await this.settled(), options, this.core.parts);
  }

  /**
   * Erases a person for good: what they said, what names them, what was made of it, in text, vectors, indexes, names, the past and the
   * log; then writes the file anew and looks through its bytes. Without `yes` it tells what it would do. Backups and exports made
   * before are not touched. Throws `invalid_input`, `read_only`, `locked`.
   */
  async erase(input: EraseInput): Promise<EraseReport> {
    return erase(input, await this.open(), this.core);
  }

  /** The bank's name, once what recalls used is written down. */
  private async settled(): Promise<BankName> {
    const bank = await this.open();
    if (!this.core.parts.readOnly) await bank.writes.run(() => bank.uses.flush());
    return bank.name;
  }
}
