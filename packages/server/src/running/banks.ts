import type { Bank } from '@mneme/core/domain/bank.js';
import type { MnemeError } from '@mneme/core/domain/errors.js';
import { coversBank } from '@mneme/core/domain/user-bank.js';
import { assertAllows, noBank, type Caller } from '../auth/admission.js';
import type { Runner } from './runner.js';

/** The banks that a caller may access. */
export async function listBanks(runner: Runner, caller: Caller): Promise<readonly Bank[]> {
  assertAllows(caller, 'read');
  return (await runner.memory.file.banks()).filter(({ name }) => coversBank(caller.banks, name));
}

/** Throws `not_found` for a missing bank, or one of others. */
export async function getBank(runner: Runner, caller: Caller, bank: string): Promise<Bank> {
  const memory = runner.bankFor(caller, bank);
  assertAllows(caller, 'read');
  return (await memory.care.info()) ?? raise(noBank(bank));
}

/** The bank, created if missing. */
export async function createBank(
  runner: Runner,
  caller: Caller,
  bank: string,
): Promise<{ readonly bank: Bank; readonly founded: boolean }> {
  const memory = runner.bankFor(caller, bank);
  assertAllows(caller, 'write');
  const found = await memory.care.info();
  if (found !== null) return { bank: found, founded: false };
  // Any verb creates the bank it works on.
  await memory.curation.log({ limit: 1 });
  return { bank: (await memory.care.info()) ?? raise(noBank(bank)), founded: true };
}

function raise(error: MnemeError): never {
  throw error;
}
