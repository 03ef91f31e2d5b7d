import { createHash } from 'node:crypto';
import { REFLECTED_TAG } from '../domain/reflection.js';
import type { MemoryKind } from '../domain/memory.js';

/**
 * See `Memory.contentHash`. Texts that differ only in case, spacing or final punctuation are the same,
 * unless other fields distinguish them.
 */
export function contentHash(
  content: string,
  kind: MemoryKind,
  speaker: string | null,
  apart: string | null = null,
): string {
  const normal = content
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<![.!…\s])[.!…\s]+$/u, '');
  return createHash('sha256')
    .update(
      JSON.stringify([
        normal,
        kind,
        speaker?.toLowerCase() ?? null,
        ...(apart === null ? [] : [apart]),
      ]),
    )
    .digest('base64url')
    .slice(0, 22);
}

/** The hash of a reflection's text: never equal to that of something said, so that neither is taken for the other. */
export function reflectedHash(content: string): string {
  return contentHash(content, 'observation', REFLECTED_TAG);
}
