import type { BankName } from '../../domain/ids.js';
import { MnemeError } from '../../domain/errors.js';
import type {
  BankExport,
  ExportCounts,
  ExportOptions,
  ExportReport,
  PortableType,
} from '../../domain/import-export.js';
import { splitBankName, coversBank } from '../../domain/user-bank.js';
import { END, EXPORT_VERSION, exportLine, HEADER, SINGLE_VERSION } from './export-line.js';
import type { EngineParts } from '../../bank/core.js';
import { passphraseFor, writeFile } from './backup.js';

/**
 * Writes a bank, followed by those of its users, as lines of JSON into a new file. Throws `conflict` if the file
 * exists, `invalid_input`, `interrupted`, `disk_full`.
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
  const users = await usersOf(bank, parts);
  const records: Partial<Record<PortableType, number>> = {};
  const lines = linesOf([bank, ...users], options, parts, (counts) => {
    for (const [type, count] of Object.entries(counts))
      records[type as PortableType] = (records[type as PortableType] ?? 0) + count;
  });
  const bytes = await writeFile(parts.files, path, encoded(lines), { passphrase, overwrite });
  return { path, bank, users: users.length, bytes, encrypted: passphrase !== undefined, records };
}

/** The lines that {@link exportToFile} writes, page by page. */
export async function* exportLines(
  bank: BankName,
  options: ExportOptions,
  parts: Pick<EngineParts, 'store' | 'clock' | 'within'>,
): AsyncGenerator<string, void, undefined> {
  yield* linesOf([bank, ...(await usersOf(bank, parts))], options, parts, () => undefined);
}

/** The non-empty banks of a bank's users, by name; none for a user's own bank. */
async function usersOf(
  bank: BankName,
  { store, within }: Pick<EngineParts, 'store' | 'within'>,
): Promise<BankName[]> {
  const all = await store.banks();
  return all
    .filter(
      ({ name, sequence }) =>
        sequence > 0 &&
        name !== bank &&
        splitBankName(name).bank === bank &&
        coversBank(within, name),
    )
    .map(({ name }) => name)
    .sort((one, other) => (one < other ? -1 : 1));
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const text of texts) yield Buffer.from(text);
}

/** One section per bank, each with a header and an end line. */
async function* linesOf(
  banks: readonly BankName[],
  { signal, onProgress }: ExportOptions,
  { store, clock }: Pick<EngineParts, 'store' | 'clock'>,
  tell: (counts: ExportCounts) => void,
): AsyncGenerator<string, void, undefined> {
  let [before, total] = [0, 0];
  for (const [at, bank] of banks.entries()) {
    // Anything that may fail comes before the store's read transaction.
    const exportedAt = clock.now();
    const told = await store.exportBank(bank);
    const counts = present(told.counts);
    tell(counts);
    const own = Object.values(counts).reduce((sum, count) => sum + count, 0);
    total += own;
    const users = at === 0 ? banks.length - 1 : 0;
    yield* sectionOf(told, { exportedAt, users, signal }, (done) =>
      onProgress?.(before + done, total),
    );
    before += own;
  }
}

interface Section {
  readonly exportedAt: number;
  /** Number of user sections that follow. */
  readonly users: number;
  readonly signal: AbortSignal | undefined;
}

async function* sectionOf(
  { bank, fileVersion, counts, records }: BankExport,
  { exportedAt, users, signal }: Section,
  onDone: (done: number) => void,
): AsyncGenerator<string, void, undefined> {
  let done = 0;
  try {
    yield exportLine({
      type: HEADER,
      // Programs that cannot read user sections must refuse, rather than stop after the first
      // section.
      version: users === 0 ? SINGLE_VERSION : EXPORT_VERSION,
      fileVersion,
      exportedAt,
      bank,
      records: present(counts),
      ...(users === 0 ? {} : { users }),
    });
    for await (const page of records) {
      if (signal?.aborted === true)
        throw new MnemeError('interrupted', 'Stopped; nothing is left of the export.', {
          hint: 'Run it again.',
        });
      yield page.map(exportLine).join('');
      done += page.length;
      onDone(done);
      // Rows arrive synchronously, so yield to the event loop.
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
