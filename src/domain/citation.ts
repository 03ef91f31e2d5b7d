import type { MemoryId } from './ids.js';
import { RESERVED_TAGS } from './reserved-tags.js';

/** Where a memory's metadata names those whose recalled text stood in what was handed over; no name that a caller would give a field. */
export const RECALLED = `${RESERVED_TAGS}recalled`;

/** Letters of an id's alphabet. */
const BASE = 32;
/** Letters more than it takes to number the bank: of a thousand tags one may fit two memories. */
const SPARE = 2;
/** `m_`, before the letters. */
const PREFIX = 2;
const TAG = /^\[?(?:(?:mem|node|memory)[:_])?(?:m_)?([0-9a-z]{3,13})\]?$/;

/** A short name of a memory for a model to cite, as in `[m_7wa4]`: the first letters of its id, as many as a bank of that size needs. */
export function citationOf(id: MemoryId, memories: number): string {
  const letters = Math.max(2, Math.ceil(Math.log(Math.max(memories, 1)) / Math.log(BASE))) + SPARE;
  return `[${id.slice(0, PREFIX + letters)}]`;
}

/** What an id begins with that a citation names, however it is written: `[m_7wa4]`, `m_7wa4`, `[mem:7wa4]`. Null for what is no citation. */
export function citedPrefix(tag: string): string | null {
  const letters = TAG.exec(tag.trim())?.[1];
  return letters === undefined ? null : `m_${letters}`;
}
