import type { Bank, BankInput } from '../../domain/bank.js';
import { BankName } from '../../domain/ids.js';
import { parseInput } from '../../domain/input.js';
import { DoctorInput } from '../../domain/self-test.js';
import { definedOnly } from '../../domain/well-formed.js';
import type { ExportOptions, ExportReport } from '../../domain/import-export.js';
import type { Reversible } from '../../domain/change.js';
import type { BankHandle } from '../../bank/bank-handle.js';
import { assertNotDeleted } from '../../bank/deleted-banks.js';
import { type BankReceipt, configureBank, dropDue } from './banks.js';
import { testItself } from '../testing/index.js';
import { diagnose, type Diagnosis, readStatistics, type Statistics } from './diagnostics.js';
import { exportLines, exportToFile } from './export.js';
import { reindex, type ReindexOptions, type ReindexReport } from './reindex.js';

declare module '../../mneme.js' {
  interface Mneme {
    /** Settings, statistics, health, export. */
    readonly care: Care;
  }
}

/** Maintenance of a bank: its settings, its statistics, its health, changing the encoder, and exporting everything. */
export class Care {
  constructor(private readonly bank: BankHandle) {}

  /** The bank as stored; null if it does not exist. Never creates it. Throws `not_found` for a deleted bank. */
  async info(): Promise<Bank | null> {
    const { store } = this.bank.parts;
    const name = parseInput(BankName, this.bank.name, 'bank');
    const row = await store.bank(name);
    await assertNotDeleted(name, store, row);
    return row;
  }

  /**
   * Sets how the bank reflects and how it treats input. The former never affects facts; the latter applies to new
   * input only.
   */
  async configure(input: BankInput): Promise<Reversible<BankReceipt>> {
    return this.bank.reversing(
      (bank) => configureBank(input, bank.name, this.bank.parts),
      ({ changed }) => changed,
    );
  }

  /** What the bank holds and how its recalls went. */
  async stats(): Promise<Statistics> {
    return readStatistics(await this.bank.open(), this.bank.parts);
  }

  /**
   * Metrics of this process in Prometheus' text format: verbs and their durations, steps, errors, cache, and the
   * bank's contents. They count from the opening of the file.
   */
  async metrics(): Promise<string> {
    const bank = await this.bank.open();
    const { retracted, bytes, cache, ...held } = await readStatistics(bank, this.bank.parts);
    const { memories, entities, contexts, sessions, edges, changes } = held;
    return this.bank.parts.metrics.text({
      memories,
      forgotten: retracted,
      entities,
      contexts,
      sessions,
      edges,
      changes,
      fileBytes: bytes,
      indexed: bank.state.index.size,
      cacheEntries: cache.size,
    });
  }

  /**
   * Checks the file and reports the implementation of each part; with `rebuild`, recomputes all derived data from the
   * memories; with `recall`, asks this bank questions made of its own notes. Throws `invalid_input`, `interrupted`.
   */
  async doctor(input: DoctorInput & Omit<ReindexOptions, 'embedder'> = {}): Promise<Diagnosis> {
    const { signal, onProgress, ...asked } = input;
    const { rebuild, recall, ...drawn } = parseInput(DoctorInput, asked, 'doctor');
    if (rebuild) await dropDue(this.bank.core);
    const diagnosis = await diagnose(
      this.bank.parts,
      { rebuild, ...definedOnly({ onProgress }) },
      () => this.bank.core.openAnew(),
    );
    if (!recall) return diagnosis;
    const bank = await this.bank.serve();
    const options = { ...drawn, ...definedOnly({ signal, onProgress }) };
    return { ...diagnosis, recall: await testItself(bank, this.bank.core, options) };
  }

  /**
   * Reindexes the bank with another encoder, or fills in missing vectors. Recall continues meanwhile; stopping is
   * safe, and the next run resumes. Throws `unavailable`, `interrupted`, `read_only`, `invalid_input`.
   */
  async reindex(options: ReindexOptions = {}): Promise<ReindexReport> {
    const bank = await this.bank.open();
    this.bank.assertWritable();
    await bank.late?.idle();
    return reindex(bank.name, bank.writes, this.bank.parts, options);
  }

  /**
   * Writes everything the bank holds, including its past, as lines of JSON that `Mneme.import` reads: docs/export.md.
   * Throws as `file.backup`.
   */
  async export(path: string, options: ExportOptions = {}): Promise<ExportReport> {
    return exportToFile(path, await this.#written(), options, this.bank.parts);
  }

  /** The lines that {@link export} writes, in chunks of whole lines: a snapshot of the bank. */
  async *exportLines(
    options: Pick<ExportOptions, 'signal' | 'onProgress'> = {},
  ): AsyncGenerator<string, void, undefined> {
    yield* exportLines(await this.#written(), options, this.bank.parts);
  }

  /** The bank's name, after pending usage is written. */
  async #written(): Promise<BankName> {
    const bank = await this.bank.open();
    if (!this.bank.parts.readOnly) await bank.writes.run(() => bank.uses.flush());
    return bank.name;
  }
}
