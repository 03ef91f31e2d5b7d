import type { BankSettings, Owner } from '../domain/bank.js';
import type { Change, JournalEntry } from '../domain/change.js';
import type { BankName, MemoryId } from '../domain/ids.js';
import type { Instant } from '../domain/time.js';
import { TimeSlice } from '../domain/pace.js';
import type { Stemmer } from '../language/stem.js';
import type { IndexRow, Store } from '../ports/store.js';
import type { VectorIndex } from '../ports/indexes.js';
import { allConflicts, ConflictIndex, EntityDirectory } from './record-indexes.js';
import { BankIndex } from './bank-index.js';
import { restoreSnapshot, snapshotFormat, snapshotParts } from './index-snapshot.js';
import {
  noteVectors,
  putCodes,
  putPassages,
  putPictures,
  readByPassage,
  applyOwnChange,
  withoutPassageVectors,
} from './put-into-index.js';
import { EdgeIndex } from './edge-index.js';
import { MemoryCache, CoalescedRun } from './caches.js';
import { NoteIndex } from './note-index.js';
import { BankFacts } from './owner-and-zone.js';
import { VoteIndex } from './votes.js';

export interface BankStateOptions {
  readonly store: Store;
  readonly bank: BankName;
  /** Identifies the bank: the name of a dropped one may be reused. */
  readonly createdAt?: Instant;
  readonly space: string;
  /** The encoder whose vectors are loaded; the bank may switch to another. */
  readonly encoder: string;
  /** Identifies the encoder of the causal codes. */
  readonly causal: string;
  /** The image encoder whose codes are loaded. */
  readonly imageEncoder: string;
  /** An empty index for vectors of an encoder. May throw if nothing here can serve that encoder. */
  readonly vectors: (encoder: string) => VectorIndex;
  readonly foldName: (name: string) => string;
  readonly stemmer: Stemmer;
}

const JOURNAL_PAGE = 500;
/** Minimum memories for a snapshot: fewer load almost instantly without one. */
const MIN_SNAPSHOT_SIZE = 5_000;
/** A snapshot is rewritten once it lacks this share of the bank's memories, or this many changes or memories. */
const FAR_BEHIND = 0.1;
const LONG_FOLLOW = 20_000;

/** The caches of one bank, loaded on first use and kept in step with the journal; they can be rebuilt at any time. */
export class BankState {
  /** Current memories, each read at most once between its changes. */
  readonly memories: MemoryCache;
  /** Current conflicts, each read at most once between its changes. */
  readonly conflicts: ConflictIndex;
  #index: BankIndex;
  #edges: EdgeIndex;
  #entities: EntityDirectory;
  #notes: NoteIndex;
  #votes = new VoteIndex();
  /** The last committed change included in the caches; -1 before the first load. */
  #sequence = -1;
  /** Number of memories in the stored snapshot, and of changes applied since. */
  #stored = 0;
  #changes = 0;
  /** Rises whenever the indexes begin to change: a snapshot of two moments would be wrong. */
  #edition = 0;
  readonly #following = new CoalescedRun(() => this.#catchUp());
  #encoder: string;
  #erased = false;
  readonly #facts: BankFacts;

  constructor(private readonly options: BankStateOptions) {
    this.#encoder = options.encoder;
    this.#index = this.#emptyIndex(this.#encoder);
    this.#edges = new EdgeIndex(this.#index);
    this.#notes = this.#notesOf(this.#index, this.#edges);
    this.#entities = new EntityDirectory(options.foldName);
    this.memories = new MemoryCache((ids) => options.store.get(options.bank, ids));
    this.#facts = new BankFacts(options.bank, options.store);
    this.conflicts = new ConflictIndex((memories) => allConflicts(options, memories));
  }

  /** The encoder of the index's vectors. */
  get encoder(): string {
    return this.#encoder;
  }

  get index(): BankIndex {
    return this.#index;
  }

  get edges(): EdgeIndex {
    return this.#edges;
  }

  get entities(): EntityDirectory {
    return this.#entities;
  }

  /** The bank's notes; up to date with the other indexes after `ready()`. */
  get notes(): NoteIndex {
    return this.#notes;
  }

  /** The votes on the bank's results. */
  get votes(): VoteIndex {
    return this.#votes;
  }

