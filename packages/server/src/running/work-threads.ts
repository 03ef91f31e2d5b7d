import type { OperationContext } from '@mneme/core/operations/operation.js';
import { type ForeignRun, MemoryThread, type RunRequest } from './memory-thread.js';
import { requestCancelled } from './scheduling.js';

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
  Omit<RunRequest, 'id' | 'stopped'> | Omit<ForeignRun, 'id' | 'stopped'>
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
      return await thread.ask({ ...asked, stopped }, onProgress);
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
