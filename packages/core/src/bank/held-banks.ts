import type { BankName } from '../domain/ids.js';
import type { OpenBank } from './open-bank.js';

/** So many banks are kept open; one of a few memories takes up some 0.2 MB. */
const MAX_OPEN = 256;
/** One that was asked for so lately may be in use, in milliseconds. */
const IN_USE_MS = 60_000;
/** The same where memory is short: no answer takes as long. */
const IN_USE_WHEN_SHORT_MS = 5_000;
/** What the indexes hold of a memory, of which most are vectors, words and links, and of an empty bank; `bench scale` measures both. */
const BYTES_OF_MEMORY = 7_000;
const BYTES_OF_BANK = 200_000;

interface Held {
  readonly opening: Promise<OpenBank>;
  /** Null while it is being opened. */
  bank: OpenBank | null;
  usedAt: number;
}

/** What bounds the banks that are kept open. */
export interface BankBudget {
  /** Bytes that the indexes of all open banks may take; null for no bound. */
  readonly bytes: number | null;
  /** Milliseconds of a clock that only goes forward. */
  readonly ticks: () => number;
  /** Writes down what a bank notes, and closes it. */
  readonly settle: (opening: Promise<OpenBank>) => Promise<void>;
}

/** Banks that are open, the one used last at the end. Those go that nobody has asked for the longest: where each user has one, there is no end of them. */
export class HeldBanks {
  readonly #held = new Map<BankName, Held>();
  /** Banks that are being closed to make room. */
  readonly #leaving = new Map<BankName, Promise<void>>();

  constructor(private readonly budget: BankBudget) {}

  /** The bank, now the one that was used last. */
  get(name: BankName): Promise<OpenBank> | undefined {
    const held = this.#held.get(name);
    if (held === undefined) return undefined;
    held.usedAt = this.budget.ticks();
    this.#held.delete(name);
    this.#held.set(name, held);
    return held.opening;
  }

  /** Opens a bank, once what was noted of it is written down where it is just being closed. Those that it needs the room of are closed. */
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

  /** Forgets one that nothing is written down of: its content was replaced. */
  drop(name: BankName): void {
    this.#held.delete(name);
  }

  clear(): void {
    this.#held.clear();
  }

  get size(): number {
    return this.#held.size;
  }

  /** What has to end before the store is closed. */
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
      // What fails is told when the store is closed.
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
