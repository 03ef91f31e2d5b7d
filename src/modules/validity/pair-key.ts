import type { MemoryId } from '../../domain/ids.js';

/** One spelling of a pair, whichever is named first. */
export const pairKey = (a: MemoryId, b: MemoryId): string => (a < b ? `${a} ${b}` : `${b} ${a}`);
