import type { Delegated } from '../../domain/access.js';
import type { OperationContext } from '../../operations/operation.js';
import { joinMetrics } from './join-metrics.js';
import { MemoryThread } from './memory-thread.js';

/** An operation on a file that was sent. */
interface UploadWork {
  readonly operation: string;
  readonly bank: string;
  /** On whose behalf; null for who opened the memory. */
  readonly as: Delegated | null;
  readonly input: unknown;
}

/**
 * Takes in what was sent in a thread of its own, so that reading a file, whatever it holds, keeps nobody else waiting. The thread is there
 * while there is something to take in; it has the file open for itself, and the others see its commits as they see another process's.
 */
export class UploadThread {
  #thread: MemoryThread | null = null;
  #underWay = 0;
  /** What threads told that have ended. */
  #past: string[] = [];

  /** `open` says how the thread opens the memory, `bank` whose figures it tells; `told` hears why it ended where nobody ended it. */
  constructor(
    private readonly open: unknown,
    private readonly bank: string,
    private readonly told: (error: unknown) => void,
  ) {}

  /** The operation's output as JSON. Throws what it throws; `interrupted` once the signal aborts, between two commits. */
  async run(work: UploadWork, { signal, onProgress }: OperationContext): Promise<string> {
    const thread = this.#begin();
    const stopped = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const stop = (): void => void Atomics.store(stopped, 0, 1);
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop);
    try {
      return await thread.ask({ what: 'run', ...work, stopped }, onProgress);
    } finally {
      signal?.removeEventListener('abort', stop);
      await this.#end(thread);
    }
  }

  /** Figures of what was taken in, in Prometheus' text format. */
  async metrics(): Promise<readonly string[]> {
    const now = this.#thread?.gone === false ? [await this.#figures(this.#thread)] : [];
    return [...this.#past, ...now];
  }

  async close(): Promise<void> {
    await this.#thread?.close();
  }

  #begin(): MemoryThread {
    this.#underWay++;
    if (this.#thread === null || this.#thread.gone)
      this.#thread = new MemoryThread(this.open, this.told);
    return this.#thread;
  }

  /** The last to be done ends the thread, which holds indexes of its own. */
  async #end(thread: MemoryThread): Promise<void> {
    this.#underWay--;
    if (this.#underWay > 0 || this.#thread !== thread) return;
    this.#thread = null;
    if (!thread.gone) this.#past = [joinMetrics([...this.#past, await this.#figures(thread)])];
    await thread.close();
  }

  #figures(thread: MemoryThread): Promise<string> {
    return thread.ask({ what: 'metrics', bank: this.bank });
  }
}
