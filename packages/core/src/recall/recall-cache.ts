import { z } from 'zod';
import type { ParsedProfile } from '../domain/profile.js';
import type { Recollection } from '../domain/recollection.js';
import type { Of, SchemaOf } from '../domain/schema.js';

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
 * LRU cache of answers by profile. Valid for one change of the bank: any later commit, whatever its number,
 * drops all of them, so that no answer is stale and no stale one takes up room.
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

  /** An answer for another change than the last one seen is not stored. */
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
 * `picture` is the hash of the query's picture, as a path may point to another one tomorrow; `told` is what
 * the conversation made of the question.
 */
export function cacheKey(
  { image: _image, context: _context, ...profile }: ParsedProfile,
  now: number,
  picture?: string,
  told: readonly string[] = [],
): string {
  return JSON.stringify({ ...profile, picture, told, now: Math.floor(now / MINUTE) });
}
