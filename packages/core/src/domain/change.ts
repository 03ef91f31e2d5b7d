import { z } from 'zod';
import type { BankSettings } from './bank.js';
import type { Conflict, StoredClaim } from './conflict.js';
import type { Erasure } from './forgetting.js';
import type { ResultId, Vote } from './feedback.js';
import type { Goal } from './goal.js';
import type { Context, Edge, Entity, Session } from './graph.js';
import type { BankName, EntityId, MemoryId } from './ids.js';
import type { Learned } from './learned/record.js';
import type { Memory } from './memory.js';
import type { SealedValue } from './privacy.js';
import type { InputResult } from './receipt.js';
import type { Instant } from './time.js';

/** A memory's vector in one space, quantised to signed bytes; cosine needs no scale. */
export interface Embedding {
  readonly memory: MemoryId;
  readonly space: string;
  /** Which encoder made it; vectors of two encoders are never compared. */
  readonly encoder: string;
  readonly vector: Int8Array;
}

/** The result of analysing a memory's words, stored so that an index loads without doing it again. */
export interface StoredTerms {
  readonly memory: MemoryId;
  /** Stems in order, joined by spaces; one line per passage of a long text. */
  readonly terms: string;
  /** Bits of {@link TRAITS}. */
  readonly traits: number;
}

/** Properties of an utterance that ranking uses, as bits. */
export const TRAITS = {
  question: 1,
  firstPerson: 2,
  secondPerson: 4,
  number: 8,
  date: 16,
  smallTalk: 32,
  negated: 64,
  name: 128,
  cause: 256,
  person: 512,
  place: 1024,
  duration: 2048,
  feeling: 4096,
  preference: 8192,
  plan: 16384,
  possession: 32768,
  quotation: 65536,
  timeWord: 131072,
  exclamation: 262144,
  code: 524288,
  /** States an intention; memories read before this trait existed get it by `doctor --rebuild`. */
  intention: 1048576,
  /** Lists steps to follow. */
  procedure: 2097152,
} as const;
export type Trait = keyof typeof TRAITS;

/** `embed` puts vectors that were missing; `reindex` gives the bank another encoder. */
export const VERBS = [
  'remember',
  'import',
  'forget',
  'expire',
  'restore',
  'observe',
  'embed',
  'reindex',
  'goal',
  'feedback',
  'reflect',
  'configure',
  'scan',
  'extract',
  'read',
  'resolve',
  'unresolve',
  'seal',
  'quarantine',
  'release',
  'reject',
  'learn',
  'foresee',
  'undo',
  'merge',
  'manifest',
  'update',
  'annotate',
  'boost',
  'prune',
  'dream',
  'erase',
  'branch',
  'dialogue',
  'document',
  'delete_bank',
  'restore_bank',
] as const;
export const Verb = z.enum(VERBS);
export type Verb = z.infer<typeof Verb>;

/** Who made a change, as named in the journal. */
export const Actor = z.string().min(1).max(200);

/** What a change can remove as if it had never existed; memories, goals and learned records are only ever retracted. */
export type RemovableKind = 'entity' | 'context' | 'session' | 'vote' | 'conflict';

export interface RemovedRecord {
  readonly kind: RemovableKind;
  readonly id: string;
}

/**
 * One atomic mutation of one bank, as plain data. The store applies it all or nothing, numbers it, and keeps the
 * previous version of each record, so that it can be undone and any past moment can be read. `claims`, `embeddings`
 * and `readings` are derived from the memories: stored in the same transaction, not journaled.
 */
export interface Change {
  readonly bank: BankName;
  readonly at: Instant;
  readonly verb: Verb;
  /** Who made it. */
  readonly actor: string;
  readonly reason: string;
  readonly memories: readonly Memory[];
  readonly entities: readonly Entity[];
  readonly contexts: readonly Context[];
  readonly sessions: readonly Session[];
  readonly goals: readonly Goal[];
  readonly votes: readonly Vote[];
  readonly conflicts: readonly Conflict[];
  /** Strategies, transitions, competences and the like: what was learned from acting. */
  readonly learned: readonly Learned[];
  readonly edges: readonly Edge[];
  readonly removedEdges: readonly Edge[];
  /** Removed entirely; an entity, context or session stays while anything else names it. */
  readonly removed: readonly RemovedRecord[];
  /** The change that this one undoes; what that one removed may be restored. */
  readonly reverts: number | null;
  readonly embeddings: readonly Embedding[];
  readonly readings: readonly StoredTerms[];
  readonly claims: readonly StoredClaim[];
  /** Values taken out of memories, readable only with the vault's key; stored permanently, never journaled. */
  readonly sealed: readonly SealedValue[];
  /**
   * What is deleted from the file permanently, including the journal's copies; null for every change but an erasure.
   */
  readonly erasure: Erasure | null;
  /** The encoder that fills the bank's semantic space from this change on; null keeps the current one. */
  readonly encoder: string | null;
  /** Settings of the bank that hold from this change on; null keeps the current ones. */
  readonly settings: Partial<BankSettings> | null;
}

/** Records that a caller adds to a change in addition to the texts remembered with it. */
export type ChangeParts = Partial<
  Pick<Change, 'learned' | 'goals' | 'memories' | 'edges' | 'removedEdges' | 'conflicts'>
>;

/** Records put in the same change as remembered texts, decided on from the bank's state at `sequence`. */
export interface AccompanyingRecords {
  readonly put: ChangeParts;
  /** Further records, which refer to the memories made of the texts. */
  readonly putOf?: (told: readonly InputResult[]) => ChangeParts;
  readonly sequence: number;
  readonly reason: string;
  /** Id for the memory of the single text, which is stored even if a duplicate: it replaces another memory. */
  readonly founding?: MemoryId;
}

/** The journal's entry for one change: enough for any index or cache to follow. */
export interface JournalEntry {
  readonly sequence: number;
  readonly bank: BankName;
  readonly at: Instant;
  readonly verb: Verb;
  readonly actor: string;
  readonly reason: string;
  /** The memories, entities and votes it put; the follower reads their current state. */
  readonly memories: readonly MemoryId[];
  readonly entities: readonly EntityId[];
  readonly votes: readonly ResultId[];
  /** The edges it put, in their current state, and those it removed. */
  readonly edges: readonly Edge[];
  readonly removedEdges: readonly Edge[];
}

export const EMPTY_CHANGE = Object.freeze({
  memories: [],
  entities: [],
  contexts: [],
  sessions: [],
  goals: [],
  votes: [],
  conflicts: [],
  learned: [],
  edges: [],
  removedEdges: [],
  removed: [],
  reverts: null,
  embeddings: [],
  readings: [],
  claims: [],
  sealed: [],
  erasure: null,
  encoder: null,
  settings: null,
});
