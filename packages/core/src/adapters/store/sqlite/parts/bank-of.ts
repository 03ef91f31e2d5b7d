import type { BankName } from '../../../../domain/ids.js';
import type { Connection } from '../connection.js';
import { bankNumber } from '../read.js';

/** Runs a read of one bank; `work` is called with the bank's number and must not await. */
export type ReadBank = <T>(bank: BankName, work: (num: number) => T) => Promise<T>;

export function readingBanks(connection: Connection): ReadBank {
  return (bank, work) => connection.readWhole(bank, () => work(bankNumber(connection, bank)));
}

/** The same for a write, in one transaction. */
export function writingBanks(connection: Connection): ReadBank {
  return (bank, work) => connection.write(() => work(bankNumber(connection, bank)));
}
