import type { JournalEntry } from '../domain/change.js';
import type { BankName } from '../domain/ids.js';
import type { Store } from '../ports/store.js';

const PAGE = 500;

/** The changes of a bank after a sequence number, in their order. */
export async function* journalAfter(
  bank: BankName,
  sequence: number,
  store: Pick<Store, 'since'>,
): AsyncGenerator<JournalEntry, void, undefined> {
  for (let after = sequence; ;) {
    const page = await store.since(bank, after, PAGE);
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)?.sequence ?? after;
  }
}
