import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Mneme } from '@mneme/core/mneme.js';
import type { LogLine } from '@mneme/core/modules/inspect/list.js';

/** Polling interval of the journal, which also finds the changes of other processes. */
export const LOOK_MS = 100;
/** After this long without a change, a follower gets an empty page. */
const QUIET_MS = 15_000;
const PAGE = 100;
/** Pages of a bank cached for followers at the same position. */
const MAX_PAGES = 16;

type Changes = readonly LogLine[];

/** A follower of a bank's changes. */
export interface Follower {
  /** Sequence number of the change to continue after. */
  readonly after: number;
  /** Whose view of the bank is followed; default: the owner's. */
  readonly recipient?: string | null;
  /** Aborts when the follower disconnects or the server shuts down. */
  readonly signal: AbortSignal;
  /** Throws once the follower has lost access; called before each page. */
  readonly assertMayBeTold: () => Promise<void>;
  /** Queues a read of the journal fairly among callers. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The changes of followed banks: each journal is polled once for all its followers. */
export class ChangeFeeds {
  readonly #feeds = new Map<string, ChangeFeed>();

  /** `memory` opens the banks. */
  constructor(private readonly memory: Mneme) {}

  /**
   * Every change of a bank after a sequence number, in pages, until the signal aborts; a page is empty when nothing
   * happened for a while. Throws what {@link Follower.assertMayBeTold} throws.
   */
  async *follow(bank: string, follower: Follower): AsyncGenerator<Changes> {
    const { signal, assertMayBeTold, inTurn, recipient = null } = follower;
    const key = JSON.stringify([bank, recipient]);
    const memory = recipient === null ? this.memory : this.memory.as({ recipient });
    const feed = this.#feeds.get(key) ?? new ChangeFeed(memory.bank(bank));
    this.#feeds.set(key, feed);
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
      if (feed.isAlone) this.#feeds.delete(key);
    }
  }
}

/** Polls one bank's journal for its followers. */
class ChangeFeed {
  /** How often polling found new changes. */
  moves = 0;
  #followers = 0;
  #sequence = -1;
  #timer: NodeJS.Timeout | null = null;
  #failure: unknown;
  readonly #waiting = new Set<() => void>();
  /** Pages read since the last move, shared by followers at the same position. */
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

  /** The changes after a sequence number. Throws what made polling fail. */
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

  /** Waits for changes newer than `moves`: false after a timeout, or when the signal aborts. */
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

/** Maximum open streams per key, and in total. */
const MAX = { caller: 50, all: 1_000 };

/** Counts open streams, over all protocols. */
export class StreamSlots {
  readonly #own = new Map<string, number>();
  #all = 0;

  /** Takes a slot; returns its release. Throws `rate_limited`. */
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
