import type { BankName } from '../../domain/ids.js';
import { MnemeError } from '../../domain/errors.js';
import {
  PORTABLE_TYPES,
  type BankExport,
  type ExportCounts,
  type ExportOptions,
  type ExportReport,
} from '../../domain/portable.js';
import { END, EXPORT_VERSION, exportLine, HEADER } from '../import/index.js';
import type { EngineParts } from '../../bank/core.js';
import { passphraseFor, writeFile } from './sealed-files.js';

/**
 * Writes a bank as lines of JSON into a new file. Throws `conflict` for a file that exists,
 * `invalid_input`, `interrupted`, `disk_full`.
 */
export async function exportToFile(
  path: string,
  bank: BankName,
  options: ExportOptions,
  parts: EngineParts,
): Promise<ExportReport> {
  const { overwrite = false, encrypt } = options;
  const passphrase = passphraseFor(encrypt, parts.passphrase);
  await parts.files.assertFree(path, { overwrite });
  const told = await parts.store.exportBank(bank);
  let bytes: number;
  try {
    const lines = encoded(linesOf(told, parts.clock.now(), options));
    bytes = await writeFile(parts.files, path, lines, { passphrase, overwrite });
  } finally {
    await told.records.return();
  }
  return { path, bank, bytes, encrypted: passphrase !== undefined, records: present(told.counts) };
}

/** The lines themselves, page by page. */
export async function* exportLines(
  bank: BankName,
  options: ExportOptions,
  { store, clock }: Pick<EngineParts, 'store' | 'clock'>,
): AsyncGenerator<string, void, undefined> {
  const at = clock.now();
  yield* linesOf(await store.exportBank(bank), at, options);
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const text of texts) yield Buffer.from(text);
}

async function* linesOf(
  { bank, fileVersion, counts, records }: BankExport,
  exportedAt: number,
  { signal, onProgress }: ExportOptions,
): AsyncGenerator<string, void, undefined> {
  const total = PORTABLE_TYPES.reduce((sum, type) => sum + counts[type], 0);
  let done = 0;
  try {
    yield exportLine({
      type: HEADER,
      version: EXPORT_VERSION,
      fileVersion,
      exportedAt,
      bank,
      records: present(counts),
    });
    for await (const page of records) {
      if (signal?.aborted === true)
        throw new MnemeError('interrupted', 'Stopped; nothing is left of the export.', {
          hint: 'Run it again.',
        });
      yield page.map(exportLine).join('');
      done += page.length;
      onProgress?.(done, total);
      // Rows arrive synchronously, so yield to others.
      await new Promise((resolve) => setImmediate(resolve));
    }
    yield exportLine({ type: END, lines: done + 2 });
  } finally {
    await records.return();
  }
}

function present(counts: BankExport['counts']): ExportCounts {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
