import type { MemoryId } from '../ids.js';

/** What a module keeps beside memories. Nobody but the module knows what it means: without it the record is kept, and shown as foreign. */
export interface ModuleRecord {
  readonly module: string;
  /** One of the types that the module declares. */
  readonly type: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** The memories it was made of; it is erased with the last of them. */
  readonly evidence: readonly MemoryId[];
}
