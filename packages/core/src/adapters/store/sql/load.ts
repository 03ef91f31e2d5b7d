import { randomUUID } from 'node:crypto';
import { MnemeError } from '../../../domain/errors.js';
import type { BankName } from '../../../domain/ids.js';
import type {
  BankLoader,
  Json,
  PortableBank,
  PortableRecord,
  RefusedRecord,
} from '../../../domain/import-export.js';
import { assertEmpty, dropBank, dropBanks, findBank, hiddenName } from './banks.js';
import type { BankRow, Database, Dialect } from './dialect.js';
import { keyOf, ImportBatch, type ImportTarget } from './loaded-records.js';
import { RefusedRecordError } from '../portable-fields.js';
import { find, insert, placed, put, raw, run, type Query, type RecordKind } from './query.js';

/**
 * Imports a bank under a hidden name, batch by batch, and renames it at the end: a reader never sees half of it, and
 * an interrupted import is cleaned up by the next one.
 */
export async function loadBank(
  db: Database,
  name: BankName,
  head: PortableBank,
): Promise<BankLoader> {
  const { dialect } = db;
  const place = await db.writeFile(() => begin(dialect, name, head));
  const turn = <T>(work: (bank: BankRow) => Query<T>): Promise<T> =>
    db.writeFile(function* () {
      const bank = yield* findBank(place.unseen, true);
      if (bank === null) throw begunMeanwhile(name);
      yield { way: 'enter', bank: bank.num };
      return yield* work(bank);
    });
  return {
    put: (records) => turn((bank) => putAll(dialect, bank, place, records)),
    finish: (options) => turn((bank) => finish(dialect, bank, [name, place], options)),
    abandon: async () => void (await db.writeFile(() => dropBanks(dialect, place.unseen))),
  };
}

function* begin(dialect: Dialect, name: BankName, head: PortableBank): Query<ImportTarget> {
  const { createdAt, encoder, sequence, settings } = head;
  yield* assertEmpty(name);
  yield* dropBanks(dialect, hiddenName(name));
  const unseen = `${hiddenName(name)}${randomUUID()}`;
  const shift = yield* dialect.line.reserve(sequence);
  yield* run(
    'INSERT INTO bank (name, created_at, encoder, sequence, settings) VALUES (?, ?, ?, 0, ?)',
    ...[unseen, createdAt, encoder, JSON.stringify(renumberedSettings(settings, shift))],
  );
  return { unseen, shift, sequence };
}

function begunMeanwhile(name: BankName): MnemeError {
  return new MnemeError('conflict', `Another import into bank ${name} was begun meanwhile.`, {
    field: 'bank',
    value: name,
    hint: 'Let one of them end.',
  });
}

/** Settings that contain the number of a change, adjusted to a bank whose changes are renumbered. */
export function renumberedSettings(
  settings: { readonly reflectedUpTo?: Json | undefined },
  shift: number,
): object {
  const { reflectedUpTo } = settings;
  return typeof reflectedUpTo === 'number' && reflectedUpTo > 0
    ? { ...settings, reflectedUpTo: reflectedUpTo + shift }
    : settings;
}

function* putAll(
  dialect: Dialect,
  bank: BankRow,
  place: ImportTarget,
  records: readonly PortableRecord[],
): Query<RefusedRecord[]> {
  const there = yield* presentKeys(dialect, bank.num, records, place.shift);
  const loaded = new ImportBatch(dialect, bank, place, there);
  const refused: RefusedRecord[] = [];
  for (const [at, record] of records.entries()) {
    try {
      loaded.take(record);
    } catch (error) {
      if (!(error instanceof RefusedRecordError)) throw error;
      refused.push({ at, message: error.message });
    }
  }
  yield* loaded.write();
  return refused;
}

