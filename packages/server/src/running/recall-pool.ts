import { FairLine, takenBack } from './scheduling.js';
import { MemoryThread, type Pending } from './memory-thread.js';

/** A question as it is handed over. */
interface Question {
  readonly operation: string;
  readonly bank: string;
  readonly input: unknown;
  /** Answers it in this thread. */
  readonly here: () => Promise<string>;
  /** Aborts when nobody wants the answer any more. */
  readonly signal?: AbortSignal;
}

/** So many questions more a thread may have than another before its banks are asked of that. */
const SPARE = 2;

/** Where several banks are asked, so many questions of one of them are with a thread: another's next one waits for no more. */
const OF_ONE_BANK = 2;
/** A bank is asked as long as its last question is no longer ago. */
const LATELY_MS = 60_000;

/** A question that waits for a thread, with everybody who asked it. */
interface Job extends Omit<Question, 'signal'> {
  /** Where it lies, once it is handed over, as which request. */
  handed?: { readonly thread: MemoryThread; readonly id: number };
  readonly asked: (Pending & Pick<Question, 'signal'>)[];
}

export interface PoolOptions {
  readonly threads: number;
  /** Questions that a thread has at once: few where it computes, more where it waits for a model's server. */
  readonly atOnce: number;
  /** How a thread opens the memory; null where none can, as it lives in this process alone. */
  readonly open: unknown;
}

/**
 * Threads that answer questions, so that one process uses every core. Questions wait in a line in which banks take turns; the same question asked
 * again before a thread has begun with it is answered once, for all who asked. Where many banks are asked, a bank goes to the thread that
 * has it open. When every thread is busy, the main one helps, one question at a time.
 */
export class RecallPool {
  readonly #threads: MemoryThread[];
  readonly #waiting = new FairLine<Job>();
  /** With a thread; who asks the same joins as long as it has not begun, as what it will read is then newer than the asking. */
  readonly #handed = new Map<string, Job>();
  /** Those that were asked for, until it is known that they are more than threads. */
  readonly #banks = new Set<string>();
  /** When each bank was asked last. */
  readonly #asked = new Map<string, number>();
  /** Questions of each bank that are being answered. */
  readonly #underWay = new Map<string, number>();
  #helping = false;

  /** `told` hears why a thread ended where nobody ended it: the others, or this one, then answer alone. */
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

  /** Runs a reading operation where there is room: in a thread, or in this one. One that all took back before its turn is not run. */
  run({ operation, bank, input, here, signal }: Question): Promise<string> {
    const key = JSON.stringify([operation, bank, input]);
    this.#note(bank);
    return new Promise((resolve, reject) => {
      const asking = { resolve, reject, ...(signal === undefined ? {} : { signal }) };
      const job = this.#waiting.get(bank, key) ?? this.#notBegun(key);
      if (job === null)
        this.#waiting.add(bank, key, { operation, bank, input, here, asked: [asking] });
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

  /** Has every thread write down what its recalls delivered, so that it can be voted on. */
  async flush(bank: string): Promise<void> {
    await Promise.all(this.#alive().map((worker) => worker.ask({ what: 'flush', bank })));
  }

  /** Each thread's figures, in Prometheus' text format. */
  async metrics(bank: string): Promise<string[]> {
    return Promise.all(this.#alive().map((worker) => worker.ask({ what: 'metrics', bank })));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((worker) => worker.close()));
  }

  #alive(): MemoryThread[] {
    return this.#threads.filter(({ gone }) => !gone);
  }

  /** In a later turn of the event loop: what came in meanwhile, from threads and from clients, goes first. */
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
        for (const { reject } of asked) reject(takenBack());
        continue;
      }
      if (free === null) this.#helping = true;
      this.#count(job.bank, 1);
      if (free === null)
        void settle(job, job.here()).finally(() => setImmediate(() => this.#helped(job.bank)));
      else void this.#hand(key, job, free);
    }
  }

  /** Whether one more question of a bank may be handed over: of a bank that is asked alone, as many as there is room for. */
  #mayGo(): (bank: string) => boolean {
    const most = this.#asked.size > 1 ? OF_ONE_BANK * Math.max(1, this.#threads.length) : Infinity;
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

  /** The thread that a bank is asked of where many are, unless it has more to do than another: what it holds open is not read twice. */
  #homeOf(bank: string, least: MemoryThread): MemoryThread {
    if (this.#banks.size <= this.#threads.length) this.#banks.add(bank);
    const home = this.#threads[placeOf(bank, this.#threads.length)];
    const many = this.#banks.size > this.#threads.length;
    return many && home?.gone === false && home.load <= least.load + SPARE ? home : least;
  }

  async #hand(key: string, job: Job, thread: MemoryThread): Promise<void> {
    const { operation, bank, input } = job;
    job.handed = { thread, id: thread.next };
    this.#handed.set(key, job);
    await settle(job, thread.ask({ what: 'run', operation, bank, input }));
    if (this.#handed.get(key) === job) this.#handed.delete(key);
    this.#count(bank, -1);
    this.#dispatch();
  }
}

/** The same thread for the same name, each as often. (FNV-1a) */
function placeOf(bank: string, places: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < bank.length; at++)
    hash = Math.imul(hash ^ bank.charCodeAt(at), 0x01000193) >>> 0;
  return hash % places;
}

async function settle({ asked }: Job, work: Promise<string>): Promise<void> {
  try {
    const text = await work;
    for (const { resolve } of asked) resolve(text);
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}
