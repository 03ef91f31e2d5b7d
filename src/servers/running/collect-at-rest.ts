import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

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