/** Which of the records already exist, as kind and id; changes by the number in the export, which `shift` makes the file's. */
function* presentKeys(
  dialect: Dialect,
  bank: number,
  records: readonly PortableRecord[],
  shift = 0,
): Query<Set<string>> {
  const keys = new Map<RecordKind, Set<string>>();
  const tokens: string[] = [];
  for (const record of records) {
    const [kind, name] = keyOf(dialect, record) ?? [];
    if (kind === undefined || name === undefined) continue;
    if (kind === 'sealed') tokens.push(name);
    else keys.set(kind, (keys.get(kind) ?? new Set()).add(name));
  }
  const found = yield* find(bank, keys);
  const sealed = yield* existingValues<{ token: string }>('vault', 'token', bank, tokens);
  const numbers = records.flatMap(({ type, sequence }) =>
    type === 'change' && Number.isSafeInteger(sequence) ? [Number(sequence) + shift] : [],
  );
  return new Set([
    ...found.map(({ kind, id }) => `${kind} ${id}`),
    ...sealed.map(({ token }) => `sealed ${token}`),
    ...(yield* existingValues<{ sequence: number }>('journal', 'sequence', bank, numbers)).map(
      ({ sequence }) => `change ${sequence - shift}`,
    ),
  ]);
}

function* existingValues<Row>(
  table: string,
  column: string,
  bank: number,
  values: readonly string[] | readonly number[],
): Query<readonly Row[]> {
  if (values.length === 0) return [];
  return yield* raw<Row>(
    `SELECT ${column} FROM ${table} WHERE bank = ? AND ${column} IN ?`,
    ...[bank, values],
  );
}

/** Number of these records that the bank lacks; records without an id are not checked. */
export function* countMissing(
  dialect: Dialect,
  bank: number,
  records: readonly PortableRecord[],
): Query<number> {
  const there = yield* presentKeys(dialect, bank, records);
  return records.filter((record) => {
    const key = keyOf(dialect, record);
    return key !== null && !there.has(key.join(' '));
  }).length;
}

function* finish(
  dialect: Dialect,
  bank: BankRow,
  [name, { shift, sequence }]: readonly [BankName, ImportTarget],
  { mend, by }: Parameters<BankLoader['finish']>[0],
): Query<void> {
  const there = yield* assertEmpty(name);
  if (there !== null) yield* dropBank(dialect, there.num);
  yield { way: 'enter', bank: bank.num };
  if (mend) yield* mendReferences(bank, shift + sequence);
  yield* run(
    'UPDATE bank SET name = ?, sequence = (SELECT coalesce(max(sequence), 0) FROM journal WHERE bank = ?) WHERE num = ?',
    ...[name, bank.num, bank.num],
  );
  if (by === null) return;
  const { line } = dialect;
  const change = {
    ...by,
    ...{ verb: 'import' as const, reason: 'an exported bank was put back', reverts: null },
    encoder: null,
  };
  const founded = { ...bank, ...(yield* findBank(name)) };
  const last = yield* line.begin(founded, change);
  const done = { sequence: last, nums: founded.nums ?? null, settings: null, token: null };
  yield* line.end(founded, change, done);
}

/**
 * Repairs references to records that could not be read: edges are removed, and changes without a row get one that
 * says so.
 */
function* mendReferences({ num, created_at: at }: BankRow, last: number): Query<void> {
  const missing = (column: string): string =>
    `(substr(e.${column}, 1, 2) = 'm_' AND NOT EXISTS (SELECT 1 FROM memory m WHERE m.bank = e.bank AND m.id = e.${column}))`;
  yield* run(
    `DELETE FROM edge AS e WHERE e.bank = ? AND (${['evidence', 'source', 'target'].map(missing).join(' OR ')})`,
    num,
  );
  const goals = yield* placed('goal', num, 'goal WHERE bank = ?', num);
  const known = new Set(goals.map(({ record }) => record?.id));
  const orphans = goals.flatMap((row) => {
    const parent = row.record?.parent ?? null;
    return parent === null || known.has(parent)
      ? []
      : [{ ...row, record: { ...row.record, parent: null } }];
  });
  yield* put(num, 'goal', orphans, last);
  const founding = ['memory', 'entity', 'edge'].map(
    (table) => `SELECT created FROM ${table} WHERE bank = ?`,
  );
  const lost = yield* raw<{ created: number }>(
    `SELECT created FROM (${founding.join(' UNION ')} UNION SELECT CAST(? AS bigint)) AS s
     WHERE created > 0 AND created NOT IN (SELECT sequence FROM journal WHERE bank = ?)`,
    ...[num, num, num, last, num],
  );
  yield* insert(
    'journal',
    lost.map(({ created }) => ({
      ...{ bank: num, sequence: created, at, verb: 'import', actor: 'mneme' },
      reason: 'the line of this change could not be read',
    })),
  );
}
