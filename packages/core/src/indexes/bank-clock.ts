import type { BankName } from '../domain/ids.js';
import { offsetsOf, UTC, type OffsetAt } from '../domain/time.js';
import type { Store } from '../ports/store.js';

/** How far local time is ahead of UTC where the bank's people are. */
export async function bankClock(bank: BankName, store: Pick<Store, 'bank'>): Promise<OffsetAt> {
  return offsetsOf((await store.bank(bank))?.settings.zone ?? UTC);
}
