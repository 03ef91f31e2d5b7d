import { BANK_TABLES } from './migrations.js';
import { UNSEEN } from './read.js';
import type { Session } from './session.js';

/** What a bank is called while it is taken in, to begin with. */
export function unseenName(name: string): string {
  return `${UNSEEN}${name}${UNSEEN}`;
}

/** Takes away the banks whose names begin so, whole. Within the running transaction. */
export async function dropBanks(session: Session, begins: string): Promise<number> {
  const banks = await session.all<{ num: number }>(
    'SELECT num FROM bank WHERE left(name, length($1)) = $1 ORDER BY num',
    [begins],
  );
  for (const { num } of banks) await dropBank(session, num);
  return banks.length;
}

export async function dropBank(session: Session, bank: number): Promise<void> {
  await session.enter(bank);
  for (const table of BANK_TABLES)
    await session.run(`DELETE FROM ${table} WHERE bank = $1`, [bank]);
  await session.run('DELETE FROM unfinished_erasure WHERE bank = $1', [bank]);
  await session.run('DELETE FROM bank WHERE num = $1', [bank]);
}
