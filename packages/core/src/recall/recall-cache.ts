import { z } from 'zod';
import type { BankName, MemoryId } from '../domain/ids.js';
import {
  meetsMetadata,
  type MetadataFilter,
  readMetadataFilter,
} from '../domain/metadata-filter.js';
import { everyPage, type Of, type SchemaOf } from '../domain/schema.js';
import type { ParsedProfile } from '../domain/profile.js';
import type { Recollection } from '../domain/recollection.js';
import type { Store } from '../ports/store.js';

const cacheStatisticsShape = z.strictObject({
  hits: z.number(),
  misses: z.number(),
  /** Entries dropped because the bank changed. */
  invalidated: z.number(),
  size: z.number(),
});
export interface CacheStatistics extends Of<typeof cacheStatisticsShape> {}
export const CacheStatistics: SchemaOf<CacheStatistics, typeof cacheStatisticsShape> =
  cacheStatisticsShape;

/**
 * LRU cache of answers by profile. Valid for one change of the bank: any later commit, whatever its number, drops all
 * of them, so that no answer is stale and no stale one takes up room.
 */
export class RecallCache<Answer = Recollection> {
  readonly #entries = new Map<string, Answer>();
  #sequence = -1;
  #hits = 0;
  #misses = 0;
  #invalidated = 0;

  constructor(private readonly capacity: number) {}

  get(key: string, sequence: number): Answer | null {
    this.#follow(sequence);
    const recollection = this.#entries.get(key);
    if (recollection === undefined) {
      this.#misses++;
      return null;
    }
    this.#hits++;
    this.#entries.delete(key);
    this.#entries.set(key, recollection);
    return recollection;
  }

  /** An answer for another change than the last one seen is discarded. */
  put(key: string, sequence: number, recollection: Answer): void {
    if (this.#sequence < 0) this.#sequence = sequence;
    if (sequence !== this.#sequence) return;
    this.#entries.delete(key);
    this.#entries.set(key, recollection);
    if (this.#entries.size <= this.capacity) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  #follow(sequence: number): void {
    if (sequence === this.#sequence) return;
    this.#invalidated += this.#entries.size;
    this.#entries.clear();
    this.#sequence = sequence;
  }

  statistics(): CacheStatistics {
    return {
      hits: this.#hits,
      misses: this.#misses,
      invalidated: this.#invalidated,
      size: this.#entries.size,
    };
  }
}

/** Questions asked within the same minute count as the same: relative dates in them mean the same. */
const MINUTE = 60_000;

/**
 * `picture` is the hash of the query's picture, as the file at a path may change; `told` is how the conversation's
 * context changed the question.
 */
export function cacheKey(
  { image: _image, context: _context, ...profile }: ParsedProfile,
  now: number,
  picture?: string,
  told: readonly string[] = [],
): string {
  return JSON.stringify({ ...profile, picture, told, now: Math.floor(now / MINUTE) });
}

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
 * LRU cache of the memories that match each metadata filter. The index holds no metadata, so the whole bank is read
 * once per filter; after that only what changed.
 */
export class MetadataMatchCache {
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
