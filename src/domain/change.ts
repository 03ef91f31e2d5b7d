import type { Context, Edge, Entity, Session } from './graph.js';
import type { BankName, MemoryId } from './ids.js';
import type { Memory } from './memory.js';
import type { Instant } from './time.js';

/** A memory's vector in one space, quantised to signed bytes; cosine needs no scale. */
export interface Embedding {
  readonly memory: MemoryId;
  readonly space: string;
  /** Which encoder made it; vectors of two encoders are never compared. */
  readonly encoder: string;
  readonly vector: Int8Array;
}

/** The words of a memory as the lexical index holds them: stems in order, joined by spaces. */
export interface Terms {
  readonly memory: MemoryId;
  readonly terms: string;
}

export const VERBS = ['remember', 'import', 'forget', 'restore', 'observe'] as const;
export type Verb = (typeof VERBS)[number];

/**
 * One atomic mutation of one bank, as plain data. The store applies it whole or not at all, numbers it, and keeps
 * what each record was before, so that it can be undone and any past moment be read.
 * `embeddings` and `terms` are derived from the memories: stored in the same transaction, not journaled.
 */
export interface Change {
  readonly bank: BankName;
  readonly at: Instant;
  readonly verb: Verb;
  /** Who asked for it. */
  readonly actor: string;
  readonly reason: string;
  readonly memories: readonly Memory[];
  readonly entities: readonly Entity[];
  readonly contexts: readonly Context[];
  readonly sessions: readonly Session[];
  readonly edges: readonly Edge[];
  readonly removedEdges: readonly Edge[];
  readonly embeddings: readonly Embedding[];
  readonly terms: readonly Terms[];
}

/** What the journal tells of one change: enough for any index or cache to follow. */
export interface JournalEntry {
  readonly sequence: number;
  readonly bank: BankName;
  readonly at: Instant;
  readonly verb: Verb;
  readonly actor: string;
  readonly reason: string;
  /** The memories it put, whose current state the follower reads. */
  readonly memories: readonly MemoryId[];
}

export const EMPTY_CHANGE = Object.freeze({
  memories: [],
  entities: [],
  contexts: [],
  sessions: [],
  edges: [],
  removedEdges: [],
  embeddings: [],
  terms: [],
});
