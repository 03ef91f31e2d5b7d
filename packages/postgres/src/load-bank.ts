import { randomUUID } from 'node:crypto';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { BankName } from '@mneme/core/domain/ids.js';
import type {
  BankLoader,
  PortableBank,
  PortableRecord,
  RefusedRecord,
} from '@mneme/core/domain/import-export.js';
import type { Connection } from './connection.js';
import { dropBank, dropBanks, unseenName } from './drop-bank.js';
import { LoadedRecords } from './loaded-records.js';
import { mendReferences } from './mend-references.js';
import { findBank, type BankRow } from './read.js';
import { rowsByKey } from './rows.js';
import type { Session } from './session.js';
import { RECORD_KINDS, type RecordKind } from './stored-tables.js';
import { keyOfPortable, Refused } from './portable-record.js';

/**
 * Takes a bank in under a name that nobody sees, batch by batch, and gives it its name at the end: a reader never meets half of it,
 * and what is cut off in between is swept away by the next one. Its changes keep their numbers.
 */
export async function loadBank(
  connection: Connection,
  name: BankName,
  head: PortableBank,
): Promise<BankLoader> {
  const unseen = `${unseenName(name)}${randomUUID()}`;
  await connection.write(async (session) => {
    await assertEmpty(session, name);
    await dropBanks(session, unseenName(name));
    await session.run(
      'INSERT INTO bank (name, created_at, encoder, sequence, settings) VALUES ($1, $2, $3, $4, $5)',
      [unseen, head.createdAt, head.encoder, head.sequence, JSON.stringify(head.settings)],
    );
  });
  const turn = <T>(work: (session: Session, bank: BankRow) => Promise<T>): Promise<T> =>
    connection.write(async (session) => {
      const bank = await findBank(session, unseen as BankName, 'FOR NO KEY UPDATE');
      if (bank === null) throw begunMeanwhile(name);
      await session.enter(bank.num);
      return work(session, bank);
    });
  return {
    put: (records) => turn((session, bank) => putAll(connection, session, bank, records)),
    finish: (options) =>
      turn(async (session, bank) => {
        await finish(session, bank, name, options);
        connection.forget(name);
      }),
    abandon: () => connection.write(async (session) => void (await dropBanks(session, unseen))),
  };
}

function begunMeanwhile(name: BankName): MnemeError {
  return new MnemeError('conflict', `Another import into bank ${name} was begun meanwhile.`, {
    field: 'bank',
    value: name,
    hint: 'Let one of them end.',
  });
}

export async function assertEmpty(session: Session, name: BankName): Promise<BankRow | null> {
  const there = await findBank(session, name, 'FOR NO KEY UPDATE');
  if (there === null || there.sequence === 0) return there;
  throw new MnemeError('conflict', `Bank ${name} holds memories already.`, {
    field: 'bank',
    value: name,
    hint: 'Take the export into a bank of its own, with --bank.',
  });
}

async function putAll(
  { fitsSpace }: Connection,
  session: Session,
  bank: BankRow,
  records: readonly PortableRecord[],
): Promise<RefusedRecord[]> {
  const there = await presentKeys(session, bank.num, records);
  const lines = await presentLines(session, bank.num, records);
  const loaded = new LoadedRecords(bank, fitsSpace, there, lines);
  const refused: RefusedRecord[] = [];
  for (const [at, record] of records.entries()) {
    try {
      loaded.take(record);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused.push({ at, message: error.message });
    }
  }
  await loaded.write(session);
  return refused;
}

/** What of the records is there already, as kind and name. */
async function presentKeys(
  session: Session,
  bank: number,
  records: readonly PortableRecord[],
): Promise<Set<string>> {
  const keys = new Map<RecordKind, Set<string>>(RECORD_KINDS.map((kind) => [kind, new Set()]));
  const tokens: string[] = [];
  for (const record of records) {
    if (record.type === 'sealed') tokens.push(String(record['token']));
    const key = keyOfPortable(record);
    if (key !== null) keys.get(key[0])?.add(key[1]);
  }
  const rows = await rowsByKey(session, bank, keys);
  const sealed =
    tokens.length === 0
      ? []
      : await session.all<{ token: string }>(
          'SELECT token FROM vault WHERE bank = $1 AND token = ANY($2::text[])',
          [bank, tokens],
        );
  return new Set([
    ...rows.map(({ kind, id }) => `${kind} ${id}`),
    ...sealed.map(({ token }) => `sealed ${token}`),
  ]);
}

async function presentLines(
  session: Session,
  bank: number,
  records: readonly PortableRecord[],
): Promise<Set<number>> {
  const numbers = records
    .filter(({ type }) => type === 'change')
    .map((record) => record['sequence'])
    .filter((each) => Number.isSafeInteger(each)) as number[];
  if (numbers.length === 0) return new Set();
  const rows = await session.all<{ sequence: number }>(
    'SELECT sequence FROM journal WHERE bank = $1 AND sequence = ANY($2::bigint[])',
    [bank, numbers],
  );
  return new Set(rows.map(({ sequence }) => sequence));
}

async function finish(
  session: Session,
  bank: BankRow,
  name: BankName,
  { mend, by }: Parameters<BankLoader['finish']>[0],
): Promise<void> {
  const there = await assertEmpty(session, name);
  if (there !== null) await dropBank(session, there.num);
  await session.enter(bank.num);
  if (mend) await mendReferences(session, bank.num, bank.sequence);
  const sequence = bank.sequence + (by === null ? 0 : 1);
  if (by !== null)
    await session.run(
      `INSERT INTO journal (bank, sequence, at, verb, actor, reason) VALUES ($1, $2, $3, 'import', $4, 'an exported bank was put back')`,
      [bank.num, sequence, by.at, by.actor],
    );
  await session.run('UPDATE bank SET name = $2, sequence = $3 WHERE num = $1', [
    bank.num,
    name,
    sequence,
  ]);
}

/** How many of these records the bank lacks; those without a name of their own are not asked after. */
export async function countMissing(
  session: Session,
  bank: number,
  records: readonly PortableRecord[],
): Promise<number> {
  const there = await presentKeys(session, bank, records);
  return records.filter((record) => {
    const key =
      record.type === 'sealed'
        ? (['sealed', String(record['token'])] as const)
        : keyOfPortable(record);
    return key !== null && !there.has(`${key[0]} ${key[1]}`);
  }).length;
}
