import { z } from 'zod';
import type { ParsedProfile } from '../domain/profile.js';
import type { Recollection } from '../domain/recollection.js';
import type { Of, SchemaOf } from '../domain/schema.js';

const cacheStatisticsShape = z.strictObject({
  hits: z.number(),
  misses: z.number(),
  /** Entries dropped because the bank changed under them. */
  invalidated: z.number(),
  size: z.number(),
});
export interface CacheStatistics extends Of<typeof cacheStatisticsShape> {}
export const CacheStatistics: SchemaOf<CacheStatistics, typeof cacheStatisticsShape> =
  cacheStatisticsShape;

/**
 * Answers by profile, least recently used out first. They hold for one change: any that is committed after it makes all
 * of them stale, whatever its number, and they go, so that a cached answer is never an old one and no old one takes up room.
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

  /** An answer that rests on another change than was asked about last is not kept. */
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

/** Questions asked in the same minute are the same question: relative dates in them mean the same. */
const MINUTE = 60_000;

/** `picture` is the hash of the picture asked with: a path may lead to another one tomorrow; `told` what the conversation so far made of the question. */
export function cacheKey(
  { image: _image, context: _context, ...profile }: ParsedProfile,
  now: number,
  picture?: string,
  told: readonly string[] = [],
): string {
  return JSON.stringify({ ...profile, picture, told, now: Math.floor(now / MINUTE) });
}
