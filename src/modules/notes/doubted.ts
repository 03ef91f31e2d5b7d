import type { BankName, MemoryId } from '../../domain/ids.js';
import type { Instant } from '../../domain/time.js';
import { presentAt, validityByNotes } from '../../indexes/note-validity.js';
import type { Finding } from '../../kernel/module.js';
import type { Store } from '../../ports/store.js';
import { linksInStore } from './links-in-store.js';

const PAGE = 200;
/** A larger bank is looked through as far as this. */
const MOST = 5_000;
const NAMED = 3;

/** Notes that nobody has confirmed since what they rested on changed, for `doctor`. */
export async function findDoubted({
  bank,
  store,
}: {
  readonly bank: BankName;
  readonly store: Store;
}): Promise<readonly Finding[]> {
  const doubted: MemoryId[] = [];
  let seen = 0;
  for (let after: string | undefined; seen < MOST;) {
    const page = await store.find(bank, { kinds: ['note'] }, PAGE, after);
    const links = await linksInStore(page.items, { bank, store, asOf: undefined });
    const last = page.items.reduce<Instant>(
      (most, { recordedAt }) => Math.max(most, recordedAt),
      0,
    );
    for (const { id } of page.items)
      if (validityByNotes(id, links.slot(id), links, presentAt(last))?.state === 'doubtful')
        doubted.push(id);
    seen += page.items.length;
    after = page.next ?? undefined;
    if (after === undefined) break;
  }
  if (doubted.length === 0) return [];
  const named = doubted.slice(0, NAMED).join(', ');
  const more = doubted.length > NAMED ? ', …' : '';
  return [
    {
      what: `${doubted.length === 1 ? '1 note rests' : `${doubted.length} notes rest`} on what has changed, and nobody said whether it still holds: ${named}${more}`,
      mend: 'Look at what each rests on with `mneme show ID --support`, and tell what holds now.',
    },
  ];
}
