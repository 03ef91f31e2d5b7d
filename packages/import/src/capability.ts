import type { BankHandle } from '@mneme/core/bank/bank-handle.js';
import { importInto, type ImportStream } from './import-into.js';
import type { ImportOptions, ImportReport } from './import-text.js';

declare module '@mneme/core/mneme.js' {
  interface Mneme {
    /**
     * Imports a file or a stream of text in any of `IMPORT_FORMATS`. An export with checksums is restored in full
     * into an empty bank; without checksums it is imported as untrusted text. Idempotent, and safe to interrupt.
     * Throws `denied` for a guest who asks for settings, `malformed_import` naming the line, unless `skipBad` is set;
     * then bad lines are counted.
     */
    import(source: string | ImportStream, options?: ImportOptions): Promise<ImportReport>;
  }
}

export const importMethod =
  (bank: BankHandle) =>
  async (source: string | ImportStream, options: ImportOptions = {}): Promise<ImportReport> => {
    const open = await bank.serve();
    bank.assertWritable();
    return importInto(source, options, open, bank.core);
  };
