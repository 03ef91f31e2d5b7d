import type { BankHandle } from '../../bank/bank-handle.js';
import { answerMemoryTool, type MemoryToolCall } from './memory-tool.js';
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

  /**
   * Answers a call of the memory tool of Anthropic's models from a folder that is synced before and after; its paths
   * begin with /memories. What cannot be done is an answer that begins with “Error:”. Throws what {@link sync} throws,
   * `invalid_input` for a call that is none.
   */
  tool(folder: string, call: MemoryToolCall): Promise<string> {
    return answerMemoryTool(folder, call, this.bank);
  }
}
