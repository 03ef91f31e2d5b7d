import { Worker } from 'node:worker_threads';
import type { Delegated } from '@mneme/core/domain/access.js';
import { type ErrorCode, MnemeError } from '@mneme/core/domain/errors.js';
import {
  noteRedactions,
  type OperationContext,
  type RedactionTally,
} from '@mneme/core/operations/operation.js';
import { currentClaim, type RequestClaim } from '@mneme/core/ports/request-claim.js';
import type { ForeignRequest } from '../compat/peers.js';
import { requestCancelled } from './scheduling.js';

/** A request to a thread to run an operation. */
interface RunRequest {
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
  /** The note that its changes write with themselves. */
  readonly claim?: RequestClaim | null;
}

/** A request of another memory server's client. */
interface ForeignRun extends Pick<RunRequest, 'id' | 'bank' | 'as' | 'stopped' | 'claim'> {
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

interface Family {
  /** The HELP and TYPE lines. */
  readonly head: string[];
  counted: boolean;
  readonly samples: Map<string, number>;
}

/**
 * Merges the metrics of all threads, in Prometheus text format: counters are summed sample by sample; gauges are
 * taken from the first text.
 */
export function joinMetrics(texts: readonly string[]): string {
  const families = new Map<string, Family>();
  for (const [at, text] of texts.entries()) readFamilies(text, families, at === 0);
  return `${[...families.values()].flatMap(({ head, samples }) => [...head, ...[...samples].map(([sample, value]) => `${sample} ${value}`)]).join('\n')}\n`;
}

function readFamilies(text: string, families: Map<string, Family>, first: boolean): void {
  let family: Family = { head: [], counted: false, samples: new Map() };
  let known = false;
  for (const line of text.split('\n')) {
    const [, mark, name = '', rest] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (mark === 'HELP') {
      known = families.has(name);
      family = families.get(name) ?? { head: [], counted: false, samples: new Map() };
      families.set(name, family);
    }
    if (mark === 'TYPE') family.counted = rest !== 'gauge';
    if (mark !== undefined) {
      if (!known) family.head.push(line);
      continue;
    }
    const end = line.lastIndexOf(' ');
    if (end < 0 || !(first || family.counted)) continue;
    const sample = line.slice(0, end);
    family.samples.set(sample, (family.samples.get(sample) ?? 0) + Number(line.slice(end + 1)));
  }
}

/** A job for a thread. */
export type ThreadWork = (
  Omit<RunRequest, 'id' | 'stopped' | 'claim'> | Omit<ForeignRun, 'id' | 'stopped' | 'claim'>
) & {
  /** Changes nothing, so that it can be terminated at any point. */
  readonly reads: boolean;
};

interface ThreadOptions {
  /** Options by which a thread opens the memory. */
  readonly open: unknown;
  /** The bank whose metrics are reported. */
  readonly bank: string;
  /** A thread ends after this long without a job, to free its indexes. */
  readonly restMs: number;
}

/** Grace period for a read after its caller disconnected. */
const GRACE_MS = 500;

interface Resting {
  readonly thread: MemoryThread;
  readonly end: NodeJS.Timeout;
}

/**
 * Threads for long computations, one job each, at a lower priority than the rest of the process. Each has its own
 * open memory; other threads see its commits like those of another process.
 */
export class WorkThreads {
  readonly #busy = new Set<MemoryThread>();
  readonly #resting: Resting[] = [];
  /** Metrics of threads that have ended. */
  #past: string[] = [];
  #unopenable = false;

  /** `told` is called when a thread ends unasked. */
  constructor(
    private readonly options: ThreadOptions,
    private readonly told: (error: unknown) => void,
  ) {}

  /** Whether threads can open the memory, as far as is known: some drivers lock the file. */
  get usable(): boolean {
    return !this.#unopenable;
  }

  /**
   * The operation's output as JSON. Throws what it throws; `interrupted` once the signal aborts: a write stops
   * between two commits.
   */
  async run(work: ThreadWork, { signal, onProgress }: OperationContext): Promise<string> {
    const isGone = (): boolean => signal?.aborted === true;
    if (isGone()) throw requestCancelled();
    const thread = this.#take();
    const { reads, ...asked } = work;
    const stopped = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    let ending: NodeJS.Timeout | undefined;
    const stop = (): void => {
      Atomics.store(stopped, 0, 1);
      if (reads) ending = setTimeout(() => void thread.stop(), GRACE_MS);
    };
    signal?.addEventListener('abort', stop);
    try {
      return await thread.ask({ ...asked, stopped, claim: currentClaim() }, onProgress);
    } catch (error) {
      if (!thread.answered && !isGone()) this.#unopenable = true;
      throw isGone() && thread.gone ? requestCancelled() : error;
    } finally {
      clearTimeout(ending);
      signal?.removeEventListener('abort', stop);
      this.#rest(thread);
    }
  }

  /** Metrics of these threads, in Prometheus text format; a job counts once it is done. */
  async metrics(): Promise<readonly string[]> {
    const now = this.#resting.map(({ thread }) => this.#figures(thread));
    return [...this.#past, ...(await Promise.all(now))];
  }

  /** Ends idle threads, and so frees what they have loaded. */
  async clear(): Promise<void> {
    await Promise.all(this.#resting.splice(0).map((each) => this.#end(each)));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#busy].map((thread) => thread.close()));
    await this.clear();
  }

  #take(): MemoryThread {
    const resting = this.#resting.pop();
    clearTimeout(resting?.end);
    const thread =
      resting?.thread.gone === false
        ? resting.thread
        : new MemoryThread(this.options.open, this.told, true);
    this.#busy.add(thread);
    return thread;
  }

  #rest(thread: MemoryThread): void {
    this.#busy.delete(thread);
    if (thread.gone) return;
    const resting: Resting = {
      thread,
      end: setTimeout(() => {
        this.#resting.splice(this.#resting.indexOf(resting), 1);
        this.#end(resting).catch(this.told);
      }, this.options.restMs),
    };
    resting.end.unref();
    this.#resting.push(resting);
  }

  async #end({ thread, end }: Resting): Promise<void> {
    clearTimeout(end);
    if (thread.gone) return;
    this.#past = [joinMetrics([...this.#past, await this.#figures(thread)])];
    await thread.close();
  }

  #figures(thread: MemoryThread): Promise<string> {
    return thread.ask({ what: 'metrics', bank: this.options.bank });
  }
}
