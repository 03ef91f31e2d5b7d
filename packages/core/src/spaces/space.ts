import type { EntityId, MemoryId } from '../domain/ids.js';
import type { SpaceName } from '../domain/space.js';
import type { Instant, Period } from '../domain/time.js';

/** A query's word and its weight in this bank. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** What a space may read of one memory. */
export interface Subject {
  readonly id: MemoryId;
  readonly content: string;
  /** ISO 639-1 code. */
  readonly language: string;
  /** Stems of the content words, in order. */
  readonly terms: readonly string[];
  readonly saidAt: Instant;
  readonly occurredFrom: Instant;
  readonly occurredTo: Instant;
  /** Position within its session. */
  readonly position: number;
  /** Position among all memories of the bank, in order of recording. */
  readonly order: number;
  /** Codes of its pictures, computed beforehand by the image encoder, which may be slow. Absent for plain text. */
  readonly pictures?: readonly Int8Array[];
}

/** What a space may read of one query. */
export interface Inquiry {
  readonly text: string;
  readonly language: string;
  readonly terms: readonly WeightedTerm[];
  readonly now: Instant;
  /** The times it names. */
  readonly periods: readonly Period[];
  /** The role that it seeks: `cause` for "why X", `effect` for "what did X lead to", else null. */
  readonly direction: 'cause' | 'effect' | null;
  /** The bank's entities that it names. */
  readonly entities: readonly EntityId[];
  /** Codes of the pictures in the query. */
  readonly pictures?: readonly Int8Array[];
}

/**
 * One embedding space. `Code` is its own representation of a memory or a query; codes of two spaces are never
 * compared. Pure unless documented to depend on the bank: the same subject gives the same code.
 */
export interface Space<Code> {
  readonly name: SpaceName;
  /** Identifies algorithm and version: codes of different ids are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /** The memory's code; null if it has none in this space. */
  memory(subject: Subject): Code | null;
  /** The query's code; null if it has none in this space. */
  query(inquiry: Inquiry): Code | null;
  /** How well a memory answers a query, -1..1; 1 is best. */
  similarity(query: Code, memory: Code): number;
  /** How similar two memories are, -1..1. Symmetric. */
  likeness(a: Code, b: Code): number;
}

/** A space whose codes are stored with the memory, in the same transaction. */
export interface StoredSpace<Code> extends Space<Code> {
  pack(code: Code): Int8Array;
  /** Throws `corrupt` unless the bytes come from {@link pack}. */
  unpack(bytes: Int8Array): Code;
}
