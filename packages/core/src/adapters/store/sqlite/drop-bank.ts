import type { BankName } from '../../../domain/ids.js';
import type { Connection } from './connection.js';
import { ofBank, PORTABLE_TABLES } from '../portable-tables.js';
import { UNSEEN } from './read.js';

/** Removes what interrupted imports have left; those into one bank, or all. */
export function dropUnseen(connection: Connection, name?: BankName): void {
  dropBanks(connection, name === undefined ? UNSEEN : unseenName(name));
}

/** The prefix of a bank's name while it is imported. */
export function unseenName(name: BankName): string {
  return `${UNSEEN}${name}${UNSEEN}`;
}

/** Removes all banks with this name prefix, completely. */
export function dropBanks(connection: Connection, begins: string): void {
  const banks = connection
    .statement('SELECT num FROM bank WHERE substr(name, 1, ?) = ?')
    .all(begins.length, begins) as { num: number }[];
  for (const { num } of banks) dropBank(connection, num);
}

export function dropBank(connection: Connection, bank: number): void {
  const memories = 'SELECT num FROM memory WHERE bank = ?';
  for (const { num, terms } of connection
    .statement('SELECT num, terms FROM memory WHERE bank = ? AND terms IS NOT NULL')
    .all(bank) as { num: number; terms: string }[]) {
    connection
      .statement("INSERT INTO memory_text (memory_text, rowid, terms) VALUES ('delete', ?, ?)")
      .run(num, terms);
  }
  for (const table of ['embedding', 'usage'])
    connection.statement(`DELETE FROM ${table} WHERE memory IN (${memories})`).run(bank);
  const tables = Object.values(PORTABLE_TABLES)
    .map(({ table }) => table)
    .reverse();
  const beside = ['job', 'snapshot', 'snapshot_part', 'unfinished_erasure', 'set_aside'];
  for (const table of [...tables, ...beside])
    connection.statement(`DELETE FROM ${table} WHERE ${ofBank(table)}`).run(bank);
  connection.statement('DELETE FROM bank WHERE num = ?').run(bank);
}
