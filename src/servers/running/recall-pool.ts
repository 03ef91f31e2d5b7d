import { Worker } from 'node:worker_threads';
import { MnemeError, type ErrorCode } from '../../domain/errors.js';

/** What a worker is asked: to run an operation that reads, to write down what recalls used, or to end. */
export type WorkerRequest =
  | { readonly id: number; readonly what: 'run'; readonly operation: string; readonly bank: string; readonly input: unknown }
  | { readonly id: number; readonly what: 'flush'; readonly bank: string }
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

/** One thread with the file open a second time: its own connection, its own indexes, level with the journal at every call. */
class RecallWorker {
  readonly #pending = new Map<number, Pending>();
  readonly #worker: Worker;
  #next = 1;
  #gone = false;

  constructor(options: unknown) {
    // From its source, while nothing is built: through tsx.
    const source = import.meta.url.endsWith('.ts');
    this.#worker = new Worker(new URL(source ? './recall-worker.ts' : './recall-worker.js', import.meta.url), { workerData: options, ...(source ? { execArgv: ['--import', 'tsx'] } : {}) });
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

const workerGone = (): MnemeError => new MnemeError('unavailable', 'A thread of the server ended.', { hint: 'Try again.' });

/** A question goes to the thread that had it before, for its cache, unless that one has so many more to answer than another. */
const AFFINITY = 3;
/** The main thread writes and talks: it answers itself only when each other thread has so many questions waiting. */
const RELIEF = 3;

/** Threads that answer questions, so that one process uses every core. */
export class RecallPool {
  readonly #workers: RecallWorker[];
  #ownLoad = 0;

  constructor(size: number, options: unknown) {
    this.#workers = Array.from({ length: size }, () => new RecallWorker(options));
  }

  /** Runs a reading operation where there is room: in a thread, or by `here` in this one. */
  async run(operation: string, bank: string, input: unknown, here: () => Promise<string>): Promise<string> {
    const workers = this.#workers.filter(({ gone }) => !gone);
    const least = workers.reduce<RecallWorker | null>((best, worker) => (best === null || worker.load < best.load ? worker : best), null);
    if (least === null || least.load >= this.#ownLoad * 2 + RELIEF) return this.#runHere(here);
    const usual = workers[hashOf(JSON.stringify([bank, input])) % workers.length] ?? least;
    return (usual.load <= least.load + AFFINITY ? usual : least).ask({ what: 'run', operation, bank, input });
  }

  /** Has every thread write down what its recalls delivered, so that it can be voted on. */
  async flush(bank: string): Promise<void> {
    await Promise.all(this.#workers.filter(({ gone }) => !gone).map((worker) => worker.ask({ what: 'flush', bank })));
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close()));
  }

  async #runHere(here: () => Promise<string>): Promise<string> {
    this.#ownLoad += 1;
    try {
      return await here();
    } finally {
      this.#ownLoad -= 1;
    }
  }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
