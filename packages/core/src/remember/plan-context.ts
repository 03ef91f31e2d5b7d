import { type AccompanyingRecords, type Embedding, TRAITS, type Verb } from '../domain/change.js';
import type { Context, Edge, Entity } from '../domain/graph.js';
import type { BankName, ContextId, IdPrefix, MemoryId, SessionId } from '../domain/ids.js';
import type { LearnedRecord } from '../domain/learned-record.js';
import type { Memory } from '../domain/memory.js';
import type { Note } from '../domain/note.js';
import type { StepTimer } from '../domain/pace.js';
import type { Worth } from '../domain/receipt.js';
import type { Instant } from '../domain/time.js';
import type { Conflict, StoredClaim } from '../domain/validity.js';
import type { BankState } from '../indexes/bank-state.js';
import { EntityDirectory } from '../indexes/record-indexes.js';
import type { Consequence, Module, ScoredMemory } from '../kernel/module.js';
import { fromStored, type KeyedClaim } from '../language/claims/keyed-claim.js';
import { passagesOf } from '../language/passages.js';
import type { Stemmer } from '../language/stem.js';
import type { LinkedDraft, RelatedDraft } from './read-draft.js';
import type { LearnedEncoder } from '../spaces/dense-vectors.js';
import type { TextEncoder } from '../spaces/e01-semantic.js';
import type { CausalSpace } from '../spaces/e05-causal.js';
import type { CodeSpace } from '../spaces/e07-code.js';
import type { PicturePorts } from '../spaces/e10-multimodal.js';

/** The consequences of a new memory, complete for the change. */
export interface Following extends Required<Omit<Consequence, 'records' | 'worth'>> {
  readonly records: readonly LearnedRecord<'module'>[];
  readonly worth: Worth | null;
}

interface LastTurn {
  readonly id: MemoryId;
  readonly position: number;
  readonly context: ContextId | null;
}

