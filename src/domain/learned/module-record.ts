import type { MemoryId } from '../ids.js';

/** A claim that a module attributes to a memory, under a key by which it can be found. */
export interface AddedClaim {
  readonly memory: MemoryId;
  readonly key: string;
  readonly claim: Readonly<Record<string, unknown>>;
}

/**
 * A module's own data besides memories. Only the module can interpret it: without the module the record is
 * kept, and shown as foreign.
 */
export interface ModuleRecord {
  readonly module: string;
  /** One of the types that the module declares. */
  readonly type: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** The memories it was made from; it is erased with the last of them. */
  readonly evidence: readonly MemoryId[];
  /** Claims of these memories that hold as long as the record does: retracted and restored with it. */
  readonly claims?: readonly AddedClaim[];
}
