import { z } from 'zod';
import type { BankSettings } from './bank.js';
import type { ResultId, Vote } from './feedback.js';
import type { Erasure } from './forgetting-and-merging.js';
import type { Goal } from './goal.js';
import type { Context, Edge, Entity, Session } from './graph.js';
import type { BankName, EntityId, MemoryId } from './ids.js';
import type { Learned } from './learned-record.js';
import type { Memory } from './memory.js';
import type { SealedValue } from './privacy.js';
import type { InputResult } from './receipt.js';
import { OwnText, type SchemaOf } from './schema.js';
import { DAY, type Instant } from './time.js';
import type { Conflict, StoredClaim } from './validity.js';

/** The twelve embedding spaces, in order: stored separately, never fused into one vector. */
export const SPACES = [
  'semantic',
  'recency',
  'periodicity',
  'position',
  'causal',
  'sparse',
  'code',
  'graph',
  'hyperdimensional',
  'multimodal',
  'entity',
  'late_interaction',
] as const;
export type SpaceName = (typeof SPACES)[number];

/**
 * The space of additional vectors per memory, concatenated, by the encoder of the semantic space: of a long text, its
 * passages; of a note, the questions it answers and the undertakings for which it matters.
 */
export const PASSAGE_VECTORS = 'passages';

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
  // No verb writes it any more; banks of before hold it.
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
  'sync',
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

/** How long a change can be undone. */
export const REVERSIBLE_FOR = 30 * DAY;

/** Prefix of the retraction reason when undoing a change retracts a memory that the change had put. */
export const UNDONE = 'undone: ';

/** Whether an undo retracted it: it counts as never stated, and only undoing that undo restores it. */
export function isUndone({
  retractedAt,
  retraction,
}: Pick<Memory, 'retractedAt' | 'retraction'>): boolean {
  return retractedAt !== null && retraction?.startsWith(UNDONE) === true;
}

/** The argument of `undo`; null if nothing changed. */
export const Reversal = OwnText.nullable();

/** A receipt with the reversal hash of its change; null if it changed nothing. */
export type Reversible<Receipt> = Receipt & { readonly reversal: string | null };
/** A new schema per call, so that each operation has its own. */
export const reversible = <Value, Shape extends z.ZodObject>({ shape }: SchemaOf<Value, Shape>) =>
  z.strictObject({ ...shape, reversal: Reversal }) as unknown as z.ZodType<Reversible<Value>>;

/** Every kind of record whose previous versions the journal stores. */
export interface JournaledRecords {
  readonly memory: Memory;
  readonly entity: Entity;
  readonly context: Context;
  readonly session: Session;
  readonly goal: Goal;
  readonly vote: Vote;
  readonly conflict: Conflict;
  readonly learned: Learned;
  readonly edge: Edge;
  /** The bank's settings, under the bank's name. */
  readonly bank: BankSettings;
}
export const JOURNALED_KINDS = [
  'memory',
  'entity',
  'context',
  'session',
  'goal',
  'vote',
  'conflict',
  'learned',
  'edge',
  'bank',
] as const satisfies readonly (keyof JournaledRecords)[];
export type JournaledKind = (typeof JOURNALED_KINDS)[number];

/** The versions of one record before, in and after a change. */
export interface TouchedOf<Kind extends JournaledKind> {
  readonly kind: Kind;
  readonly id: string;
  /** Before the change; null when the change created it. */
  readonly before: JournaledRecords[Kind] | null;
  /** As the change left it; null when it removed it. */
  readonly after: JournaledRecords[Kind] | null;
  readonly now: JournaledRecords[Kind] | null;
  /** Later changes that touched it, in order. */
  readonly later: readonly number[];
}
export type Touched = { readonly [Kind in JournaledKind]: TouchedOf<Kind> }[JournaledKind];

/** A change in the journal, with what it undid and what undid it. */
export interface LoggedChange extends JournalEntry {
  readonly reverts: number | null;
  /** The latest change that undid it; null if none did. */
  readonly revertedBy: number | null;
}

/** Everything needed to undo a change. */
export interface ChangeRecord {
  readonly change: LoggedChange;
  readonly touched: readonly Touched[];
}
