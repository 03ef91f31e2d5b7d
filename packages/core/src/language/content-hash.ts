import { createHash } from 'node:crypto';
import { REFLECTED_TAG } from '../domain/reflection.js';
import type { MemoryKind } from '../domain/memory.js';

const FINAL: ReadonlySet<string> = new Set('.!… ');

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

/** The hash of a reflection's text: never equal to that of something said, so that neither is taken for the other. */
export function reflectedHash(content: string): string {
  return contentHash(content, 'observation', REFLECTED_TAG);
}
