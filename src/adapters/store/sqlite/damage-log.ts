import type { StoredName } from './stored-tables.js';

/** A cell that could not be read. */
export interface DamagedCell {
  readonly table: StoredName;
  /** The bank's number; null for what is of the file, or of nobody knows which bank. */
  readonly bank: number | null;
  readonly row: string;
  readonly cell: string;
  /** Whether the row was left out because of it. */
  readonly left: boolean;
}

/** More would be told of by nobody. */
const MAX_NOTED = 1_000;

/** What was met, while reading, that cannot be read: each cell once, until it was put right. */
export class DamageLog {
  readonly #met = new Map<string, DamagedCell>();

  note(found: DamagedCell): void {
    if (this.#met.size < MAX_NOTED)
      this.#met.set([found.table, found.bank, found.row, found.cell].join('\0'), found);
  }

  /** Of a bank, in words, in the order in which it was met. */
  told(bank: number): string[] {
    return [...this.#met.values()].filter((each) => each.bank === bank).map(inWords);
  }

  clear(): void {
    this.#met.clear();
  }
}

function inWords({ table, row, cell, left }: DamagedCell): string {
  return `${cell} of ${table} ${row} cannot be read${left ? ', so it is left out' : ''}`;
}
