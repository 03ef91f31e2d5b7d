import type { MemoryId } from '../../domain/ids.js';

/** A key for an unordered pair. */
export const pairKey = (a: MemoryId, b: MemoryId): string => (a < b ? `${a} ${b}` : `${b} ${a}`);
