import type { BankName } from '../../domain/ids.js';
import type { LoggedChange } from '../../domain/reversal.js';
import type { Store } from '../../ports/store.js';

/** The change that undid this one and was not undone itself; null if this one is in effect. */
export async function standingReversal(
  { revertedBy }: LoggedChange,
  bank: BankName,
  store: Store,
): Promise<LoggedChange | null> {
  if (revertedBy === null) return null;
  const [by] = await store.journal(bank, { before: revertedBy + 1 }, 1);
  if (by === undefined) return null;
  return (await standingReversal(by, bank, store)) === null ? by : null;
}
