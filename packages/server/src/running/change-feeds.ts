import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Mneme } from '@mneme/core/mneme.js';
import type { LogLine } from '@mneme/core/modules/inspect/list-log.js';

/** How often the journal is looked at: what another process changes is told after that, too. */
export const LOOK_MS = 100;
/** Who follows hears so often that nothing happened. */
const QUIET_MS = 15_000;
const PAGE = 100;
/** Pages of a bank that are kept for others who are equally far. */
const MAX_PAGES = 16;

type Changes = readonly LogLine[];

/** Somebody who follows a bank. */
export interface Follower {
  /** Goes on after the change of this number. */
  readonly after: number;
  /** Aborts when they go, or the server ends. */
  readonly signal: AbortSignal;
  /** Throws once they may not be told any more: asked before each page. */
  readonly assertMayBeTold: () => Promise<void>;
  /** Begins a read of the journal when it is their turn. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The changes of the banks that are followed: each journal is looked at once for all who follow it. */
export class ChangeFeeds {
  readonly #feeds = new Map<string, ChangeFeed>();

  /** `memory` opens the banks. */
  constructor(private readonly memory: Mneme) {}

  /**
   * Every change of a bank after a number, a page at a time, until the follower goes; a page is empty when nothing happened for a while.
   * Throws what {@link Follower.assertMayBeTold} throws.
   */
  async *follow(bank: string, follower: Follower): AsyncGenerator<Changes> {
    const { signal, assertMayBeTold, inTurn } = follower;
    const feed = this.#feeds.get(bank) ?? new ChangeFeed(this.memory.bank(bank));
    this.#feeds.set(bank, feed);
    feed.join();
    try {
      for (let { after } = follower; !signal.aborted;) {
        const { moves } = feed;
        const { changes, next } = await feed.page(after, inTurn);
        after = next ?? after;
        if (changes.length === 0 && (await feed.moved(moves, signal))) continue;
        if (signal.aborted) return;
        await assertMayBeTold();
        yield changes;
      }
    } finally {
      feed.leave();
      if (feed.isAlone) this.#feeds.delete(bank);
    }
  }
}

/** One bank's journal. */
class ChangeFeed {
  /** How often something new was found. */
  moves = 0;
  #followers = 0;
  #sequence = -1;
  #timer: NodeJS.Timeout | null = null;
  #failure: unknown;
  readonly #waiting = new Set<() => void>();
  /** Pages that were read since the last move: those who are equally far read one. */
  readonly #pages = new Map<number, ReturnType<Mneme['curation']['log']>>();

  constructor(private readonly memory: Mneme) {}

  get isAlone(): boolean {
    return this.#followers === 0;
  }

  join(): void {
    this.#followers += 1;
    this.#timer ??= setTimeout(() => void this.#look(), LOOK_MS);
  }

  leave(): void {
    this.#followers -= 1;
    if (!this.isAlone) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** What is after a change. Throws what kept the journal from being looked at. */
  page(after: number, inTurn: Follower['inTurn']): ReturnType<Mneme['curation']['log']> {
    if (this.#failure !== undefined) throw this.#failure;
    const known = this.#pages.get(after);
    if (known !== undefined) return known;
    const read = inTurn(() => this.memory.curation.log({ after, limit: PAGE }));
    this.#pages.set(after, read);
    read.catch(() => this.#pages.delete(after));
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > MAX_PAGES && oldest !== undefined) this.#pages.delete(oldest);
    return read;
  }

  /** Waits until something new was found since `moves`: false when that takes long, or the signal aborts. */
  moved(moves: number, signal: AbortSignal): Promise<boolean> {
    if (this.moves !== moves) return Promise.resolve(true);
    return new Promise((resolve) => {
      const done = (found: boolean): void => {
        clearTimeout(quiet);
        signal.removeEventListener('abort', gone);
        this.#waiting.delete(wake);
        resolve(found);
      };
      const wake = (): void => done(true);
      const gone = (): void => done(false);
      const quiet = setTimeout(gone, QUIET_MS);
      this.#waiting.add(wake);
      signal.addEventListener('abort', gone, { once: true });
      if (signal.aborted) gone();
    });
  }

  async #look(): Promise<void> {
    try {
      const sequence = (await this.memory.care.info())?.sequence ?? 0;
      if (sequence !== this.#sequence) this.#move();
      this.#sequence = sequence;
    } catch (error) {
      this.#failure = error;
      this.#move();
    }
    if (this.isAlone) this.#timer = null;
    else this.#timer = setTimeout(() => void this.#look(), LOOK_MS);
  }

  #move(): void {
    this.moves += 1;
    this.#pages.clear();
    for (const wake of [...this.#waiting]) wake();
  }
}

/** Streams that one key may have open, and all keys together. */
const MAX = { caller: 50, all: 1_000 };

/** How many streams are open, over every protocol. */
export class StreamSlots {
  readonly #own = new Map<string, number>();
  #all = 0;

  /** Takes a slot; what it gives lets go of it. Throws `rate_limited`. */
  take(caller: string): () => void {
    const own = this.#own.get(caller) ?? 0;
    if (own >= MAX.caller || this.#all >= MAX.all)
      throw new MnemeError(
        'rate_limited',
        own >= MAX.caller
          ? `${own} streams of this key are open already.`
          : `${this.#all} streams are open already.`,
        { value: 5, hint: 'Close one of them: one stream tells every change of a bank.' },
      );
    this.#set(caller, own + 1);
    let open = true;
    return () => {
      if (open) this.#set(caller, (this.#own.get(caller) ?? 0) - 1);
      open = false;
    };
  }

  #set(caller: string, own: number): void {
    this.#all += own - (this.#own.get(caller) ?? 0);
    if (own === 0) this.#own.delete(caller);
    else this.#own.set(caller, own);
  }
}
