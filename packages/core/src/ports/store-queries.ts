import type { Verb } from '../domain/change.js';
import type { ConflictVerdict } from '../domain/conflict.js';
import type { ResultId } from '../domain/feedback.js';
import type { EdgeStatus } from '../domain/graph.js';
import type { BankName, ConflictId, LearnedId, MemoryId, SessionId } from '../domain/ids.js';
import type { LearnedKind } from '../domain/learned/record.js';
import type { Memory, MemoryKind } from '../domain/memory.js';
import type { MetadataCondition } from '../domain/metadata-filter.js';
import type { Occurrence } from '../domain/occurrence.js';
import type { Instant } from '../domain/time.js';

/** Queries to a store, as data: no part of the port takes a string of a query language. */

/** Selects memories. Every given part must hold; an empty list matches nothing. */
export interface Filter {
  readonly kinds?: readonly MemoryKind[];
  /** All of these tags. */
  readonly tags?: readonly string[];
  readonly withoutTag?: string;
  readonly speaker?: string;
  /** Said by any of these, case-insensitive. */
  readonly speakers?: readonly string[];
  /** Said by none of these; memories without a speaker pass. */
  readonly exceptSpeakers?: readonly string[];
  readonly session?: SessionId;
  readonly minConfidence?: number;
  /** A condition on its current metadata. */
  readonly metadata?: MetadataCondition;
  /** `[from, to)` overlaps the time when it happened or was true; `dated` applies to calendar dates ({@link isWithin}). */
  readonly occurred?: Occurrence;
  /** What the bank held at that moment; default: now. */
  readonly asOf?: Instant;
  /** Include retracted memories. */
  readonly includeRetracted?: boolean;
  /** Only retracted memories that can be restored: none that is or was quarantined. */
  readonly onlyRetracted?: boolean;
  /** Only what is quarantined and was not rejected. */
  readonly quarantined?: true;
  /** `find` returns the newest first. */
  readonly newestFirst?: boolean;
}

/** Selects sealed values by their tokens, by the fingerprints of their contents, or all of a kind. */
export interface SealedQuery {
  readonly tokens?: readonly string[];
  readonly prints?: readonly string[];
  readonly kinds?: readonly string[];
}

/** Selects conflicts. Every given part must hold. */
export interface ConflictQuery {
  readonly ids?: readonly ConflictId[];
  readonly status?: EdgeStatus;
  readonly verdict?: ConflictVerdict;
  /** Either side is one of these. */
  readonly memories?: readonly MemoryId[];
}

/** Selects changes, newest first. Every given part must hold. */
export interface JournalQuery {
  /** One of these. */
  readonly sequences?: readonly number[];
  /** Older than this change. */
  readonly before?: number;
  /** Made at or after `from`, and before `to`. */
  readonly from?: Instant;
  readonly to?: Instant;
  readonly verbs?: readonly Verb[];
  /** Changes that put this memory, or a version of it. */
  readonly memory?: MemoryId;
}

/** Selects votes. Every given part must hold. */
export interface VoteQuery {
  readonly ids?: readonly ResultId[];
  readonly memory?: MemoryId;
  /** As of that moment; later votes are left out. */
  readonly asOf?: Instant;
}

/** Selects learned records. Every given part must hold. */
export interface LearnedQuery<Kind extends LearnedKind = LearnedKind> {
  readonly kinds?: readonly Kind[];
  readonly ids?: readonly LearnedId[];
  readonly keys?: readonly string[];
  /** Put by a change committed after this one. */
  readonly changedAfter?: number;
  /** As of that moment; later records are left out. */
  readonly asOf?: Instant;
}

/** A page in order of recording. Pass `next` as `after` in the following call; null at the end. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

export interface Hit {
  readonly id: MemoryId;
  /** Higher is better; comparable only within one answer. */
  readonly score: number;
}

/** Full-text and vector search over stored data: exact, but slower than an index. */
export interface StoreSearch {
  /** BM25 over stems; `query` is stems separated by spaces, any of which may match. */
  lexical(bank: BankName, query: string, filter: Filter, k: number): Promise<readonly Hit[]>;
  /** Cosine to `vector` among the vectors that `encoder` made in `space`. */
  nearest(
    bank: BankName,
    space: string,
    encoder: string,
    vector: Int8Array,
    filter: Filter,
    k: number,
  ): Promise<readonly Hit[]>;
  /** Events in `[from, to)`, newest first. */
  between(
    bank: BankName,
    from: Instant,
    to: Instant,
    filter: Filter,
    k: number,
  ): Promise<readonly Memory[]>;
}
