export type Figures = Readonly<Record<string, number>>;

/** One bank, and all that clients asked of it that changes it. */
export interface LedgerBank {
  readonly name: string;
  /** Stands in each of its texts and in no other bank's. */
  readonly marker: string;
  /** Acknowledged texts, by the id they were given. */
  readonly texts: Map<string, string>;
  /** Updates that were carried out, as clients were told; each is one change. */
  updates: number;
  /** Updates that were refused for good: they may have been carried out or not. */
  unknown: number;
}

const MARKER = /marker\d+q/g;

/** What clients were promised. */
export class Ledger {
  readonly banks: readonly LedgerBank[];
  readonly counts = {
    writes: 0,
    reads: 0,
    retried: 0,
    replayed: 0,
    refused: 0,
    unread: 0,
    foreign_rows: 0,
  };
  /** How often clients met each error, by its status and code. */
  readonly met = new Map<string, number>();

  constructor(banks: number) {
    this.banks = Array.from({ length: banks }, (_, at) => ({
      name: `team-${at}`,
      marker: `marker${at}q`,
      texts: new Map<string, string>(),
      updates: 0,
      unknown: 0,
    }));
  }

  meet(error: string): void {
    this.met.set(error, (this.met.get(error) ?? 0) + 1);
  }

  /** Counts every marker of another bank in what a bank answered. */
  look(bank: LedgerBank, answer: string): void {
    for (const [marker] of answer.matchAll(MARKER))
      if (marker !== bank.marker) this.counts.foreign_rows++;
  }

  get metInWords(): string {
    return [...this.met].map(([error, times]) => `${times} × ${error}`).join('; ');
  }
}
