import type { Delegated } from '@mneme/core/domain/access.js';
import { FairQueue, requestCancelled } from './scheduling.js';
import { MemoryThread, type Pending } from './work-threads.js';

/** A query for the pool. */
interface Question {
  readonly operation: string;
  readonly bank: string;
  readonly input: unknown;
  /** On whose behalf, where that makes another answer. */
  readonly as?: Delegated | null;
  /** Runs it in this thread. */
  readonly here: () => Promise<string>;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

/** A bank's own thread may have this many more queries than the least busy one before another thread is used. */
const MAX_EXTRA_LOAD = 2;

/**
 * While several banks are queried, each has at most this many queries per thread in progress, so that others wait for
 * no more than these.
 */
const MAX_PER_BANK = 2;
/** A bank counts as in use for this long after its last query. */
const LATELY_MS = 60_000;

/** A queued query, with everybody who waits for its answer. */
interface Job extends Omit<Question, 'signal'> {
  /** The thread and request number, once it was sent. */
  handed?: { readonly thread: MemoryThread; readonly id: number };
  readonly asked: (Pending & Pick<Question, 'signal'>)[];
}

export interface PoolOptions {
  readonly threads: number;
  /** Concurrent queries per thread: few where it computes, more where it waits for a model's server. */
  readonly atOnce: number;
  /** Options by which a thread opens the memory; null where only this process can. */
  readonly open: unknown;
}

/**
 * A pool of threads that answer queries, to use every core. Banks take turns in the queue; equal queries that arrive
 * before a thread has begun are run once for all. With more banks than threads, each bank is queried in the thread
 * that has it open. When all threads are busy, the main thread helps, one query at a time.
 */
export class RecallPool {
  readonly #threads: MemoryThread[];
  readonly #waiting = new FairQueue<Job>();
  /**
   * Queries sent to a thread; an equal one may join until the thread begins, as it then reads data newer than the
   * request.
   */
  readonly #handed = new Map<string, Job>();
  /** Banks queried so far, until they outnumber the threads. */
  readonly #banks = new Set<string>();
  /** Time of each bank's last query. */
  readonly #asked = new Map<string, number>();
  /** Queries in progress per bank. */
  readonly #underWay = new Map<string, number>();
  #helping = false;

  /** `told` is called when a thread ends unasked; the others, or the main thread, take over. */
  constructor(
    private readonly options: PoolOptions,
    told: (error: unknown) => void,
    private readonly ticks: () => number = () => performance.now(),
  ) {
    this.#threads = Array.from(
      { length: options.threads },
      () => new MemoryThread(options.open, told),
    );
  }

  /**
   * Runs a read operation in a free thread or in this one. A query that all callers cancelled before its turn is not
   * run.
   */
  run({ operation, bank, input, as = null, here, signal }: Question): Promise<string> {
    const key = JSON.stringify([operation, bank, input, as?.recipient]);
    this.#note(bank);
    return new Promise((resolve, reject) => {
      const asking = { resolve, reject, ...(signal === undefined ? {} : { signal }) };
      const job = this.#waiting.get(bank, key) ?? this.#notBegun(key);
      if (job === null)
        this.#waiting.add(bank, key, { operation, bank, input, as, here, asked: [asking] });
      else job.asked.push(asking);
      this.#dispatch();
    });
  }

  #notBegun(key: string): Job | null {
    const job = this.#handed.get(key);
    return job?.handed !== undefined &&
      !job.handed.thread.gone &&
      !job.handed.thread.hasBegun(job.handed.id)
      ? job
      : null;
  }

  /** Has every thread store what its recalls returned, so that feedback can refer to it. */
  async flush(bank: string): Promise<void> {
    await Promise.all(this.#alive().map((worker) => worker.ask({ what: 'flush', bank })));
  }

  /** The metrics of each thread, in Prometheus text format. */
  async metrics(bank: string): Promise<string[]> {
    return Promise.all(this.#alive().map((worker) => worker.ask({ what: 'metrics', bank })));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((worker) => worker.close()));
  }

  #alive(): MemoryThread[] {
    return this.#threads.filter(({ gone }) => !gone);
  }

  /** Continues in a later turn of the event loop, so that messages of threads and clients go first. */
  #helped(bank: string): void {
    this.#helping = false;
    this.#count(bank, -1);
    this.#dispatch();
  }

  #dispatch(): void {
    while (!this.#waiting.isEmpty) {
      const least = this.#alive().reduce<MemoryThread | null>(
        (best, worker) => (worker.load < (best?.load ?? this.options.atOnce) ? worker : best),
        null,
      );
      if (least === null && this.#helping) return;
      const next = this.#waiting.next(this.#mayGo());
      if (next === null) return;
      const [key, job] = next;
      const free = least === null ? null : this.#homeOf(job.bank, least);
      const { asked } = job;
      if (asked.every(({ signal }) => signal?.aborted === true)) {
        for (const { reject } of asked) reject(requestCancelled());
        continue;
      }
      if (free === null) this.#helping = true;
      this.#count(job.bank, 1);
      if (free === null)
        void answerAll(job, job.here()).finally(() => setImmediate(() => this.#helped(job.bank)));
      else void this.#hand(key, job, free);
    }
  }

  /** Whether another query of a bank may be sent: without limit while only one bank is in use. */
  #mayGo(): (bank: string) => boolean {
    const most = this.#asked.size > 1 ? MAX_PER_BANK * Math.max(1, this.#threads.length) : Infinity;
    return (bank) => (this.#underWay.get(bank) ?? 0) < most;
  }

  #note(bank: string): void {
    const now = this.ticks();
    this.#asked.delete(bank);
    this.#asked.set(bank, now);
    for (const [other, at] of this.#asked) {
      if (now - at <= LATELY_MS) break;
      this.#asked.delete(other);
    }
  }

  #count(bank: string, more: number): void {
    const underWay = (this.#underWay.get(bank) ?? 0) + more;
    if (underWay === 0) this.#underWay.delete(bank);
    else this.#underWay.set(bank, underWay);
  }

  /**
   * The thread of a bank when banks outnumber threads, unless it is busier than another: so that no bank is loaded
   * twice.
   */
  #homeOf(bank: string, least: MemoryThread): MemoryThread {
    if (this.#banks.size <= this.#threads.length) this.#banks.add(bank);
    const home = this.#threads[placeOf(bank, this.#threads.length)];
    const many = this.#banks.size > this.#threads.length;
    return many && home?.gone === false && home.load <= least.load + MAX_EXTRA_LOAD ? home : least;
  }

  async #hand(key: string, job: Job, thread: MemoryThread): Promise<void> {
    const { operation, bank, input, as = null } = job;
    job.handed = { thread, id: thread.next };
    this.#handed.set(key, job);
    await answerAll(job, thread.ask({ what: 'run', operation, bank, input, as }));
    if (this.#handed.get(key) === job) this.#handed.delete(key);
    this.#count(bank, -1);
    this.#dispatch();
  }
}

/** Maps a name to one of `places` evenly, always the same one (FNV-1a). */
function placeOf(bank: string, places: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < bank.length; at++)
    hash = Math.imul(hash ^ bank.charCodeAt(at), 0x01000193) >>> 0;
  return hash % places;
}

async function answerAll({ asked }: Job, work: Promise<string>): Promise<void> {
  try {
    const text = await work;
    for (const { resolve } of asked) resolve(text);
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}
