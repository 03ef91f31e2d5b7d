import type { Instant } from '../../../domain/time.js';
import type { JournaledKind, JournaledRecords } from '../../../domain/reversal.js';
import { Groups, Table, type Ledger } from './ledger.js';

/** A record before one change replaced or removed it; null if it did not exist. */
export interface Before<Kind extends JournaledKind = JournaledKind> {
  readonly sequence: number;
  readonly kind: Kind;
  readonly id: string;
  readonly image: JournaledRecords[Kind] | null;
}

const keyOf = (kind: JournaledKind, id: string): string => `${kind} ${id}`;

/** The journal's previous versions of records. */
export class Past {
  readonly #all: Table<string, Before>;
  readonly #ofChange: Groups<number, string>;
  readonly #ofRecord: Groups<string, string>;

  constructor(ledger: Ledger) {
    this.#all = new Table(ledger);
    this.#ofChange = new Groups(ledger);
    this.#ofRecord = new Groups(ledger);
  }

  /** Only the first version that a change keeps of a record counts, because it may put it twice. */
  keep(before: Before): void {
    const key = `${before.sequence} ${keyOf(before.kind, before.id)}`;
    if (this.#all.has(key)) return;
    this.#put(key, before);
  }

  /** What one change replaced, of one kind. */
  ofChange(sequence: number, kind?: JournaledKind): Before[] {
    return this.#found(this.#ofChange.of(sequence)).filter(
      (before) => kind === undefined || before.kind === kind,
    );
  }

  /** The history of one record, earliest change first. */
  ofRecord(kind: JournaledKind, id: string): Before[] {
    return this.#found(this.#ofRecord.of(keyOf(kind, id))).sort(
      (one, other) => one.sequence - other.sequence,
    );
  }

  /** The record as of `moment`: what the first later change replaced, or its present state. */
  stateAt<Kind extends JournaledKind>(
    kind: Kind,
    id: string,
    present: JournaledRecords[Kind],
    moment: Instant,
    madeAt: (sequence: number) => Instant,
  ): JournaledRecords[Kind] | null {
    const later = this.ofRecord(kind, id).find(({ sequence }) => madeAt(sequence) > moment);
    return later === undefined ? present : (later.image as JournaledRecords[Kind] | null);
  }

  all(): Before[] {
    return this.#all.values();
  }

  drop({ sequence, kind, id }: Before): void {
    const key = `${sequence} ${keyOf(kind, id)}`;
    this.#all.delete(key);
    this.#ofChange.delete(sequence, key);
    this.#ofRecord.delete(keyOf(kind, id), key);
  }

  /** Replaces the version of the same record and moment. */
  rewrite(before: Before): void {
    this.#put(`${before.sequence} ${keyOf(before.kind, before.id)}`, before);
  }

  #put(key: string, before: Before): void {
    this.#all.set(key, before);
    this.#ofChange.add(before.sequence, key);
    this.#ofRecord.add(keyOf(before.kind, before.id), key);
  }

  #found(keys: Iterable<string>): Before[] {
    return [...keys].flatMap((key) => this.#all.get(key) ?? []);
  }
}
