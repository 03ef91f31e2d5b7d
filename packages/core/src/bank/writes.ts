import { MnemeError } from '../domain/errors.js';
import { KEPT_RECALLS, type RecallRecord } from '../domain/feedback.js';
import type { MemoryId } from '../domain/ids.js';
import type { RememberInput } from '../domain/input.js';
import type { Recollection } from '../domain/recollection.js';
import type { Instant } from '../domain/time.js';

/** Refuses a change if the file was opened read-only. Throws `read_only`. */
export function assertWritable({ readOnly }: { readonly readOnly: boolean }): void {
  if (readOnly)
    throw new MnemeError('read_only', 'The memory is open only to read.', {
      hint: 'Open it without readOnly, or leave --read-only out.',
    });
}

/**
 * Runs the writes of one bank sequentially, in order of request. Yields to the event loop after each, so that an
 * import of a thousand batches delays other work by no more than one batch.
 */
export class WriteQueue {
  #tail: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(work, work);
    this.#tail = result
      .catch(() => undefined)
      .then(() => new Promise((resolve) => setImmediate(resolve)));
    return result;
  }

  /** Resolves when everything requested so far has run, successfully or not. */
  async idle(): Promise<void> {
    await this.#tail;
  }
}

/** Maximum number of accepted inputs per commit. */
const LARGEST_BATCH = 256;

interface Waiting {
  readonly input: RememberInput;
  readonly actor: string;
}

/** Inputs accepted but not yet committed; committed in the background, in order, in batches per actor. */
export class AcceptedInputs {
  readonly #waiting: Waiting[] = [];
  #draining: Promise<void> | null = null;
  #failure: unknown = null;

  constructor(
    private readonly commit: (inputs: readonly RememberInput[], actor: string) => Promise<unknown>,
  ) {}

  get count(): number {
    return this.#waiting.length;
  }

  add(input: RememberInput, actor = ''): void {
    this.#waiting.push({ input, actor });
    this.#start();
  }

  #start(): void {
    this.#draining ??= this.#drain().finally(() => {
      this.#draining = null;
      // Otherwise an input that arrived while the drain ended would wait for the next one.
      if (this.#waiting.length > 0) this.#start();
    });
  }

  /** Waits until everything accepted so far is committed; throws the first failure since the last call. */
  async settle(): Promise<void> {
    while (this.#draining !== null) await this.#draining;
    const failure = this.#failure;
    this.#failure = null;
    if (failure !== null) throw failure;
  }

  async #drain(): Promise<void> {
    // Yield once, so that inputs accepted in the same turn of the event loop share a commit.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const actor = this.#waiting[0]?.actor ?? '';
      const others = this.#waiting.findIndex((each) => each.actor !== actor);
      const batch = this.#waiting.splice(
        0,
        Math.min(LARGEST_BATCH, others < 0 ? Infinity : others),
      );
      try {
        await this.commit(
          batch.map(({ input }) => input),
          actor,
        );
      } catch (error) {
        this.#failure ??= error;
      }
    }
  }
}

/** What recalls delivered since the last write. */
export interface Uses {
  readonly used: readonly MemoryId[];
  readonly recalls: readonly RecallRecord[];
  /** The time of the latest recall. */
  readonly at: Instant;
}

/**
 * Collects what recalls delivered, so that recall itself never writes; written with the next write, some time after
 * the first recall, or at closing.
 */
export class UsageRecorder {
  #used: MemoryId[] = [];
  /** By id: an answer delivered twice is recorded once. */
  #recalls = new Map<string, RecallRecord>();
  #at: Instant = 0;
  /** Whether a write is scheduled and has not run yet. */
  #awaited = false;

  /** `record` writes; `soon` schedules a write, at most once until it runs and calls {@link due}. */
  constructor(
    private readonly record: (uses: Uses) => Promise<void>,
    private readonly soon: () => void,
  ) {}

  note(
    { id, delivered, plan: { need } }: Pick<Recollection, 'id' | 'delivered' | 'plan'>,
    at: Instant,
  ): void {
    if (delivered.length === 0) return;
    this.#ask();
    this.#used.push(...delivered);
    this.#at = at;
    this.#recalls.delete(id);
    this.#recalls.set(id, { id, at, need, delivered });
    // Recalls beyond those that the bank retains need not be recorded.
    if (this.#recalls.size <= KEPT_RECALLS) return;
    const [oldest] = this.#recalls.keys();
    if (oldest !== undefined) this.#recalls.delete(oldest);
  }

  /** Called by the scheduled write. Returns whether anything is still pending: another write may have taken it. */
  due(): boolean {
    this.#awaited = false;
    return this.#recalls.size > 0;
  }

  async flush(): Promise<void> {
    if (this.#recalls.size === 0) return;
    const [used, recalls] = [this.#used, this.#recalls];
    this.#used = [];
    this.#recalls = new Map();
    try {
      await this.record({ used, recalls: [...recalls.values()], at: this.#at });
    } catch (error) {
      // Kept for the next write, before what came meanwhile.
      this.#used = [...used, ...this.#used];
      this.#recalls = new Map([...recalls, ...this.#recalls]);
      throw error;
    }
  }

  /** Schedules at most one write: otherwise, under load, writes would trigger one another without end. */
  #ask(): void {
    if (this.#awaited) return;
    this.#awaited = true;
    this.soon();
  }
}
