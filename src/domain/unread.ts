import type { Metadata } from './memory.js';
import { RESERVED_TAGS } from './reserved-tags.js';

/** The metadata field that names the steps of reading that failed on a memory's text; `doctor` counts them. */
export const UNREAD = `${RESERVED_TAGS}unread`;

/** The mark of a text on which these steps failed; no field where none did. */
export const unreadMark = (steps: readonly string[]): Metadata =>
  steps.length === 0 ? {} : { [UNREAD]: [...new Set(steps)].join(', ') };
