import type { EngineParts } from './open-bank.js';
import { type Change, EMPTY_CHANGE } from '../domain/change.js';
import { MnemeError } from '../domain/errors.js';
import { expiryOf, hasExpired } from '../domain/memory-times.js';
import type { BankName } from '../domain/ids.js';
import { type Instant, isoSecond } from '../domain/time.js';
import { underClaim } from '../ports/request-claim.js';
import type { Filter, Store } from '../ports/store.js';
import type { Clock } from '../ports/system.js';

/** Maximum number of memories per sweep; the rest is taken by the next one, at once. */
const MAX_SWEPT = 5_000;
const MAX_TRIES = 50;
/** The actor of sweeps in the journal. */
const ACTOR = 'expiry';

/**
 * Retracts expired memories, in one change that can be undone. Made by the first read after an expiry, in any
 * process; of two at the same time, one finds nothing left. Returns their number.
 */
export async function sweepExpired(
  bank: BankName,
  { store, clock }: Pick<EngineParts, 'store' | 'clock'>,
): Promise<number> {
  let swept = 0;
  for (let attempt = 1; attempt <= MAX_TRIES;) {
    const at = clock.now();
    const sequence = (await store.bank(bank))?.sequence ?? 0;
    const over = await store.expired(bank, at, MAX_SWEPT);
    if (over.length === 0) return swept;
    try {
      const change: Change = {
        ...EMPTY_CHANGE,
        bank,
        at,
        verb: 'expire',
        actor: ACTOR,
        reason: over.length === 1 ? 'its time was over' : `${over.length} whose time was over`,
        memories: over.map((memory) => ({
          ...memory,
          retractedAt: at,
          retraction: `expired on ${isoSecond(expiryOf(memory.tags) ?? at)}`,
          version: memory.version + 1,
        })),
      };
      // Nobody asked for it: it is no part of the request that comes first.
      await underClaim(null, () => store.commit(change, { expectedSequence: sequence }));
      swept += over.length;
    } catch (error) {
      if (!(MnemeError.is(error) && error.code === 'conflict') || attempt >= MAX_TRIES) throw error;
      attempt++;
    }
  }
  return swept;
}

interface Ending {
  readonly tags: readonly string[];
  readonly retractedAt: Instant | null;
}

/**
 * A store that shows memories as retracted which had expired at the time in question but were not swept: in past
 * states, and always in a file opened read-only.
 */
export function withoutExpired(store: Store, clock: Clock, readOnly: boolean): Store {
  /** The moment by which expiry is judged; null if the sweep has handled it. */
  const momentOf = (asOf: Instant | undefined): Instant | null =>
    asOf ?? (readOnly ? clock.now() : null);
  const masked = <Kept extends Ending>(memory: Kept, now: Instant | null): Kept =>
    now !== null && memory.retractedAt === null && hasExpired(memory, now)
      ? { ...memory, retractedAt: expiryOf(memory.tags) ?? now, retraction: 'expired' }
      : memory;
  /** Applies a filter to expired memories: they are dropped unless it includes retracted ones. */
  const meant = <Kept extends Ending>(found: readonly Kept[], filter: Filter): readonly Kept[] => {
    const now = momentOf(filter.asOf);
    if (now === null) return found;
    const shown = found.map((memory) => masked(memory, now));
    return filter.includeRetracted === true && filter.asOf === undefined
      ? shown
      : shown.filter((memory, at) => memory === found[at]);
  };
  const standing = async (
    bank: Parameters<Store['get']>[0],
    filter: Filter,
    hits: Awaited<ReturnType<Store['search']['lexical']>>,
  ): Promise<typeof hits> => {
    if (momentOf(filter.asOf) === null) return hits;
    const memories = await store.get(
      bank,
      hits.map(({ id }) => id),
      filter.asOf,
    );
    const left = new Set(meant(memories, filter).map(({ id }) => id));
    return hits.filter(({ id }) => left.has(id));
  };
  const { search } = store;
  return {
    ...store,
    get: async (bank, ids, asOf) => {
      const found = await store.get(bank, ids, asOf);
      const now = momentOf(asOf);
      return now === null ? found : found.map((memory) => masked(memory, now));
    },
    find: async (bank, filter, limit, after) => {
      const page = await store.find(bank, filter, limit, after);
      return { ...page, items: meant(page.items, filter) };
    },
    async *indexRows(bank, space, encoder, ids) {
      for await (const rows of store.indexRows(bank, space, encoder, ids))
        yield readOnly
          ? rows.map((row) => ({ ...row, memory: masked(row.memory, clock.now()) }))
          : rows;
    },
    search: {
      lexical: async (bank, query, filter, k) =>
        standing(bank, filter, await search.lexical(bank, query, filter, k)),
      nearest: async (bank, space, encoder, vector, filter, k) =>
        standing(bank, filter, await search.nearest(bank, space, encoder, vector, filter, k)),
      between: async (bank, from, to, filter, k) =>
        meant(await search.between(bank, from, to, filter, k), filter),
    },
  };
}
