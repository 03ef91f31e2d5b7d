import { Worker } from 'node:worker_threads';
import { MnemeError, type ErrorCode } from '../../domain/errors.js';

/** What a worker is asked: to run an operation that reads, to write down what recalls used, to tell its figures, or to end. */
export type WorkerRequest =
  | { readonly id: number; readonly what: 'run'; readonly operation: string; readonly bank: string; readonly input: unknown }
  | { readonly id: number; readonly what: 'flush'; readonly bank: string }
  | { readonly id: number; readonly what: 'metrics'; readonly bank: string }
  | { readonly id: number; readonly what: 'close' };

/** JSON of the output, or a refusal. */
export type WorkerReply = { readonly id: number; readonly text: string } | { readonly id: number; readonly refused: RefusalData } | { readonly id: number; readonly fault: string };

export interface RefusalData {
  readonly code: ErrorCode;
  readonly message: string;
  readonly field?: string;
  readonly value?: unknown;
  readonly hint?: string;
}

interface Pending {
  resolve(text: string): void;
  reject(error: unknown): void;
}

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

/** What a question makes is soon garbage: collected in small portions, it takes up less. */
const YOUNG_MB = 16;

/** One thread with the file open a second time: its own connection, its own indexes, level with the journal at every call. */
class RecallWorker {
  readonly #pending = new Map<number, Pending>();
  readonly #worker: Worker;
  #next = 1;
  #gone = false;

  constructor(options: unknown) {
    // From its source, while nothing is built: through tsx.
    const source = import.meta.url.endsWith('.ts');
    this.#worker = new Worker(new URL(source ? './recall-worker.ts' : './recall-worker.js', import.meta.url), { workerData: options, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB }, ...(source ? { execArgv: ['--import', 'tsx'] } : {}) });
    this.#worker.unref();
    this.#worker.on('message', (reply: WorkerReply) => this.#settle(reply));
    this.#worker.on('error', () => undefined);
    this.#worker.on('exit', () => this.#end());
  }

  get load(): number {
    return this.#pending.size;
  }

  get gone(): boolean {
    return this.#gone;
  }

  ask(request: { [Key in 'what' | 'operation' | 'bank' | 'input']?: unknown } & Pick<WorkerRequest, 'what'>): Promise<string> {
    if (this.#gone) return Promise.reject(workerGone());
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage({ ...request, id });
    });
  }

  async close(): Promise<void> {
    if (this.#gone) return;
    await this.ask({ what: 'close' }).catch(() => undefined);
    await this.#worker.terminate();
  }

  #settle(reply: WorkerReply): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if ('text' in reply) pending?.resolve(reply.text);
    else if ('refused' in reply) pending?.reject(new MnemeError(reply.refused.code, reply.refused.message, reply.refused));
    else pending?.reject(new Error(reply.fault));
  }

  #end(): void {
    this.#gone = true;
    for (const { reject } of this.#pending.values()) reject(workerGone());
    this.#pending.clear();
  }
}

export const takenBack = (): MnemeError => new MnemeError('interrupted', 'The request was taken back before its turn.');
const workerGone = (): MnemeError => new MnemeError('unavailable', 'A thread of the server ended.', { hint: 'Try again.' });

/** A question that waits for a thread, with everybody who asked it. */
interface Job extends Omit<Question, 'signal'> {
  readonly asked: (Pending & Pick<Question, 'signal'>)[];
}

export interface PoolOptions {
  readonly threads: number;
  /** Questions that a thread has at once: few where it computes, more where it waits for a model's server. */
  readonly atOnce: number;
  /** How a thread opens the memory. */
  readonly open: unknown;
}

/**
 * Threads that answer questions, so that one process uses every core. Questions wait in one line; the same question asked again
 * before its turn is answered once, for all who asked. When every thread is busy, the main one helps, one question at a time.
 */
export class RecallPool {
  readonly #workers: RecallWorker[];
  readonly #waiting = new Map<string, Job>();
  #helping = false;

  constructor(private readonly options: PoolOptions) {
    this.#workers = Array.from({ length: options.threads }, () => new RecallWorker(options.open));
  }

  /** Runs a reading operation where there is room: in a thread, or in this one. One that all took back before its turn is not run. */
  run({ operation, bank, input, here, signal }: Question): Promise<string> {
    const key = JSON.stringify([operation, bank, input]);
    const job = this.#waiting.get(key) ?? { operation, bank, input, here, asked: [] };
    this.#waiting.set(key, job);
    return new Promise((resolve, reject) => {
      job.asked.push({ resolve, reject, ...(signal === undefined ? {} : { signal }) });
      this.#dispatch();
    });
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
    await Promise.all(this.#workers.map((worker) => worker.close()));
  }

  #alive(): RecallWorker[] {
    return this.#workers.filter(({ gone }) => !gone);
  }

  /** In a later turn of the event loop: what came in meanwhile, from threads and from clients, goes first. */
  #helped(): void {
    this.#helping = false;
    this.#dispatch();
  }

  #dispatch(): void {
    for (const [key, job] of this.#waiting) {
      const free = this.#alive().reduce<RecallWorker | null>((best, worker) => (worker.load < (best?.load ?? this.options.atOnce) ? worker : best), null);
      if (free === null && this.#helping) return;
      this.#waiting.delete(key);
      const { operation, bank, input, asked } = job;
      if (asked.every(({ signal }) => signal?.aborted === true)) {
        for (const { reject } of asked) reject(takenBack());
        continue;
      }
      if (free === null) this.#helping = true;
      if (free === null) void settle(job, job.here()).finally(() => setImmediate(() => this.#helped()));
      else void settle(job, free.ask({ what: 'run', operation, bank, input })).finally(() => this.#dispatch());
    }
  }
}

async function settle({ asked }: Job, work: Promise<string>): Promise<void> {
  try {
    const text = await work;
    for (const { resolve } of asked) resolve(text);
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}
