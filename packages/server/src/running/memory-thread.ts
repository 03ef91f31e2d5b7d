import { Worker } from 'node:worker_threads';
import type { Delegated } from '@mneme/core/domain/access.js';
import type { ForeignRequest } from '../compat/peers.js';
import { MnemeError, type ErrorCode } from '@mneme/core/domain/errors.js';
import { noteRedactions, type Tally } from '@mneme/core/operations/operation.js';

/** An operation, as a thread is asked to run it. */
export interface RunRequest {
  readonly id: number;
  readonly what: 'run';
  readonly operation: string;
  readonly bank: string;
  readonly input: unknown;
  /** On whose behalf; null for who opened the memory. */
  readonly as?: Delegated | null;
  /** It is asked of somebody of whom nothing was remembered yet. */
  readonly nothing?: boolean;
  /** Not 0 once it is to stop between two commits. */
  readonly stopped?: Int32Array;
}

/** What another memory's client asked. */
export interface ForeignRun extends Pick<RunRequest, 'id' | 'bank' | 'as' | 'stopped'> {
  readonly what: 'foreign';
  readonly request: ForeignRequest;
}

/** What a worker is asked: to run something, to write down what recalls used, to tell its figures, or to end. */
export type WorkerRequest =
  | RunRequest
  | ForeignRun
  | { readonly id: number; readonly what: 'flush'; readonly bank: string }
  | { readonly id: number; readonly what: 'metrics'; readonly bank: string }
  | { readonly id: number; readonly what: 'close' };

/** JSON of the output and what was removed from the input, or a refusal; before it, how far the work is. */
export type WorkerReply =
  | { readonly id: number; readonly progress: readonly [done: number, total: number] }
  | ({ readonly id: number } & Outcome)
  | { readonly id: number; readonly refused: RefusalData }
  | { readonly id: number; readonly fault: string };

interface Outcome {
  readonly text: string;
  readonly tally: Tally;
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

/** Who waits for a text. */
export interface Pending {
  progress?(done: number, total: number): void;
  resolve(text: string): void;
  reject(error: unknown): void;
}

/** Who waits for the reply of a thread. */
interface Waiting extends Omit<Pending, 'resolve'> {
  resolve(outcome: Outcome): void;
}

/** What a thread is started with. */
export interface ThreadData {
  readonly options: unknown;
  readonly began: BigInt64Array;
  /** Others of this process come first, where the system tells threads apart. */
  readonly behind: boolean;
}

/** What a question makes is soon garbage: collected in small portions, it takes up less. */
const YOUNG_MB = 16;

/** One thread with the file open a second time: its own connection, its own indexes, level with the journal at every call. */
export class MemoryThread {
  readonly #pending = new Map<number, Waiting>();
  readonly #worker: Worker;
  /** The request that the thread began last: it writes it, this one reads it without asking. */
  readonly #began = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
  #next = 1;
  #gone = false;
  #answered = false;

  /**
   * `options` say how it opens the memory; `told` hears why it ended where nobody ended it. What computes for long is `behind` what answers
   * questions.
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

  /** Whether it ever answered: what did not could not open the memory. */
  get answered(): boolean {
    return this.#answered;
  }

  /** The number that the next request gets. */
  get next(): number {
    return this.#next;
  }

  /** Whether the thread has begun with a request; it takes them in their order. */
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

  /** Ends it in the middle of whatever it does: what only reads leaves nothing half done. */
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

  /** An error comes before the end that it makes; then the end tells nothing more. */
  #end(cause?: unknown): void {
    if (!this.#gone) this.told(cause ?? workerGone());
    this.#gone = true;
    for (const { reject } of this.#pending.values()) reject(workerGone(cause));
    this.#pending.clear();
  }
}

const workerGone = (cause?: unknown): MnemeError =>
  new MnemeError('unavailable', 'A thread of the server ended.', { hint: 'Try again.', cause });