  get sequence(): number {
    return Math.max(0, this.#sequence);
  }

  /** Whether records were erased since it was loaded: then everything else that holds them or their slots must be rebuilt. */
  get erased(): boolean {
    return this.#erased;
  }

  /** Applies everything committed before this call, here or in another process. Concurrent calls share the next run. */
  follow(): Promise<void> {
    return this.#following.run();
  }

  /**
   * Loads the caches unless they are loaded; does not catch up: whoever opens a bank has just followed, and asking a server again costs a
   * round trip.
   */
  async loaded(): Promise<void> {
    if (this.#sequence < 0) await this.follow();
  }

  /** Applies a change that was just committed if it follows the last one and {@link applyOwnChange} can; else `follow` reads it. */
  take(change: Change, before: number, sequence: number): void {
    if (this.#sequence !== before || !applyOwnChange(this, this.options, change, sequence)) return;
    this.#edition++;
    this.#changes++;
    this.#facts.take(change, before, sequence);
    this.#sequence = sequence;
  }

  /** The settings as of the last change in the caches. */
  settings(): Promise<BankSettings> {
    return this.#facts.settings(this.#sequence);
  }

  /** Whose bank it is, as of the last change in the caches; null if unknown. */
  owner(): Promise<Owner | null> {
    return this.#facts.owner(this.#sequence);
  }

  /** Drops everything, so that the next {@link follow} loads again. */
  reset(): void {
    this.#empty();
    this.#entities = new EntityDirectory(this.options.foldName);
    this.#votes = new VoteIndex();
    this.memories.clear();
    this.conflicts.clear();
    this.#sequence = -1;
  }

  #empty(): void {
    this.#edition++;
    this.#index = this.#emptyIndex(this.#encoder);
    this.#edges = new EdgeIndex(this.#index);
    this.#notes = this.#notesOf(this.#index, this.#edges);
  }

  #notesOf(index: BankIndex, edges: EdgeIndex): NoteIndex {
    return new NoteIndex({
      index,
      edges,
      load: (ids) => this.memories.get(ids),
      codes: (ids) => noteVectors(this.options, this.#encoder, ids),
    });
  }

  #emptyIndex(encoder: string): BankIndex {
    const { vectors, foldName } = this.options;
    return new BankIndex(vectors(encoder), foldName, vectors(encoder));
  }

  async #catchUp(): Promise<void> {
    if (this.#sequence < 0) await this.#load();
    for (;;) {
      const { store, bank, createdAt } = this.options;
      const entries = await store.since(bank, this.#sequence, JOURNAL_PAGE, createdAt);
      if (entries.length === 0) return;
      await this.#apply(entries);
    }
  }

  async #load(): Promise<void> {
    const { store, bank } = this.options;
    // Read the sequence first: what is committed during the load is then applied again, and putting twice is harmless.
    const { sequence, encoder } = (await store.bank(bank)) ?? {
      sequence: 0,
      encoder: this.#encoder,
    };
    const pace = new TimeSlice();
    for (const entity of await store.allEntities(bank)) {
      this.#entities.put(entity);
      await pace.rest();
    }
    for (const vote of await store.votes(bank)) this.#votes.put(vote);
    if (encoder === this.#encoder && (await this.#restore())) {
      // A snapshot holds no pictures: few memories have any.
      await putPictures(this.#index, this.options);
      return;
    }
    await this.#readAll(encoder, sequence);
  }

  /** Reloads everything with the vectors of an encoder, while the old caches keep serving. */
  async #readAll(encoder: string, sequence: number): Promise<void> {
    const { store, bank, space } = this.options;
    const index = this.#emptyIndex(encoder);
    const edges = new EdgeIndex(index);
    for await (const rows of store.indexRows(bank, space, encoder))
      await this.#putRows(index, rows);
    const pace = new TimeSlice();
    for await (const page of store.edges(bank)) {
      for (const edge of page) edges.put(edge);
      await pace.rest();
    }
    await putCodes(index, this.options, encoder);
    this.#edition++;
    this.#index = index;
    this.#edges = edges;
    this.#notes = this.#notesOf(index, edges);
    this.#encoder = encoder;
    this.#sequence = sequence;
    this.#stored = 0;
    this.#changes = 0;
  }

  /** Loads the stored snapshot if its format matches; later changes come from the journal. */
  async #restore(): Promise<boolean> {
    const { store, bank } = this.options;
    for (let head = await store.snapshot(bank); head?.format === this.#format();) {
      if (await restoreSnapshot(this.#index, this.#edges, store, bank)) {
        this.#sequence = head.sequence;
        this.#stored = this.#index.size;
        this.#changes = 0;
        return true;
      }
      this.#empty();
      // Another process may have replaced it meanwhile.
      const { sequence } = head;
      head = await store.snapshot(bank);
      if (head?.sequence === sequence) return false;
    }
    return false;
  }

  /** Whether it is being loaded for the first time, which takes a minute in a bank of a million. */
  get isLoading(): boolean {
    return this.#sequence < 0 && this.#following.isRunning;
  }

  /** Whether loading would take long, and the stored snapshot would save little of it. */
  get isUnsaved(): boolean {
    const { size, vectors } = this.#index;
    const worthKeeping = this.options.store.snapshotFrom ?? MIN_SNAPSHOT_SIZE;
    const behind = Math.max(size - this.#stored, this.#changes);
    return (
      this.#sequence >= 0 &&
      size >= worthKeeping &&
      (behind >= Math.max(worthKeeping, Math.min(size * FAR_BEHIND, LONG_FOLLOW)) ||
        vectors.worthKeeping === true)
    );
  }

  /**
   * Stores a snapshot if {@link isUnsaved}, part by part; gives up when the indexes change or `stopped` returns true.
   * Until the last part the store has the one before.
   */
  async keep(stopped: () => boolean = () => false): Promise<void> {
    if (!this.isUnsaved) return;
    const { store, bank } = this.options;
    const edition = this.#edition;
    const { size } = this.#index;
    const head = { sequence: this.#sequence, format: this.#format() };
    const begun = await store.beginSnapshot(bank, head);
    if (begun === null) return;
    let parts = 0;
    for (const [name, data] of snapshotParts(this.#index, this.#edges)) {
      if (edition !== this.#edition || stopped()) return;
      if (!(await store.putSnapshotPart(bank, begun, name, data))) return;
      parts++;
      // Requests come between two parts.
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (edition !== this.#edition || !(await store.putSnapshot(bank, begun, parts))) return;
    this.#stored = size;
    this.#changes = 0;
  }

  #format(): string {
    return snapshotFormat(this.#index, `${this.#encoder}+${this.options.causal}`);
  }

  async #apply(entries: readonly JournalEntry[]): Promise<void> {
    const { store, bank } = this.options;
    this.#edition++;
    this.#changes += entries.length;
    const memories = [...new Set(entries.flatMap((entry) => entry.memories))];
    const entities = [...new Set(entries.flatMap((entry) => entry.entities))];
    this.memories.drop(memories);
    this.#notes.drop(memories);
    this.conflicts.follow(entries);
    const standing = await store.entities(bank, entities);
    const there = new Set<string>(standing.map(({ id }) => id));
    for (const id of entities) if (!there.has(id)) this.#entities.drop(id);
    for (const entity of standing) this.#entities.put(entity);
    const votes = [...new Set(entries.flatMap((entry) => entry.votes))];
    if (votes.length > 0) {
      const found = await store.votes(bank, { ids: votes });
      for (const id of votes) if (!found.some((vote) => vote.id === id)) this.#votes.drop(id);
      for (const vote of found) this.#votes.put(vote);
    }
    const sequence = entries.at(-1)?.sequence ?? this.#sequence;
    if (entries.some(({ verb }) => verb === 'erase')) {
      this.#erased = true;
      this.reset();
      return this.#load();
    }
    // Undo removes words that a change added, and redo restores them in place: the append-only index must be reloaded.
    if (
      entries.some(
        (entry) => entry.verb === 'reindex' || (entry.verb === 'undo' && entry.memories.length > 0),
      )
    )
      return this.#readAll((await store.bank(bank))?.encoder ?? this.#encoder, sequence);
    for await (const rows of this.#rows(memories)) await this.#putRows(this.#index, rows);
    await putCodes(this.#index, this.options, this.#encoder, memories);
    if (entries.some(({ verb }) => verb === 'embed')) {
      await this.#takeVectors();
      this.#notes.reload();
    }
    const pace = new TimeSlice();
    for (const { edges, removedEdges } of entries) {
      for (const edge of edges) {
        this.#edges.put(edge);
        await pace.rest();
      }
      for (const edge of removedEdges) this.#edges.remove(edge);
    }
    this.#sequence = sequence;
  }

  async #putRows(index: BankIndex, rows: readonly IndexRow[]): Promise<void> {
    const { store, bank, stemmer } = this.options;
    const read = await readByPassage(rows, (ids) => store.get(bank, ids), stemmer);
    const pace = new TimeSlice();
    for (const row of read) {
      index.put(row);
      await pace.rest();
    }
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Ids of the memories without a vector in the index. */
  withoutVector(): MemoryId[] {
    const { vectors, size } = this.#index;
    return Array.from({ length: size }, (_, slot) => slot).flatMap((slot) =>
      vectors.has(slot) ? [] : [this.#index.id(slot)],
    );
  }

  /** Loads vectors that were computed after their memories were stored. */
  async #takeVectors(): Promise<void> {
    for await (const rows of this.#rows(this.withoutVector())) {
      for (const { memory, vector } of rows)
        if (vector !== null) this.#index.vectors.put(this.#index.slot(memory.id), vector);
    }
    const index = this.#index;
    const lacking = withoutPassageVectors(index).map((slot) => index.id(slot));
    await putPassages(index, this.options, this.#encoder, lacking);
  }

  #rows(ids: readonly MemoryId[]): AsyncIterable<readonly IndexRow[]> {
    const { store, bank, space } = this.options;
    return store.indexRows(bank, space, this.#encoder, ids);
  }
}
