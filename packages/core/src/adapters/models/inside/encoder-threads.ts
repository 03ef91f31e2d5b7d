import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

export interface EncoderThreadData {
  /** Address of the file of weights. */
  readonly weights: string;
}

/** Parts of texts, as ids of their pieces. */
export interface EncoderRequest {
  readonly id: number;
  readonly parts: readonly (readonly number[])[];
}

export interface EncoderReply {
  readonly id: number;
  readonly vectors: readonly Float32Array[];
}

/** Fewer parts are encoded sooner than a thread starts, or answers. */
const MIN_TO_START = 48;
const MIN_TO_ASK = 8;
/** Parts that a thread is given at once: few, so that all end at the same time. */
const SHARE = 4;
const MAX_THREADS = 3;
/** A thread without work ends after so many milliseconds, since each holds the weights. */
const REST_MS = 20_000;

/**
 * Threads that encode beside this one, which takes its share as well: a batch takes half the time on two cores. Made
 * when a batch is large enough, ended when there is none for a while; none where the machine has one core, or where
 * their file is not there, as in a program that was bundled without it.
 */
export class EncoderThreads {
  #threads: EncoderThread[] = [];
  #rest: NodeJS.Timeout | null = null;
  #failed = false;

  constructor(
    private readonly weights: URL,
    private readonly file: URL = new URL('./encoder-worker.js', import.meta.url),
    private readonly cores = availableParallelism(),
  ) {}

  /** The vector of each part, in order; `encodeHere` encodes one in this thread and may give others a turn. */
  async encode(
    parts: readonly (readonly number[])[],
    encodeHere: (part: readonly number[]) => Promise<Float32Array>,
  ): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    let next = 0;
    // Each has a second share waiting, so that it never waits for this thread to look up.
    const asked = this.#threadsFor(parts.length).flatMap((thread) => [thread, thread]);
    const threads = asked.map(async (thread) => {
      while (next < parts.length) {
        const from = next;
        next = Math.min(parts.length, from + SHARE);
        const made = await thread.encode(parts.slice(from, next));
        if (made === null) return this.#fail(thread);
        for (const [at, vector] of made.entries()) vectors[from + at] = vector;
      }
    });
    for (let at = next; at < parts.length; at = next) {
      next += 1;
      vectors[at] = await encodeHere(parts[at] ?? []);
    }
    await Promise.all(threads);
    // What a thread had taken when it ended.
    for (const [at, part] of parts.entries()) vectors[at] ??= await encodeHere(part);
    return vectors;
  }

  #threadsFor(parts: number): readonly EncoderThread[] {
    if (parts < (this.#threads.length > 0 ? MIN_TO_ASK : MIN_TO_START)) return [];
    const wanted = Math.min(MAX_THREADS, this.cores - 1);
    if (this.#failed || wanted < 1 || !existsSync(fileURLToPath(this.file))) return [];
    while (this.#threads.length < wanted)
      this.#threads.push(new EncoderThread(this.file, { weights: this.weights.href }));
    this.#restLater();
    return this.#threads;
  }

  #restLater(): void {
    if (this.#rest !== null) clearTimeout(this.#rest);
    this.#rest = setTimeout(
      () => (this.#threads.some(({ busy }) => busy) ? this.#restLater() : this.#end()),
      REST_MS,
    ).unref();
  }

  /** A thread that cannot run here will not run next time either. */
  #fail(thread: EncoderThread): void {
    this.#failed = true;
    this.#threads = this.#threads.filter((each) => each !== thread);
  }

  #end(): void {
    const threads = this.#threads;
    this.#threads = [];
    for (const thread of threads) thread.end();
  }
}

class EncoderThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (vectors: readonly Float32Array[] | null) => void>();
  #next = 0;
  #gone = false;

  constructor(file: URL, data: EncoderThreadData) {
    this.#worker = new Worker(file, { workerData: data });
    this.#worker.unref();
    this.#worker.on('message', ({ id, vectors }: EncoderReply) => this.#settle(id, vectors));
    this.#worker.on('error', () => this.end());
    this.#worker.on('exit', () => this.end());
  }

  get busy(): boolean {
    return this.#waiting.size > 0;
  }

  /** Null if the thread ended. */
  encode(parts: EncoderRequest['parts']): Promise<readonly Float32Array[] | null> {
    if (this.#gone) return Promise.resolve(null);
    const id = this.#next++;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      // While it has work, the process must not end.
      this.#worker.ref();
      this.#worker.postMessage({ id, parts } satisfies EncoderRequest);
    });
  }

  end(): void {
    this.#gone = true;
    for (const id of [...this.#waiting.keys()]) this.#settle(id, null);
    void this.#worker.terminate();
  }

  #settle(id: number, vectors: readonly Float32Array[] | null): void {
    const resolve = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (!this.busy) this.#worker.unref();
    resolve?.(vectors);
  }
}
