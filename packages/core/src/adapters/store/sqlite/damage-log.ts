import type { StoredName } from '../stored-tables.js';

/** An unreadable cell. */
export interface DamagedCell {
  readonly table: StoredName;
  /** The bank's number; null for what belongs to the file, or to an unknown bank. */
  readonly bank: number | null;
  readonly row: string;
  readonly cell: string;
  /** Whether the row was left out because of it. */
  readonly left: boolean;
}

/** More than this would not be reported. */
const MAX_NOTED = 1_000;

/** The unreadable cells met while reading: each once, until it is repaired. */
export class DamageLog {
  readonly #met = new Map<string, DamagedCell>();

  note(found: DamagedCell): void {
    if (this.#met.size < MAX_NOTED)
      this.#met.set([found.table, found.bank, found.row, found.cell].join('\0'), found);
  }

  /** Those of a bank, in words, in the order they were met. */
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
