import type { ParsedProfile } from '../domain/profile.js';
import type { Recollection } from '../domain/recollection.js';

export interface CacheStatistics {
  readonly hits: number;
  readonly misses: number;
  /** Entries dropped because the bank changed under them. */
  readonly invalidated: number;
  readonly size: number;
}

interface Entry {
  readonly sequence: number;
  readonly recollection: Recollection;
}

/**
 * Answers by profile (capability U13), least recently used out first. An entry holds for the change number it rests on;
 * any later change of the bank makes it stale, so a cached answer is never an old one.
 */
export class RecallCache {
  readonly #entries = new Map<string, Entry>();
  #hits = 0;
  #misses = 0;
  #invalidated = 0;

  constructor(private readonly capacity: number) {}

  get(key: string, sequence: number): Recollection | null {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.sequence !== sequence) {
      this.#misses++;
      if (entry !== undefined) {
        this.#invalidated++;
        this.#entries.delete(key);
      }
      return null;
    }
    this.#hits++;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.recollection;
  }

  put(key: string, sequence: number, recollection: Recollection): void {
    this.#entries.delete(key);
    this.#entries.set(key, { sequence, recollection });
    if (this.#entries.size <= this.capacity) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  statistics(): CacheStatistics {
    return { hits: this.#hits, misses: this.#misses, invalidated: this.#invalidated, size: this.#entries.size };
  }
}

/** Questions asked in the same minute are the same question: relative dates in them mean the same. */
const MINUTE = 60_000;

/** `picture` is the hash of the picture asked with: a path may lead to another one tomorrow; `told` what the conversation so far made of the question. */
export function cacheKey({ image: _image, context: _context, ...profile }: ParsedProfile, now: number, picture?: string, told: readonly string[] = []): string {
  return JSON.stringify({ ...profile, picture, told, now: Math.floor(now / MINUTE) });
}