/** What this batch has made so far: visible to later inputs as if it were committed. */
export class Pending {
  readonly #byHash = new Map<string, Set<MemoryId>>();
  readonly memories = new Map<MemoryId, Memory>();
  readonly drafts: RelatedDraft[] = [];
  /** Quarantined ones, by hash; they are among the memories, too. */
  readonly held = new Map<string, Memory>();
  readonly heldLinks: Edge[] = [];
  readonly heldPictures: Pick<RelatedDraft, 'id' | 'pictures'>[] = [];
  readonly contexts = new Map<ContextId, Context>();
  readonly entities: EntityDirectory;
  readonly #changedEntities = new Map<string, Entity>();
  readonly #lastOfSession = new Map<SessionId, LastTurn>();
  /** Cached last result of {@link sharing}, which several steps request. */
  #shared: {
    readonly telling: readonly string[];
    readonly of: number;
    readonly drafts: readonly RelatedDraft[];
  } | null = null;
  readonly #byTerm = new Map<string, RelatedDraft[]>();
  readonly conflicts: Conflict[] = [];
  readonly claims: StoredClaim[] = [];
  readonly records: LearnedRecord<'module'>[] = [];
  readonly #byClaim = new Map<string, StoredClaim[]>();
  readonly #byContext = new Map<ContextId, RelatedDraft[]>();

  constructor(foldName: (name: string) => string) {
    this.entities = new EntityDirectory(foldName);
  }

  changedEntities(): readonly Entity[] {
    return [...this.#changedEntities.values()];
  }

  /** Adds a quarantined memory, which later inputs of the batch do not see. */
  hold(memory: Memory, pictures: RelatedDraft['pictures'], links: readonly Edge[]): void {
    this.heldLinks.push(...links);
    this.held.set(memory.contentHash, memory);
    this.memories.set(memory.id, memory);
    if (pictures.length > 0) this.heldPictures.push({ id: memory.id, pictures });
  }

  /** Memories that this batch made or changed, with the same words, kind and speaker. */
  withHash(hash: string): readonly Memory[] {
    return [...(this.#byHash.get(hash) ?? [])].flatMap((id) => this.memories.get(id) ?? []);
  }

  /** The latest turn of a session within the batch. */
  last(session: SessionId): LastTurn | undefined {
    return this.#lastOfSession.get(session);
  }

  membersOf(context: ContextId): readonly RelatedDraft[] {
    return this.#byContext.get(context) ?? [];
  }

  /** Drafts that share the rarest content words of the batch with one; newest first, at most 50. */
  sharing({
    telling,
    tellingWords,
  }: Pick<RelatedDraft, 'telling' | 'tellingWords'>): readonly RelatedDraft[] {
    const asked = this.#shared;
    if (asked?.telling === telling && asked.of === this.drafts.length) return asked.drafts;
    const lists = [...tellingWords].flatMap((term) => [this.#byTerm.get(term) ?? []]);
    const rare = lists
      .filter((list) => list.length > 0)
      .sort((a, b) => a.length - b.length)
      .slice(0, 3);
    const drafts = [...new Set(rare.flatMap((list) => list.slice(-50).reverse()))].slice(0, 50);
    this.#shared = { telling, of: this.drafts.length, drafts };
    return drafts;
  }

  addEntity(entity: Entity): void {
    this.entities.put(entity);
    this.#changedEntities.set(entity.id, entity);
  }

  /** What this batch claims under a key. */
  claimsUnder(key: string): readonly { readonly memory: MemoryId; readonly claim: KeyedClaim }[] {
    return (this.#byClaim.get(key) ?? []).map((stored) => ({
      memory: stored.memory,
      claim: fromStored(stored),
    }));
  }

  /** Adds the consequences of a memory. */
  follow({ claims, conflicts, memories, records }: Following): void {
    this.records.push(...records);
    this.claims.push(...claims);
    for (const claim of claims) append(this.#byClaim, claim.key, claim);
    this.conflicts.push(...conflicts);
    for (const changed of memories) this.replace(changed);
  }

  /** A new version of an existing memory. */
  replace(memory: Memory): void {
    this.memories.set(memory.id, memory);
    const alike = this.#byHash.get(memory.contentHash);
    if (alike === undefined) this.#byHash.set(memory.contentHash, new Set([memory.id]));
    else alike.add(memory.id);
  }

  add(memory: Memory, draft: RelatedDraft): void {
    this.replace(memory);
    this.drafts.push(draft);
    for (const term of draft.tellingWords) append(this.#byTerm, term, draft);
    if (memory.context !== null) append(this.#byContext, memory.context, draft);
    if (memory.session === null) return;
    const last = this.#lastOfSession.get(memory.session);
    if (last === undefined || last.position <= memory.position)
      this.#lastOfSession.set(memory.session, memory);
  }
}

function append<K, T>(lists: Map<K, T[]>, key: K, draft: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [draft]);
  else list.push(draft);
}

/** A memory about to be written, with what a module needs to derive its consequences. */
export interface NewMemory {
  readonly draft: LinkedDraft;
  readonly memory: Memory;
  readonly context: PlanContext;
  /** What the batch has written so far. */
  readonly pending: Pending;
}

/** A module as remember sees it. */
export type RememberModule = Pick<
  Module<{
    question: never;
    result: ScoredMemory;
    draft: NewMemory;
    bank: never;
    stored: never;
    memory: never;
  }>,
  'name' | 'budgetMs' | 'records' | 'onRemember'
>;

export interface PlanContext {
  readonly modules: readonly RememberModule[];
  readonly bank: BankName;
  readonly state: BankState;
  readonly vectors: BatchVectors;
  readonly causal: CausalSpace;
  readonly pictures: Pick<PicturePorts, 'space'>;
  readonly code: CodeSpace;
  readonly stemmer: Stemmer;
  readonly newId: (prefix: IdPrefix) => string;
  readonly now: Instant;
  readonly verb: Verb;
  readonly actor: string;
  readonly timer: StepTimer;
  /** The memory being released from quarantine: the only input is its text, and keeps its id. */
  readonly released?: Memory;
  readonly alongside?: AccompanyingRecords;
  /** A dry run: ids of new memories refer to nothing. */
  readonly rehearsal?: true;
  /** Quarantined memories under the inputs' hashes. */
  readonly held: ReadonlyMap<string, Memory>;
  /** Current memories under the inputs' hashes: several if the same words were said of several occurrences. */
  readonly stored: ReadonlyMap<string, readonly Memory[]>;
  readonly load: (ids: readonly MemoryId[]) => Promise<readonly Memory[]>;
  /** The name of the bank's user; null if unknown. */
  readonly owner: string | null;
  /** Committed claims under any of these keys, newest memory first, at most 20 per key. */
  readonly claimsUnder: (keys: readonly string[]) => Promise<readonly StoredClaim[]>;
}

/** The vectors of one batch. */
export interface BatchVectors {
  /** The encoder's id. */
  readonly encoder: string;
  readonly contextSimilarity: number;
  readonly likeness: number;
  /** The vector of a text; null if not yet available. */
  of(text: string, terms: readonly string[]): Int8Array | null;
  /** Why some are missing; null when every text has one. */
  readonly fault: string | null;
}

/** From the built-in encoder, computed on demand. */
export function builtInVectors({
  id,
  contextSimilarity,
  likeness,
  document,
}: TextEncoder): BatchVectors {
  return { encoder: id, contextSimilarity, likeness, of: document, fault: null };
}

/** From a learned model, in one request for the whole batch. Never throws. */
export async function learnedVectors(
  { id, contextSimilarity, likeness, ...encoder }: LearnedEncoder,
  texts: Iterable<string>,
): Promise<BatchVectors> {
  const asked = [...new Set(texts)];
  const { vectors, fault } =
    asked.length === 0 ? { vectors: [], fault: null } : await encoder.documents(asked);
  const byText = new Map(asked.map((text, at) => [text, vectors[at] ?? null]));
  return {
    encoder: id,
    contextSimilarity,
    likeness,
    of: (text) => byText.get(text) ?? null,
    fault,
  };
}

/** The content of a memory, with the note's fields that are encoded. */
type Told = Pick<Memory, 'content'> & { readonly note?: Pick<Note, 'asks' | 'matters'> | null };

/**
 * The texts that get vectors of their own in addition to the whole: the passages of a text with several; for a note,
 * the questions it answers and then the tasks for which it matters.
 */
export function textsWithOwnVectors({ content, note }: Told): string[] {
  if (note !== undefined && note !== null) return [...note.asks, ...note.matters];
  const passages = passagesOf(content);
  return passages.length < 2 ? [] : passages.map(({ start, end }) => content.slice(start, end));
}

/** Their vectors concatenated; null if there are none, or one is missing. */
export function packVectors(vectors: readonly (Int8Array | null)[]): Int8Array | null {
  const [first] = vectors;
  if (first === undefined || first === null) return null;
  const packed = new Int8Array(vectors.length * first.length);
  for (const [at, vector] of vectors.entries()) {
    if (vector === null) return null;
    packed.set(vector, at * first.length);
  }
  return packed;
}

/** A memory with its analysed text. */
interface ReadMemory {
  readonly memory: Memory;
  readonly terms: readonly string[];
  readonly traits: number;
}

/** The codes of those memories that contain code; the code reader must be loaded for their texts. */
export function embedCode(read: readonly ReadMemory[], space: CodeSpace): Embedding[] {
  return read.flatMap(({ memory, terms, traits }, order): Embedding[] => {
    if ((traits & TRAITS.code) === 0) return [];
    const code = space.memory({ ...memory, terms, order });
    return code === null
      ? []
      : [{ memory: memory.id, space: space.name, encoder: space.id, vector: space.pack(code) }];
  });
}
