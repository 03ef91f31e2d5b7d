import { Table, type Ledger } from './ledger.js';

/** A record in a bank: its place in order of recording, and the change that first put it. */
export interface Row<Entry> {
  readonly num: number;
  readonly created: number;
  readonly record: Entry;
}

/** The records of one kind by their ids, and in order of recording. */
export class Rows<Entry, More extends Row<Entry> = Row<Entry>> {
  readonly #table: Table<string, More>;
  #ordered: readonly More[] | null = null;

  constructor(private readonly ledger: Ledger) {
    this.#table = new Table(ledger);
  }

  get size(): number {
    return this.#table.size;
  }

  get(id: string): More | undefined {
    return this.#table.get(id);
  }

  put(id: string, row: More): void {
    this.#changed();
    this.#table.set(id, row);
  }

  delete(id: string): void {
    this.#changed();
    this.#table.delete(id);
  }

  ids(): string[] {
    return this.#table.keys();
  }

  /** In order of recording: a removed and restored row has its old place. */
  all(): readonly More[] {
    this.#ordered ??= this.#table.values().sort((a, b) => a.num - b.num);
    return this.#ordered;
  }

  /** At most `limit` rows after a place. */
  after(num: number, limit: number, meant: (row: More) => boolean = () => true): More[] {
    const rows = this.all();
    const found: More[] = [];
    for (let at = firstAfter(rows, num); at < rows.length && found.length < limit; at++) {
      const row = rows[at] as More;
      if (meant(row)) found.push(row);
    }
    return found;
  }

  /** At most `limit` rows before a place, the newest first. */
  before(num: number, limit: number, meant: (row: More) => boolean): More[] {
    const rows = this.all();
    const found: More[] = [];
    for (let at = firstAfter(rows, num - 1) - 1; at >= 0 && found.length < limit; at--) {
      const row = rows[at] as More;
      if (meant(row)) found.push(row);
    }
    return found;
  }

  #changed(): void {
    this.#ordered = null;
    this.ledger.note(() => {
      this.#ordered = null;
    });
  }
}

function firstAfter(rows: readonly { readonly num: number }[], num: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.num ?? 0) <= num) low = middle + 1;
    else high = middle;
  }
  return low;
}
