import { z } from 'zod';
import type { BankSettings } from './bank.js';
import type { Conflict, StoredClaim } from './conflict.js';
import type { Erasure } from './erasure.js';
import type { ResultId, Vote } from './feedback.js';
import type { Goal } from './goal.js';
import type { Context, Edge, Entity, Session } from './graph.js';
import type { BankName, EntityId, MemoryId } from './ids.js';
import type { Learned } from './learned/record.js';
import type { Memory } from './memory.js';
import type { SealedValue } from './privacy.js';
import type { Told } from './receipt.js';
import type { Instant } from './time.js';

/** A memory's vector in one space, quantised to signed bytes; cosine needs no scale. */
export interface Embedding {
  readonly memory: MemoryId;
  readonly space: string;
  /** Which encoder made it; vectors of two encoders are never compared. */
  readonly encoder: string;
  readonly vector: Int8Array;
}

/** What was read off a memory's words, kept so that an index loads without reading the text again. */
export interface Reading {
  readonly memory: MemoryId;
  /** Stems in order, joined by spaces; a line for each passage of a long text. */
  readonly terms: string;
  /** Bits of {@link TRAITS}. */
  readonly traits: number;
}

/** Small facts on an utterance that ranking uses; a bit each. */
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
  /** Tells what somebody means to do; memories read before this trait was there get it by `doctor --rebuild`. */
  intention: 1048576,
  /** Tells steps to follow. */
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

/** Who asks for a change, as the journal names them. */
export const Actor = z.string().min(1, 'must not be empty').max(200, 'at most 200 characters');

/** What a change can take away as if it had never been; memories, goals and what was learned are only ever retracted. */
export type RemovableKind = 'entity' | 'context' | 'session' | 'vote' | 'conflict';

export interface RemovedRecord {
  readonly kind: RemovableKind;
  readonly id: string;
}

/**
 * One atomic mutation of one bank, as plain data. The store applies it whole or not at all, numbers it, and keeps
 * what each record was before, so that it can be undone and any past moment be read.
 * `claims`, `embeddings` and `readings` are derived from the memories: stored in the same transaction, not journaled.
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
  readonly goals: readonly Goal[];
  readonly votes: readonly Vote[];
  readonly conflicts: readonly Conflict[];
  /** Strategies, transitions, competences and the like: what was learned from acting. */
  readonly learned: readonly Learned[];
  readonly edges: readonly Edge[];
  readonly removedEdges: readonly Edge[];
  /** Taken away whole; an entity, context or session stays while anything else names it. */
  readonly removed: readonly RemovedRecord[];
  /** The change that this one undoes: what that one's undoing took away may come back with it. */
  readonly reverts: number | null;
  readonly embeddings: readonly Embedding[];
  readonly readings: readonly Reading[];
  readonly claims: readonly StoredClaim[];
  /** Values taken out of the memories, readable only with the vault's key; kept for good and never journaled. */
  readonly sealed: readonly SealedValue[];
  /** What is taken out of the file for good, with all that the journal kept of it; null for every change but an erasure. */
  readonly erasure: Erasure | null;
  /** The encoder that fills the bank's semantic space from this change on; null leaves it. */
  readonly encoder: string | null;
  /** Parts of the bank's settings that hold from this change on; null leaves them. */
  readonly settings: Partial<BankSettings> | null;
}

/** What a caller puts by hand into a change, beside the texts that are remembered with it. */
export type ChangeParts = Partial<
  Pick<Change, 'learned' | 'goals' | 'memories' | 'edges' | 'removedEdges' | 'conflicts'>
>;

/** Records that are put in the same change as texts that are remembered. They were decided on by what the bank held at `sequence`. */
export interface Alongside {
  readonly put: ChangeParts;
  /** Further records, which name the memories that the texts became. */
  readonly putOf?: (told: readonly Told[]) => ChangeParts;
  readonly sequence: number;
  readonly reason: string;
  /** The one text that is remembered becomes a memory of this id even where its words are known: it stands in another's place. */
  readonly founding?: MemoryId;
}

/** What the journal tells of one change: enough for any index or cache to follow. */
export interface JournalEntry {
  readonly sequence: number;
  readonly bank: BankName;
  readonly at: Instant;
  readonly verb: Verb;
  readonly actor: string;
  readonly reason: string;
  /** The memories, entities and votes it put, whose current state the follower reads. */
  readonly memories: readonly MemoryId[];
  readonly entities: readonly EntityId[];
  readonly votes: readonly ResultId[];
  /** The edges it put, as they are now, and those it took away. */
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
