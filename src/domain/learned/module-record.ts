import type { MemoryId } from '../ids.js';

/** What a module has a memory claim, under one of the keys by which that is found again. */
export interface AddedClaim {
  readonly memory: MemoryId;
  readonly key: string;
  readonly claim: Readonly<Record<string, unknown>>;
}

/** What a module keeps beside memories. Nobody but the module knows what it means: without it the record is kept, and shown as foreign. */
export interface ModuleRecord {
  readonly module: string;
  /** One of the types that the module declares. */
  readonly type: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** The memories it was made of; it is erased with the last of them. */
  readonly evidence: readonly MemoryId[];
  /** Claims of these memories that stand as long as the record does: taken back with it, and back with it. */
  readonly claims?: readonly AddedClaim[];
}
