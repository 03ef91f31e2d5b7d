import { createHash } from 'node:crypto';
import type { Embedder } from '../ports/models.js';

/** An embedder with an LRU cache of `capacity` vectors, by the hash of the text. */
export function cacheEmbeddings(embedder: Embedder, capacity: number): Embedder {
  const kept = new Map<string, Float32Array>();
  const keep = (key: string, vector: Float32Array): void => {
    kept.delete(key);
    kept.set(key, vector);
    const [oldest] = kept.keys();
    if (kept.size > capacity && oldest !== undefined) kept.delete(oldest);
  };
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    embed: async (texts, side, signal) => {
      const keys = texts.map((text) =>
        createHash('sha256').update(`${side}\0${text}`).digest('base64url'),
      );
      const known = new Map(
        keys.flatMap((key): [string, Float32Array][] => {
          const vector = kept.get(key);
          return vector === undefined ? [] : [[key, vector]];
        }),
      );
      const missing = new Map(
        keys.flatMap((key, at): [string, string][] =>
          known.has(key) ? [] : [[key, texts[at] ?? '']],
        ),
      );
      if (missing.size > 0) {
        const made = await embedder.embed([...missing.values()], side, signal);
        [...missing.keys()].forEach((key, at) => {
          const vector = made[at];
          if (vector !== undefined) known.set(key, vector);
        });
      }
      return keys.map((key) => {
        const vector = known.get(key);
        if (vector === undefined) throw new RangeError('an embedder gave fewer vectors than texts');
        keep(key, vector);
        return vector;
      });
    },
  };
}
