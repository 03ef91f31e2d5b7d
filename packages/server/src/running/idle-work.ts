import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Mneme } from '@mneme/core/mneme.js';

export interface IdleWatchOptions {
  /** So long nobody must have asked anything. */
  readonly idleMs: number;
  /** How often it is looked. */
  readonly everyMs: number;
  readonly ticks: () => number;
  readonly fault: (error: unknown) => void;
}

/** Lets the banks of a server dream while nobody asks, where their own settings say so, and wakes them when somebody does. */
export class IdleWatch {
  readonly #timer: NodeJS.Timeout;
  #askedAt: number;
  #wake = new AbortController();
  #dreaming: Promise<void> | null = null;
  #closed = false;

  constructor(
    private readonly memory: Mneme,
    private readonly options: IdleWatchOptions,
  ) {
    this.#askedAt = options.ticks();
    this.#timer = setInterval(() => this.#look(), options.everyMs);
    this.#timer.unref();
  }

  /** Somebody asks: a night that goes on ends after the turn that it is in. */
  asked(): void {
    this.#askedAt = this.options.ticks();
    this.#wake.abort();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#wake.abort();
    await this.#dreaming;
  }

  #look(): void {
    const { ticks, idleMs, fault } = this.options;
    if (this.#closed || this.#dreaming !== null || ticks() - this.#askedAt < idleMs) return;
    this.#wake = new AbortController();
    this.#dreaming = this.#dream(this.#wake.signal)
      .catch(fault)
      .finally(() => {
        this.#dreaming = null;
      });
  }

  /** One bank after the other, of those that are to dream by themselves. */
  async #dream(signal: AbortSignal): Promise<void> {
    for (const { name, settings } of await this.memory.file.banks()) {
      if (signal.aborted) return;
      if (settings.dreamAt !== 'off') await this.memory.bank(name).dreams.whenIdle({ signal });
    }
  }
}

/** How often it is looked whether the thread rests. */
const LOOK_MS = 5_000;
/** A thread that is busy for less than this share of the time between two looks rests. */
const RESTING = 0.02;
/** A collection stops its thread for about a second a gigabyte: larger heaps are left to V8, which takes them in small steps. */
const LARGEST_BYTES = 512 * 1_048_576;

/** A heap as its thread sees it. */
export interface OwnHeap {
  usedBytes(): number;
  collect(): void;
}

/** What the first collection finds garbage may hold others until its finalizers ran: the second one takes those. */
const COLLECTIONS = 2;

/** Has a heap collected when its thread rests after it worked. */
export class RestingHeap {
  #due = 0;

  constructor(private readonly heap: OwnHeap) {}

  /** `busy` is the share of the time since the last look in which the thread worked, 0 to 1. */
  look(busy: number): void {
    if (busy >= RESTING) this.#due = COLLECTIONS;
    else if (this.#due > 0 && this.heap.usedBytes() <= LARGEST_BYTES) {
      this.#due -= 1;
      this.heap.collect();
    }
  }
}

/**
 * Gives back what the work of this thread left in its heap, within seconds after it: V8 by itself does so when there is more work, or after
 * a hundred seconds without any. Node has no other way to ask for it than V8's flag. The timer keeps nobody alive, and ends by `clearInterval`.
 */
export function collectAtRest(): NodeJS.Timeout {
  const resting = new RestingHeap(ownHeap());
  let seen = performance.eventLoopUtilization();
  const look = (): void => {
    resting.look(performance.eventLoopUtilization(seen).utilization);
    // Taken afterwards: the collection itself is no work.
    seen = performance.eventLoopUtilization();
  };
  return setInterval(look, LOOK_MS).unref();
}

/** The heap of the calling thread. */
export function ownHeap(): OwnHeap {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  return { usedBytes: () => getHeapStatistics().used_heap_size, collect };
}

/** Per cent of what is in use that a heap may grow before it is collected. */
const GROWING_PERCENT = 35;

/**
 * Lets every heap of this process, threads included, grow by about a third of what is in use before it is collected. On a machine with much
 * memory V8 lets it grow to four times that, as memory costs nothing there; a server shares its machine. Measured under load, the
 * collections cost about 2 % of the time; a limit of the heap's size, the other way to the same, would end the server of a large bank.
 * The flag is read at each collection, so that it may be set while the program runs. The heap of the calling thread is collected whenever
 * it comes to rest, too, until `clearInterval`.
 */
export function keepHeapsSmall(): NodeJS.Timeout {
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
  return collectAtRest();
}
