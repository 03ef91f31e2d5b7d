import type { BankHandle } from '../../bank/bank-handle.js';
import { syncFolder, type FilesOptions, type FilesReport } from './sync.js';

declare module '../../mneme.js' {
  interface Mneme {
    /** The notes as a folder of markdown. */
    readonly files: MemoryFolders;
  }
}

/** Keeps folders of markdown in step with the notes of a bank, both ways. */
export class MemoryFolders {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Takes a person's edits of the folder in, each as an undoable change, and writes the notes into it: a file a
   * subject. With `preview` it only tells. What is gone with its file, or too much at once, is not forgotten but
   * reported, unless `removed` says so. Throws `invalid_input` for a path that is no folder, `conflict` for a folder
   * of another bank, `locked` while another process syncs it, `read_only`, `interrupted`.
   */
  sync(folder: string, options: FilesOptions = {}): Promise<FilesReport> {
    return syncFolder(folder, options, this.bank);
  }
}
