import type { BankName } from '../domain/ids.js';
import type { OpenBank } from './open-bank.js';

/** Maximum number of open banks; one with few memories takes some 0.2 MB. */
const MAX_OPEN = 256;
/** A bank used this recently may be in use, in milliseconds. */
const IN_USE_MS = 60_000;
/** The same when memory is short: no request takes longer. */
const IN_USE_WHEN_SHORT_MS = 5_000;
/** Estimated bytes of the indexes, per memory (mostly vectors, words and links) and per empty bank; `bench scale` measures both. */
const BYTES_OF_MEMORY = 7_000;
const BYTES_OF_BANK = 200_000;

interface Held {
  readonly opening: Promise<OpenBank>;
  /** Null while it is being opened. */
  bank: OpenBank | null;
  usedAt: number;
}

/** Limits of the open banks. */
export interface BankBudget {
  /** Bytes that the indexes of all open banks may take; null for no bound. */
  readonly bytes: number | null;
  /** A monotonic clock in milliseconds. */
  readonly ticks: () => number;
  /** Writes a bank's pending records, and closes it. */
  readonly settle: (opening: Promise<OpenBank>) => Promise<void>;
}

/** Open banks as an LRU cache, the last used at the end. Idle ones are closed: with a bank per user, there may be any number. */
export class OpenBankCache {
  readonly #held = new Map<BankName, Held>();
  /** Banks that are being closed to make room. */
  readonly #leaving = new Map<BankName, Promise<void>>();

  constructor(private readonly budget: BankBudget) {}

  /** The bank, which becomes the last used. */
  get(name: BankName): Promise<OpenBank> | undefined {
    const held = this.#held.get(name);
    if (held === undefined) return undefined;
    held.usedAt = this.budget.ticks();
    this.#held.delete(name);
    this.#held.set(name, held);
    return held.opening;
  }

  /** Opens a bank, after any closing of the same bank has finished. Closes idle banks to make room. */
  open(name: BankName, open: () => Promise<OpenBank>): Promise<OpenBank> {
    this.#makeRoom();
    const leaving = this.#leaving.get(name)?.catch(() => undefined);
    const opening = leaving === undefined ? open() : leaving.then(open);
    const held: Held = { opening, bank: null, usedAt: this.budget.ticks() };
    this.#held.set(name, held);
    opening.then(
      (bank) => {
        held.bank = bank;
      },
      () => {
        if (this.#held.get(name) === held) this.#held.delete(name);
      },
    );
    return opening;
  }

  /** Forgets a bank without writing: its content was replaced. */
  drop(name: BankName): void {
    this.#held.delete(name);
  }

  clear(): void {
    this.#held.clear();
  }

  get size(): number {
    return this.#held.size;
  }

  /** What must finish before the store is closed. */
  settled(): Promise<void>[] {
    return [
      ...this.#leaving.values(),
      ...[...this.#held.values()].map(({ opening }) => this.budget.settle(opening)),
    ];
  }

  #makeRoom(): void {
    const now = this.budget.ticks();
    const limit = this.budget.bytes ?? Infinity;
    let bytes = limit === Infinity ? 0 : this.#bytes();
    for (const [name, held] of this.#held) {
      const short = bytes > limit;
      if (!short && this.#held.size < MAX_OPEN) return;
      if (now - held.usedAt < (short ? IN_USE_WHEN_SHORT_MS : IN_USE_MS)) return;
      this.#held.delete(name);
      bytes -= bytesOf(held.bank);
      const closing = this.budget.settle(held.opening);
      this.#leaving.set(name, closing);
      // A failure stays in the map, and is reported when the store is closed.
      closing.then(
        () => this.#leaving.delete(name),
        () => undefined,
      );
    }
  }

  #bytes(): number {
    return [...this.#held.values()].reduce((sum, { bank }) => sum + bytesOf(bank), 0);
  }
}

const bytesOf = (bank: OpenBank | null): number =>
  BYTES_OF_BANK + (bank?.state.index.size ?? 0) * BYTES_OF_MEMORY;
