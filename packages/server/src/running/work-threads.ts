import type { OperationContext } from '@mneme/core/operations/operation.js';
import { type ForeignRun, MemoryThread, type RunRequest } from './memory-thread.js';
import { takenBack } from './scheduling.js';

interface Family {
  /** Its lines of help and type. */
  readonly head: string[];
  counted: boolean;
  readonly samples: Map<string, number>;
}

/**
 * The figures of a server in Prometheus' text format, from those of its threads: what is counted is added up, sample by sample; what
 * is measured (gauges) is as the first text has it.
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

/** What a thread is given to do. */
export type ThreadWork = (
  Omit<RunRequest, 'id' | 'stopped'> | Omit<ForeignRun, 'id' | 'stopped'>
) & {
  /** It changes nothing, so that it can be ended wherever it is. */
  readonly reads: boolean;
};

interface ThreadOptions {
  /** How a thread opens the memory. */
  readonly open: unknown;
  /** The bank whose figures are told. */
  readonly bank: string;
  /** A thread that has nothing to do ends after so long: it holds indexes of its own. */
  readonly restMs: number;
}

/** What reads has so long to stop by itself once its caller went. */
const GRACE_MS = 500;

interface Resting {
  readonly thread: MemoryThread;
  readonly end: NodeJS.Timeout;
}

/**
 * Threads for what computes for long, one piece of work each, behind everything else that the process does. They have the file open for
 * themselves, and the others see their commits as they see another process's.
 */
export class WorkThreads {
  readonly #busy = new Set<MemoryThread>();
  readonly #resting: Resting[] = [];
  /** What threads told that have ended. */
  #past: string[] = [];
  #unopenable = false;

  /** `told` hears why a thread ended where nobody ended it. */
  constructor(
    private readonly options: ThreadOptions,
    private readonly told: (error: unknown) => void,
  ) {}

  /** Whether a thread can open the memory at all, as far as is known: a driver may share the file with nobody. */
  get usable(): boolean {
    return !this.#unopenable;
  }

  /** The operation's output as JSON. Throws what it throws; `interrupted` once the signal aborts: for what writes, between two commits. */
  async run(work: ThreadWork, { signal, onProgress }: OperationContext): Promise<string> {
    const isGone = (): boolean => signal?.aborted === true;
    if (isGone()) throw takenBack();
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
      throw isGone() && thread.gone ? takenBack() : error;
    } finally {
      clearTimeout(ending);
      signal?.removeEventListener('abort', stop);
      this.#rest(thread);
    }
  }

  /** Figures of what was done here, in Prometheus' text format; of what is under way, when it is done. */
  async metrics(): Promise<readonly string[]> {
    const now = this.#resting.map(({ thread }) => this.#figures(thread));
    return [...this.#past, ...(await Promise.all(now))];
  }

  /** Forgets what threads that have nothing to do hold in memory. */
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
