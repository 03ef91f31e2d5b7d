import type { Conflict } from '../domain/conflict.js';
import type { BankName, MemoryId } from '../domain/ids.js';
import type { Store } from '../ports/store.js';

const CONFLICTS_PAGE = 500;

/** Every actual conflict that any of the memories has a part in. */
export async function allConflicts(
  { store, bank }: { readonly store: Pick<Store, 'conflicts'>; readonly bank: BankName },
  memories: readonly MemoryId[],
): Promise<readonly Conflict[]> {
  const all: Conflict[] = [];
  for (let after: string | undefined; ;) {
    const { items, next } = await store.conflicts(
      bank,
      { memories, verdict: 'actual' },
      CONFLICTS_PAGE,
      after,
    );
    all.push(...items);
    if (next === null) return all;
    after = next;
  }
}
