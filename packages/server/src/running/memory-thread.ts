import { Worker } from 'node:worker_threads';
import type { Delegated } from '@mneme/core/domain/access.js';
import type { ForeignRequest } from '../compat/peers.js';
import { MnemeError, type ErrorCode } from '@mneme/core/domain/errors.js';
import { noteRedactions, type RedactionTally } from '@mneme/core/operations/operation.js';

/** A request to a thread to run an operation. */
export interface RunRequest {
  readonly id: number;
  readonly what: 'run';
  readonly operation: string;
  readonly bank: string;
  readonly input: unknown;
  /** On whose behalf; null for the one who opened the memory. */
  readonly as?: Delegated | null;
  /** The bank is of a user of whom nothing was remembered yet, and must not be created. */
  readonly nothing?: boolean;
  /** Set to non-zero to stop between two commits. */
  readonly stopped?: Int32Array;
}

/** A request of another memory server's client. */
export interface ForeignRun extends Pick<RunRequest, 'id' | 'bank' | 'as' | 'stopped'> {
  readonly what: 'foreign';
  readonly request: ForeignRequest;
}

/** A request to a worker: run something, store what recalls used, return its metrics, or close. */
export type WorkerRequest =
  | RunRequest
  | ForeignRun
  | { readonly id: number; readonly what: 'flush'; readonly bank: string }
  | { readonly id: number; readonly what: 'metrics'; readonly bank: string }
  | { readonly id: number; readonly what: 'close' };

/** Progress, then the JSON of the output with what was redacted from the input, or an error. */
export type WorkerReply =
  | { readonly id: number; readonly progress: readonly [done: number, total: number] }
  | ({ readonly id: number } & Outcome)
  | { readonly id: number; readonly refused: RefusalData }
  | { readonly id: number; readonly fault: string };

interface Outcome {
  readonly text: string;
  readonly tally: RedactionTally;
}

export interface RefusalData {
  readonly code: ErrorCode;
  readonly message: string;
  readonly field?: string;
  readonly value?: unknown;
  readonly hint?: string;
  readonly quoted: readonly string[];
}

type Asked<Request> = Request extends unknown ? Omit<Request, 'id'> : never;

/** The waiting side of a request for text. */
export interface Pending {
  progress?(done: number, total: number): void;
  resolve(text: string): void;
  reject(error: unknown): void;
}

/** The waiting side of a request to a thread. */
interface Waiting extends Omit<Pending, 'resolve'> {
  resolve(outcome: Outcome): void;
}

/** What a thread is started with. */
export interface ThreadData {
  readonly options: unknown;
  readonly began: BigInt64Array;
  /** Lowers the thread's priority, where the system has one per thread. */
  readonly behind: boolean;
}

/**
 * Size of the young generation in megabytes: most of a recall's garbage is short-lived, and frequent small
 * collections use less memory.
 */
const YOUNG_MB = 16;

/**
 * A thread with the file opened again: its own connection and indexes, brought up to date with the journal at every
 * call.
 */
export class MemoryThread {
  readonly #pending = new Map<number, Waiting>();
  readonly #worker: Worker;
  /**
   * Number of the latest request that the thread has begun; the thread writes it, and this side reads it without a
   * message.
   */
  readonly #began = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
  #next = 1;
  #gone = false;
  #answered = false;

  /**
   * `options` are for opening the memory; `told` is called when the thread ends unasked. A thread for long
   * computations runs `behind` those that answer queries.
   */
  constructor(
    options: unknown,
    private readonly told: (error: unknown) => void,
    behind = false,
  ) {
    this.#worker = new Worker(new URL('./memory-worker.js', import.meta.url), {
      workerData: { options, began: this.#began, behind } satisfies ThreadData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.#worker.unref();
    this.#worker.on('message', (reply: WorkerReply) => this.#settle(reply));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end());
  }

  get load(): number {
    return this.#pending.size;
  }

  get gone(): boolean {
    return this.#gone;
  }

  /** Whether it ever answered; if not, it could not open the memory. */
  get answered(): boolean {
    return this.#answered;
  }

  /** Number of the next request. */
  get next(): number {
    return this.#next;
  }

  /** Whether the thread has begun a request; it takes them in order. */
  hasBegun(id: number): boolean {
    return Atomics.load(this.#began, 0) >= BigInt(id);
  }

  async ask(request: Asked<WorkerRequest>, progress?: Pending['progress']): Promise<string> {
    if (this.#gone) throw workerGone();
    const id = this.#next++;
    const { text, tally } = await new Promise<Outcome>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, ...(progress === undefined ? {} : { progress }) });
      this.#worker.postMessage({ ...request, id });
    });
    noteRedactions(tally);
    return text;
  }

  async close(): Promise<void> {
    if (this.#gone) return;
    await this.ask({ what: 'close' }).catch(this.told);
    this.#gone = true;
    await this.#worker.terminate();
  }

  /** Terminates the thread at once, which is safe for reads only. */
  async stop(): Promise<void> {
    this.#gone = true;
    await this.#worker.terminate();
  }

  #settle(reply: WorkerReply): void {
    this.#answered = true;
    const pending = this.#pending.get(reply.id);
    if ('progress' in reply) {
      pending?.progress?.(...reply.progress);
      return;
    }
    this.#pending.delete(reply.id);
    if ('text' in reply) pending?.resolve(reply);
    else if ('refused' in reply)
      pending?.reject(new MnemeError(reply.refused.code, reply.refused.message, reply.refused));
    else pending?.reject(new Error(reply.fault));
  }

  /** An error precedes the exit that it causes; only the first is reported. */
  #end(cause?: unknown): void {
    if (!this.#gone) this.told(cause ?? workerGone());
    this.#gone = true;
    for (const { reject } of this.#pending.values()) reject(workerGone(cause));
    this.#pending.clear();
  }
}

const workerGone = (cause?: unknown): MnemeError =>
  new MnemeError('unavailable', 'A thread of the server ended.', { hint: 'Try again.', cause });
