import type { BankHandle } from '@mneme/core/bank/bank-handle.js';
import { importInto, type ImportStream } from './import-into.js';
import type { ImportOptions, ImportReport } from './import-text.js';

declare module '@mneme/core/mneme.js' {
  interface Mneme {
    /**
     * Imports a file or a stream of text, in any of `IMPORT_FORMATS`; an export of a bank with its checksums is restored completely into an
     * empty one, without them it counts as others' text. Running it again adds nothing; stopping it in between does no harm. Throws
     * `denied` for a guest who asks for settings, `malformed_import` naming the line, unless `skipBad` is set; then bad lines are counted.
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
