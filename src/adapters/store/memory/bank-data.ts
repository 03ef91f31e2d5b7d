import type { BankSettings } from '../../../domain/bank.js';
import type { StoredClaim, Conflict } from '../../../domain/conflict.js';
import type { RecallRecord, RecollectionId, Vote } from '../../../domain/feedback.js';
import type { Goal } from '../../../domain/goal.js';
import type { Context, Entity, Session } from '../../../domain/graph.js';
import type { BankName, MemoryId, SessionId } from '../../../domain/ids.js';
import type { Learned } from '../../../domain/learned/record.js';
import type { Accesses, Memory } from '../../../domain/memory.js';
import type { SealedValue } from '../../../domain/privacy.js';
import type { Verb } from '../../../domain/change.js';
import type { Removable } from '../named-again.js';
import type { JournaledKind, JournaledRecords } from '../../../domain/reversal.js';
import type { Instant } from '../../../domain/time.js';
import type { KeptWorkingMemory } from '../../../domain/working-memory.js';
import type { SnapshotHead } from '../../../ports/store.js';
import type { JobState } from '../../../ports/store-derived.js';
import { EdgeRows } from './edge-rows.js';
import { Groups, Table, type Ledger } from './ledger.js';
import { Past } from './past.js';
import { Rows, type Row } from './rows.js';
import { TextIndex } from './text-index.js';

export interface MemoryRow extends Row<Memory> {
  /** Its stems; null before they were computed. */
  readonly terms: string | null;
  readonly traits: number;
}

export interface LearnedRow extends Row<Learned> {
  /** The last change that put it. */
  readonly changed: number;
}

/** The journal's data on one change, without the records. */
export interface ChangeLine {
  readonly sequence: number;
  readonly at: Instant;
  readonly verb: Verb;
  readonly actor: string;
  readonly reason: string;
  readonly reverts: number | null;
}

/** A complete row that a change removed, for restoring it. */
export interface RemovedRow<Kind extends Removable = Removable> {
  readonly kind: Kind;
  readonly id: string;
  /** The change that removed it. */
  readonly taken: number;
  readonly row: Row<JournaledRecords[Kind]>;
}

export interface Snapshot {
  readonly head: SnapshotHead;
  readonly parts: ReadonlyMap<string, Uint8Array>;
}

/** The fields of a bank's own row. */
export interface BankHead {
  readonly encoder: string;
  /** The number of its last change. */
  readonly sequence: number;
  /** Explicit settings; the rest have their defaults. */
  readonly settings: Partial<BankSettings>;
}

/** The kinds of record stored in tables of rows: all except memories, learned records and links. */
interface PlainKinds {
  readonly entity: Entity;
  readonly context: Context;
  readonly session: Session;
  readonly goal: Goal;
  readonly vote: Vote;
  readonly conflict: Conflict;
}

/** Everything that one bank holds. */
export class BankData {
  readonly memory: Rows<Memory, MemoryRow>;
  readonly learned: Rows<Learned, LearnedRow>;
  readonly edge: EdgeRows;
  readonly plain: { readonly [Kind in keyof PlainKinds]: Rows<PlainKinds[Kind]> };
  readonly journal: Table<number, ChangeLine>;
  /** The changes that undid a change. */
  readonly revertedBy: Groups<number, number>;
  /** What each change created, as `kind id`, including what is gone since. */
  readonly founded: Groups<number, string>;
  readonly past: Past;
  readonly removed: Table<string, RemovedRow>;
  readonly claims: Table<string, StoredClaim>;
  readonly claimsUnder: Groups<string, string>;
  readonly claimsOf: Groups<string, string>;
  readonly sealed: Table<string, SealedValue>;
  readonly texts: TextIndex;
  /** By memory, then by space and encoder. */
  readonly vectors: Table<MemoryId, ReadonlyMap<string, Int8Array>>;
  readonly usage: Table<MemoryId, Accesses>;
  readonly recalls: Table<RecollectionId, RecallRecord>;
  readonly working: Table<SessionId, KeptWorkingMemory>;
  readonly jobs: Table<string, JobState>;
  /** One entry each, under the empty name, so that they are rolled back like everything else. */
  readonly #head: Table<'', BankHead>;
  readonly #snapshot: Table<'', Snapshot>;
  #lastNum = 0;

