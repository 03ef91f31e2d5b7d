import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Mneme } from '@mneme/core/mneme.js';

export interface IdleWatchOptions {
  /** Milliseconds without a request that count as idle. */
  readonly idleMs: number;
  /** Interval of the check. */
  readonly everyMs: number;
  readonly ticks: () => number;
  readonly fault: (error: unknown) => void;
}

/**
 * Consolidates the banks of a server while it is idle, where their settings allow, and stops when a request arrives.
 */
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

  /** Reports a request: consolidation stops after its current step. */
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

  /** One after the other, each bank that consolidates by itself. */
  async #dream(signal: AbortSignal): Promise<void> {
    for (const { name, settings } of await this.memory.file.banks()) {
      if (signal.aborted) return;
      if (settings.dreamAt !== 'off') await this.memory.bank(name).dreams.whenIdle({ signal });
    }
  }
}

/** Interval at which a thread's load is sampled. */
const LOOK_MS = 5_000;
/** A thread with a load below this share is at rest. */
const RESTING = 0.02;
/** A collection stops its thread for about a second per gigabyte: larger heaps are left to V8's incremental marking. */
const LARGEST_BYTES = 512 * 1_048_576;

/** The heap of the calling thread. */
export interface OwnHeap {
  usedBytes(): number;
  collect(): void;
}

/** Objects with finalizers survive the first collection; the second one frees what they held. */
const COLLECTIONS = 2;

/** Triggers garbage collection once a thread rests after work. */
export class RestingHeap {
  #due = 0;

  constructor(private readonly heap: OwnHeap) {}

  /** `busy` is the thread's load since the last sample, 0 to 1. */
  look(busy: number): void {
    if (busy >= RESTING) this.#due = COLLECTIONS;
    else if (this.#due > 0 && this.heap.usedBytes() <= LARGEST_BYTES) {
      this.#due -= 1;
      this.heap.collect();
    }
  }
}

/**
 * Frees the garbage of this thread's work within seconds: V8 by itself waits for more work, or for a hundred seconds.
 * Node offers no other way to ask for it than V8's flag. The timer does not keep the process alive; `clearInterval`
 * stops it.
 */
export function collectAtRest(): NodeJS.Timeout {
  const resting = new RestingHeap(ownHeap());
  let seen = performance.eventLoopUtilization();
  const look = (): void => {
    resting.look(performance.eventLoopUtilization(seen).utilization);
    // Measured again, so that the collection itself does not count as work.
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

/** How much a heap may grow before it is collected, in per cent of its live size. */
const GROWING_PERCENT = 35;

/**
 * Limits the growth of all heaps of this process, threads included, to about a third of their live size before a
 * collection. With much memory, V8 allows four times the live size, but a server shares its machine. Measured under
 * load, collections cost about 2 % of the time; limiting the size of the heap instead would crash the server of a
 * large bank. V8 reads the flag at each collection, so that it takes effect at run time. Also collects the heap of
 * the calling thread whenever it rests, until `clearInterval`.
 */
export function keepHeapsSmall(): NodeJS.Timeout {
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
  return collectAtRest();
}
