import { createHash } from 'node:crypto';
import { REFLECTED_TAG } from '../domain/reflection.js';
import type { MemoryKind } from '../domain/memory.js';

/**
 * See `Memory.contentHash`. Two texts that differ in case, spacing or closing punctuation alone are the same text, unless they are
 * told apart by what comes with them.
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

/** The hash of a text that reflection wrote: never that of anything said, so that neither is taken for the other. */
export function reflectedHash(content: string): string {
  return contentHash(content, 'observation', REFLECTED_TAG);
}
