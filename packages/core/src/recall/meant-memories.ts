import type { BankName, MemoryId } from '../domain/ids.js';
import {
  meetsMetadata,
  readMetadataFilter,
  type MetadataFilter,
} from '../domain/metadata-filter.js';
import type { Store } from '../ports/store.js';
import { everyPage } from '../domain/page.js';

/** Memories per page read from the store. */
const PAGE = 1_000;
/** After more changes than this, everything is read again, which costs no more. */
const MAX_FOLLOWED = 100;

interface Meant {
  /** The last change that is included. */
  readonly sequence: number;
  readonly ids: ReadonlySet<MemoryId>;
}

type Reads = Pick<Store, 'find' | 'get' | 'since'>;

/**
 * LRU cache of the memories that match each metadata filter. The index holds no metadata, so the whole bank
 * is read once per filter; after that only what changed.
 */
export class MeantMemories {
  readonly #kept = new Map<string, Meant>();

  constructor(private readonly capacity: number) {}

  /** The matching memories as of this change of the bank, or later. */
  async of(
    filter: MetadataFilter,
    bank: BankName,
    sequence: number,
    store: Reads,
  ): Promise<ReadonlySet<MemoryId>> {
    const key = JSON.stringify(filter);
    const kept = this.#kept.get(key);
    const meant =
      kept === undefined
        ? await readAll(filter, bank, sequence, store)
        : kept.sequence >= sequence
          ? kept
          : await follow(kept, filter, bank, sequence, store);
    this.#kept.delete(key);
    this.#kept.set(key, meant);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.capacity && oldest !== undefined) this.#kept.delete(oldest);
    return meant.ids;
  }
}

async function readAll(
  asked: MetadataFilter,
  bank: BankName,
  sequence: number,
  store: Reads,
): Promise<Meant> {
  const ids = new Set<MemoryId>();
  const filter = { metadata: readMetadataFilter(asked), includeRetracted: true } as const;
  for await (const items of everyPage((after) => store.find(bank, filter, PAGE, after))) {
    for (const { id } of items) ids.add(id);
  }
  return { sequence, ids };
}

async function follow(
  kept: Meant,
  asked: MetadataFilter,
  bank: BankName,
  sequence: number,
  store: Reads,
): Promise<Meant> {
  const entries = await store.since(bank, kept.sequence, MAX_FOLLOWED + 1);
  if (entries.length > MAX_FOLLOWED) return readAll(asked, bank, sequence, store);
  const condition = readMetadataFilter(asked);
  const changed = await store.get(bank, [...new Set(entries.flatMap(({ memories }) => memories))]);
  const turned = changed.filter(
    ({ id, metadata }) => meetsMetadata(condition, metadata) !== kept.ids.has(id),
  );
  const upTo = entries.at(-1)?.sequence ?? sequence;
  if (turned.length === 0) return { sequence: upTo, ids: kept.ids };
  // A copy: earlier callers keep the set they were given.
  const ids = new Set(kept.ids);
  for (const { id } of turned) if (!ids.delete(id)) ids.add(id);
  return { sequence: upTo, ids };
}
