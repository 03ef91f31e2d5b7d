import { EMPTY_CHANGE } from '../domain/change.js';
import type { BankName, MemoryId } from '../domain/ids.js';
import type { BankState } from '../indexes/bank-state.js';
import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';
import type { LearnedEncoder } from '../spaces/learned-encoder.js';
import { embedByModel } from './embed-memories.js';
import type { WriteQueue } from './write-queue.js';

export interface LateVectorsOptions {
  readonly bank: BankName;
  readonly state: BankState;
  readonly writes: WriteQueue;
  readonly store: Store;
  readonly clock: Clock;
  readonly embedder: LearnedEncoder;
  readonly actor: string;
}

/** Memories per commit. */
const BATCH = 64;

/** Makes vectors, in the background, for memories that were stored without one because the embedder was unavailable. */
export class LateVectors {
  readonly #stop = new AbortController();
  #running: Promise<void> | null = null;
  #wanting = true;

  constructor(private readonly options: LateVectorsOptions) {}

  /** Reports a write: one with all its vectors means that the model answers, so missing ones can be made now. */
  noteWrite(withoutVector: number): void {
    if (withoutVector > 0) this.#wanting = true;
    else if (this.#wanting) this.start();
  }

  start(): void {
    if (this.#stop.signal.aborted) return;
    this.#running ??= this.#run()
      // A failure is retried after the next write; nobody waits for it.
      .catch(() => undefined)
      .finally(() => {
        this.#running = null;
      });
  }

  /** Resolves when no work is in progress. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  /** Stops the work; what is committed stays. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.idle();
  }

  async #run(): Promise<void> {
    const { state, embedder } = this.options;
    await state.follow();
    if (state.encoder !== embedder.id) return;
    this.#wanting = false;
    const missing = state.withoutVector();
    for (let at = 0; at < missing.length; at += BATCH) {
      if (!(await this.#embed(missing.slice(at, at + BATCH)))) {
        this.#wanting = true;
        return;
      }
    }
  }

  /** False when the model is unavailable. It is called outside the write queue, which must not wait for it. */
  async #embed(ids: readonly MemoryId[]): Promise<boolean> {
    const { bank, store, clock, embedder, writes, actor } = this.options;
    const memories = await store.get(bank, ids);
    const { embeddings, away } = await embedByModel(memories, embedder, this.#stop.signal);
    if (embeddings.length > 0) {
      const change = {
        ...EMPTY_CHANGE,
        bank,
        at: clock.now(),
        verb: 'embed' as const,
        actor,
        reason: `${embeddings.length} vectors made later`,
        embeddings,
      };
      await writes.run(() => store.commit(change));
    }
    return !away && !this.#stop.signal.aborted;
  }
}