  constructor(
    readonly ledger: Ledger,
    readonly name: BankName,
    readonly createdAt: Instant,
    head: BankHead,
  ) {
    this.memory = new Rows(ledger);
    this.learned = new Rows(ledger);
    this.edge = new EdgeRows(ledger);
    this.plain = {
      entity: new Rows(ledger),
      context: new Rows(ledger),
      session: new Rows(ledger),
      goal: new Rows(ledger),
      vote: new Rows(ledger),
      conflict: new Rows(ledger),
    };
    this.journal = new Table(ledger);
    this.revertedBy = new Groups(ledger);
    this.founded = new Groups(ledger);
    this.past = new Past(ledger);
    this.removed = new Table(ledger);
    this.claims = new Table(ledger);
    this.claimsUnder = new Groups(ledger);
    this.claimsOf = new Groups(ledger);
    this.sealed = new Table(ledger);
    this.texts = new TextIndex(ledger);
    this.vectors = new Table(ledger);
    this.usage = new Table(ledger);
    this.recalls = new Table(ledger);
    this.working = new Table(ledger);
    this.jobs = new Table(ledger);
    this.#head = new Table(ledger);
    this.#snapshot = new Table(ledger);
    this.#head.set('', head);
  }

  get head(): BankHead {
    return this.#head.get('') as BankHead;
  }

  set head(head: BankHead) {
    this.#head.set('', head);
  }

  get snapshot(): Snapshot | null {
    return this.#snapshot.get('') ?? null;
  }

  set snapshot(snapshot: Snapshot | null) {
    if (snapshot === null) this.#snapshot.delete('');
    else this.#snapshot.set('', snapshot);
  }

  /** The next place in order of recording. */
  nextNum(): number {
    return ++this.#lastNum;
  }

  madeAt(sequence: number): Instant {
    return this.journal.get(sequence)?.at ?? this.createdAt;
  }

  /** The present row of a journaled record; a bank's settings are stored elsewhere. */
  rowOf(kind: Exclude<JournaledKind, 'bank'>, id: string): Row<unknown> | undefined {
    if (kind === 'memory') return this.memory.get(id);
    if (kind === 'learned') return this.learned.get(id);
    return kind === 'edge' ? this.edge.get(id) : this.plain[kind].get(id);
  }

  /** The present record; undefined if there is none. */
  now<Kind extends JournaledKind>(kind: Kind, id: string): JournaledRecords[Kind] | undefined {
    const found =
      kind === 'bank'
        ? this.head.settings
        : this.rowOf(kind as Exclude<JournaledKind, 'bank'>, id)?.record;
    return found as JournaledRecords[Kind] | undefined;
  }

  putClaim(claim: StoredClaim): void {
    const key = JSON.stringify([claim.key, claim.memory, claim.claim]);
    if (this.claims.has(key)) return;
    this.claims.set(key, claim);
    this.claimsUnder.add(claim.key, key);
    this.claimsOf.add(claim.memory, key);
  }

  dropClaim({ key, memory, claim }: StoredClaim): void {
    const name = JSON.stringify([key, memory, claim]);
    if (!this.claims.has(name)) return;
    this.claims.delete(name);
    this.claimsUnder.delete(key, name);
    this.claimsOf.delete(memory, name);
  }

  dropClaimsOf(memory: MemoryId): void {
    for (const key of [...this.claimsOf.of(memory)])
      this.dropClaim(this.claims.get(key) as StoredClaim);
  }
}

export const vectorKey = (space: string, encoder: string): string => `${space} ${encoder}`;
