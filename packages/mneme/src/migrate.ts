import { createHash } from 'node:crypto';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { BankName } from '@mneme/core/domain/ids.js';
import type {
  BankExport,
  BankLoader,
  PortableBank,
  PortableRecord,
  PortableType,
} from '@mneme/core/domain/import-export.js';
import { openMemory, type OpenOptions, openServer } from './open.js';
import { configuredKey, isAddress, openPlace } from '@mneme/core/open-store.js';
import type { Clock } from '@mneme/core/ports/system.js';
import type { Store } from '@mneme/core/ports/store.js';

/** Maximum attempts for a bank that is written to during the copy. */
const MAX_ROUNDS = 3;
/** Maximum number of a bank's recent queries to compare. */
const MAX_REPLAYED = 20;

export interface MigrateOptions {
  /** A file, or the URL of a server. */
  readonly from: string;
  readonly to: string;
  /** Default: every bank. */
  readonly banks?: readonly string[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (bank: string, done: number, total: number) => void;
}

export interface MigratedBank {
  readonly bank: string;
  /** Already copied by an earlier run, complete and equal. */
  readonly already: boolean;
  readonly records: number;
  readonly changes: number;
  /** SHA-256 over all records, equal on both sides. */
  readonly sum: string;
  /** Number of recent queries run on both sides, and of those with equal answers. */
  readonly asked: number;
  readonly alike: number;
}

export interface Migration {
  readonly banks: readonly MigratedBank[];
  /** API keys that the target lacked. */
  readonly keys: number;
}

/**
 * Copies banks from one store into another, each atomically, and verifies it: by the number and checksum of the
 * records, read back from the target, and by the answers to recent queries. A repeated run copies only the missing
 * banks. The source is only read. Throws `conflict` for a bank that differs in the target, or that is written to
 * during the copy.
 */
export async function migrate(options: MigrateOptions): Promise<Migration> {
  const { from, to, signal } = options;
  if (from === to)
    throw new MnemeError('invalid_input', 'A memory is not migrated into itself.', {
      field: 'to',
      hint: 'Give another file or another schema.',
    });
  // Once: the command of a key may ask a person.
  const key = configuredKey();
  const source = await openPlace(from, { readOnly: true, openServer }, key);
  try {
    const target = await openPlace(to, { readOnly: false, openServer }, key);
    try {
      const banks: MigratedBank[] = [];
      for (const bank of await wantedBanks(source, options.banks)) {
        signal?.throwIfAborted();
        const moved = await migrateBank(source, target, bank, options);
        banks.push({ ...moved.report, ...(await replay(options, key, bank, moved.questions)) });
      }
      return { banks, keys: options.banks === undefined ? await copyKeys(source, target) : 0 };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function wantedBanks(
  source: Store,
  named: readonly string[] | undefined,
): Promise<BankName[]> {
  const names = (await source.banks()).map(({ name }) => name);
  const missing = named?.find((name) => !names.includes(name as BankName));
  if (missing !== undefined)
    throw new MnemeError('not_found', `There is no bank named ${missing}.`, {
      field: 'bank',
      value: missing,
      hint: `There are ${names.join(', ')}.`,
    });
  return named === undefined ? names : names.filter((name) => named.includes(name));
}

type Moved = {
  readonly report: Omit<MigratedBank, 'asked' | 'alike'>;
  readonly questions: readonly string[];
};

async function migrateBank(
  source: Store,
  target: Store,
  bank: BankName,
  { signal, onProgress }: MigrateOptions,
): Promise<Moved> {
  const there = await target.bank(bank);
  if (there !== null && there.sequence > 0) return compareBank(source, target, bank);
  for (let round = 1; ; round++) {
    const told = await source.exportBank(bank);
    const total = Object.values(told.counts).reduce((sum, count) => sum + count, 0);
    const sums = new Sums(0);
    const loader = await loaderFor(target, bank, told);
    try {
      let done = 0;
      for await (const page of told.records) {
        signal?.throwIfAborted();
        sums.add(page);
        const [refused] = await loader.put(page);
        if (refused !== undefined)
          throw new MnemeError('corrupt', `Bank ${bank}: ${refused.message}.`, {
            hint: '`mneme doctor` tells of what cannot be read there; mend it first.',
          });
        done += page.length;
        onProgress?.(bank, done, total);
      }
      // The copy lacks what was committed meanwhile.
      if ((await source.bank(bank))?.sequence !== told.bank.sequence) {
        await loader.abandon();
        if (round < MAX_ROUNDS) continue;
        throw new MnemeError('conflict', `Bank ${bank} is written to all the while.`, {
          field: 'bank',
          value: bank,
          hint: 'Stop its writers for as long as it is copied, and run it again.',
        });
      }
      await loader.finish({ mend: false, by: null });
    } catch (error) {
      await loader.abandon().catch(() => undefined);
      throw error;
    }
    const copied = await sumsOf(target, bank, told.bank);
    assertSame(bank, sums, copied);
    return { report: reported(bank, sums, told.bank, false), questions: sums.questions };
  }
}

/** Where the target refuses the bank, release the source's snapshot. */
async function loaderFor(target: Store, bank: BankName, told: BankExport): Promise<BankLoader> {
  try {
    return await target.loadBank(bank, told.bank);
  } catch (error) {
    await told.records.return();
    throw error;
  }
}

/** Compares an existing bank of the target: copied by an earlier run, or a different one. */
async function compareBank(source: Store, target: Store, bank: BankName): Promise<Moved> {
  const told = await source.exportBank(bank);
  const sums = new Sums(0);
  for await (const page of told.records) sums.add(page);
  const copied = await sumsOf(target, bank, told.bank);
  if (copied.sum !== sums.sum)
    throw new MnemeError('conflict', `Bank ${bank} is there already, and is not the same.`, {
      field: 'bank',
      value: bank,
      hint: 'Migrate into an empty store, or name the banks that are to go with --bank.',
    });
  return { report: reported(bank, sums, told.bank, true), questions: sums.questions };
}

async function sumsOf(target: Store, bank: BankName, head: PortableBank): Promise<Sums> {
  const told = await target.exportBank(bank);
  // A file numbers changes across its banks: the target has other numbers in the same order.
  const sums = new Sums(told.bank.sequence - head.sequence);
  for await (const page of told.records) sums.add(page);
  return sums;
}

function assertSame(bank: string, one: Sums, other: Sums): void {
  if (one.sum === other.sum) return;
  throw new MnemeError('corrupt', `Bank ${bank} arrived otherwise than it was.`, {
    field: 'bank',
    value: bank,
    hint: `By type, there and here: ${one.differences(other)}. The source is as it was.`,
  });
}

function reported(
  bank: string,
  sums: Sums,
  { sequence }: PortableBank,
  already: boolean,
): Moved['report'] {
  return { bank, already, records: sums.records, changes: sequence, sum: sums.sum };
}

const CHANGE_NUMBERS: ReadonlySet<string> = new Set([
  'created',
  'changed',
  'sequence',
  'taken',
  'reverts',
]);

/** The number of records by type, and a checksum independent of their order. */
class Sums {
  readonly #counts = new Map<PortableType, number>();
  readonly #bytes = new Uint8Array(32);
  /** The queries of the latest recalls. */
  readonly questions: string[] = [];

  constructor(private readonly shift: number) {}

  add(page: readonly PortableRecord[]): void {
    for (const record of page) {
      this.#counts.set(record.type, (this.#counts.get(record.type) ?? 0) + 1);
      const digest = createHash('sha256')
        .update(JSON.stringify(this.#plain(record)))
        .digest();
      let carry = 0;
      for (let at = 31; at >= 0; at--) {
        const sum = (this.#bytes[at] ?? 0) + (digest[at] ?? 0) + carry;
        this.#bytes[at] = sum & 0xff;
        carry = sum >> 8;
      }
      if (record.type === 'recall') this.#note(record);
    }
  }

  get sum(): string {
    return Buffer.from(this.#bytes).toString('hex');
  }

  get records(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  differences(other: Sums): string {
    const types = new Set([...this.#counts.keys(), ...other.#counts.keys()]);
    const told = [...types]
      .filter((type) => this.#counts.get(type) !== other.#counts.get(type))
      .map((type) => `${type} ${this.#counts.get(type) ?? 0}, ${other.#counts.get(type) ?? 0}`);
    return told.length === 0 ? 'as many, of other content' : told.join('; ');
  }

  /** A canonical form: fields sorted by name, changes by the source's numbers; a missing field equals null. */
  #plain(value: unknown, field = ''): unknown {
    if (Array.isArray(value)) return value.map((each) => this.#plain(each));
    if (typeof value === 'number' && CHANGE_NUMBERS.has(field)) return value - this.shift;
    if (typeof value !== 'object' || value === null) return value;
    return Object.entries(value)
      .filter(([, each]) => each !== null)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, this.#plain(each, name)]);
  }

  #note({ need }: PortableRecord): void {
    const { terms } = (need ?? {}) as { terms?: readonly string[] };
    const words = (terms ?? []).join(' ');
    if (words === '' || this.questions.includes(words)) return;
    this.questions.push(words);
    if (this.questions.length > MAX_REPLAYED) this.questions.shift();
  }
}

/** Runs the same queries on both sides, with the clock at the same time. */
async function replay(
  { from, to }: MigrateOptions,
  key: string | undefined,
  bank: BankName,
  questions: readonly string[],
): Promise<{ readonly asked: number; readonly alike: number }> {
  if (questions.length === 0) return { asked: 0, alike: 0 };
  const now = Date.now();
  const clock: Clock = { now: () => now, ticks: () => performance.now() };
  const answers: string[][] = [];
  for (const place of [from, to]) {
    const memory = await openMemory({ ...placeOf(place, key), bank, readOnly: true, clock });
    try {
      const found: string[] = [];
      for (const query of questions)
        found.push(JSON.stringify((await memory.recall(query)).results.map(({ id }) => id)));
      answers.push(found);
    } finally {
      await memory.close();
    }
  }
  const [one = [], other = []] = answers;
  return { asked: questions.length, alike: one.filter((found, at) => found === other[at]).length };
}

function placeOf(place: string, key: string | undefined): OpenOptions {
  return isAddress(place) ? { store: place, key: null } : { file: place, key: key ?? null };
}

async function copyKeys(source: Store, target: Store): Promise<number> {
  const there = new Set((await target.apiKeys()).map(({ id }) => id));
  const missing = (await source.apiKeys()).filter(({ id }) => !there.has(id));
  for (const key of missing) await target.putApiKey(key);
  return missing.length;
}
