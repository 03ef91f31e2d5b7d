import type { MemoryId } from './ids.js';
import { RESERVED_TAGS } from './reserved-tags.js';

/**
 * The metadata field that names the memories whose recalled text an input contained; a name that no caller
 * would give a field.
 */
export const RECALLED = `${RESERVED_TAGS}recalled`;

/** Size of an id's alphabet. */
const BASE = 32;
/** Extra letters beyond what numbering the bank takes: one tag in a thousand may then fit two memories. */
const SPARE = 2;
/** Length of the prefix `m_`. */
const PREFIX = 2;
const TAG = /^\[?(?:(?:mem|node|memory)[:_])?(?:m_)?([0-9a-z]{3,13})\]?$/;

/** A short name of a memory for a model to cite, as in `[m_7wa4]`: the first letters of its id, as many as a bank of that size needs. */
export function citationOf(id: MemoryId, memories: number): string {
  const letters = Math.max(2, Math.ceil(Math.log(Math.max(memories, 1)) / Math.log(BASE))) + SPARE;
  return `[${id.slice(0, PREFIX + letters)}]`;
}

/**
 * The beginning of the id that a citation names, in any form: `[m_7wa4]`, `m_7wa4`, `[mem:7wa4]`. Null if
 * it is no citation.
 */
export function citedPrefix(tag: string): string | null {
  const letters = TAG.exec(tag.trim())?.[1];
  return letters === undefined ? null : `m_${letters}`;
}
