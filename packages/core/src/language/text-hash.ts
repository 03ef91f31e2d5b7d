import { createHash } from 'node:crypto';
import type { MemoryKind } from '../domain/memory.js';
import { REFLECTED_TAG } from '../domain/reflection.js';

/**
 * FNV-1a over a text or its first `length` units, finished by Murmur3's mixer so that similar texts have unrelated
 * hashes.
 */
export function hashText(text: string, seed: number, length = text.length): number {
  let hash = seed;
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const FINAL: ReadonlySet<string> = new Set('.!… ');

/**
 * See `Memory.contentHash`. Texts that differ only in case, spacing or final punctuation are the same, unless other
 * fields distinguish them.
 */
export function contentHash(
  content: string,
  kind: MemoryKind,
  speaker: string | null,
  apart: string | null = null,
): string {
  const normal = content.normalize('NFKC').toLowerCase().split(/\s+/).join(' ').trim();
  let end = normal.length;
  while (end > 0 && FINAL.has(normal[end - 1] ?? '')) end--;
  return createHash('sha256')
    .update(
      JSON.stringify([
        normal.slice(0, end),
        kind,
        speaker?.toLowerCase() ?? null,
        ...(apart === null ? [] : [apart]),
      ]),
    )
    .digest('base64url')
    .slice(0, 22);
}

/** The hash of a reflection's text: never equal to that of a spoken text, so that deduplication does not merge them. */
export function reflectedHash(content: string): string {
  return contentHash(content, 'observation', REFLECTED_TAG);
}
