import type { MetadataCondition } from '../domain/metadata-filter.js';
import type { ConflictVerdict } from '../domain/conflict.js';
import type { ResultId } from '../domain/feedback.js';
import type { EdgeStatus } from '../domain/graph.js';
import type { ConflictId, LearnedId, MemoryId, SessionId } from '../domain/ids.js';
import type { LearnedKind } from '../domain/learned/record.js';
import type { MemoryKind } from '../domain/memory.js';
import type { Instant } from '../domain/time.js';
import type { Verb } from '../domain/change.js';

/** What the store is asked, as data: no part of the port takes a string of a query language. */

/** Which memories are meant. Every given part must hold; an empty list matches nothing. */
export interface Filter {
  readonly kinds?: readonly MemoryKind[];
  /** All of these tags. */
  readonly tags?: readonly string[];
  readonly speaker?: string;
  /** Said by any of these, in any case. */
  readonly speakers?: readonly string[];
  /** Said by none of these; what nobody said passes. */
  readonly exceptSpeakers?: readonly string[];
  readonly session?: SessionId;
  readonly minConfidence?: number;
  /** What its metadata is like, now. */
  readonly metadata?: MetadataCondition;
  /** Overlaps `[from, to)` with when it happened or was true. */
  readonly occurred?: { readonly from?: Instant; readonly to?: Instant };
  /** What the bank held at that moment; now, when absent. */
  readonly asOf?: Instant;
  /** Also what has been taken back. */
  readonly includeRetracted?: boolean;
  /** Only what is held back and was not rejected. */
  readonly quarantined?: true;
}

/** Sealed values by their tokens, by the fingerprints of what they seal, or all of a kind. */
export interface SealedQuery {
  readonly tokens?: readonly string[];
  readonly prints?: readonly string[];
  readonly kinds?: readonly string[];
}

/** Which conflicts are meant. Every given part must hold. */
export interface ConflictQuery {
  readonly ids?: readonly ConflictId[];
  readonly status?: EdgeStatus;
  readonly verdict?: ConflictVerdict;
  /** Either side is one of these. */
  readonly memories?: readonly MemoryId[];
}

/** Which changes are meant, newest first. Every given part must hold. */
export interface JournalQuery {
  /** One of these. */
  readonly sequences?: readonly number[];
  /** Older than this change. */
  readonly before?: number;
  /** Made at or after, and before, these moments. */
  readonly from?: Instant;
  readonly to?: Instant;
  readonly verbs?: readonly Verb[];
  /** It put this memory, or a version of it. */
  readonly memory?: MemoryId;
}

/** Which votes are meant. Every given part must hold. */
export interface VoteQuery {
  readonly ids?: readonly ResultId[];
  readonly memory?: MemoryId;
  /** As they were at that moment; votes given later are left out. */
  readonly asOf?: Instant;
}

/** Which learned records are meant. Every given part must hold. */
export interface LearnedQuery<Kind extends LearnedKind = LearnedKind> {
  readonly kinds?: readonly Kind[];
  readonly ids?: readonly LearnedId[];
  readonly keys?: readonly string[];
  /** Put by a change that was committed after this one. */
  readonly changedAfter?: number;
  /** As they were at that moment; records founded later are left out. */
  readonly asOf?: Instant;
}

/** A page in order of recording. `next` goes into the following call's `after`; null at the end. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}
