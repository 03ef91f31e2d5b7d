import { randomBytes } from 'node:crypto';
import { MnemeError } from '../../domain/errors.js';
import type { OperationContext } from '../../operations/operation.js';

export const WORK_STATES = ['running', 'done', 'failed', 'cancelled'] as const;

/** A piece of work that goes on after its request was answered. */
export interface Work {
  readonly id: string;
  readonly bank: string;
  readonly operation: string;
  readonly state: (typeof WORK_STATES)[number];
  /** Null until the work told any. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** The operation's output, when it is done. */
  readonly result: unknown;
  /** Why it failed. */
  readonly error: unknown;
}

interface Held {
  work: Work;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** So many ended works can still be asked after, the latest. */
const KEPT = 200;
const MAX_RUNNING = 8;

/** Long work of this process, by id. It is not kept beyond the process: what it committed is. */
export class LongWork {
  readonly #held = new Map<string, Held>();

  /** `fault` is told of failures that are ours. */
  constructor(private readonly fault: (error: unknown) => void) {}

  /** Starts work and returns at once. `perform` gives JSON. Throws `rate_limited` while too much is going on. */
  start(
    bank: string,
    operation: string,
    perform: (context: OperationContext) => Promise<string>,
  ): Work {
    if (this.#running().length >= MAX_RUNNING) {
      throw new MnemeError('rate_limited', `${MAX_RUNNING} long operations are going on already.`, {
        value: 5,
        hint: 'Wait for one of them, or cancel it.',
      });
    }
    const id = `o_${randomBytes(8).toString('hex')}`;
    const stop = new AbortController();
    const work: Work = {
      id,
      bank,
      operation,
      state: 'running',
      progress: null,
      startedAt: Date.now(),
      endedAt: null,
      result: null,
      error: null,
    };
    const onProgress = (done: number, total: number): void =>
      this.#change(id, { progress: { done, total } });
    const ended = perform({ signal: stop.signal, onProgress }).then(
      (text) =>
        this.#change(id, {
          state: 'done',
          endedAt: Date.now(),
          result: JSON.parse(text) as unknown,
        }),
      (error: unknown) => this.#fail(id, stop.signal.aborted, error),
    );
    this.#held.set(id, { work, stop, ended });
    this.#forget();
    return work;
  }

  /** Work on a bank, the latest first. */
  list(bank: string): Work[] {
    return [...this.#held.values()]
      .map(({ work }) => work)
      .filter((work) => work.bank === bank)
      .reverse();
  }

  /** Throws `not_found`, also for another bank's. */
  get(bank: string, id: string): Work {
    return this.#find(bank, id).work;
  }

  /** Asks it to stop between two commits, and waits until it has. What was committed stays. */
  async cancel(bank: string, id: string): Promise<Work> {
    const held = this.#find(bank, id);
    held.stop.abort();
    await held.ended;
    return held.work;
  }

  /** Stops everything between two commits. */
  async close(): Promise<void> {
    for (const { stop } of this.#running()) stop.abort();
    await Promise.all(this.#running().map(({ ended }) => ended));
  }

  #find(bank: string, id: string): Held {
    const held = this.#held.get(id);
    if (held !== undefined && held.work.bank === bank) return held;
    throw new MnemeError('not_found', 'There is no such operation.', {
      field: 'id',
      value: id,
      hint: 'Operations are known until the server ends.',
    });
  }

  #running(): Held[] {
    return [...this.#held.values()].filter(({ work }) => work.state === 'running');
  }

  #change(id: string, changed: Partial<Work>): void {
    const held = this.#held.get(id);
    if (held !== undefined) held.work = { ...held.work, ...changed };
  }

  #fail(id: string, stopped: boolean, error: unknown): void {
    const known = MnemeError.is(error);
    if (!known) this.fault(error);
    this.#change(id, {
      state: stopped ? 'cancelled' : 'failed',
      endedAt: Date.now(),
      error: known ? JSON.parse(JSON.stringify(error)) : { message: 'A fault of the server.' },
    });
  }

  #forget(): void {
    const ended = [...this.#held.values()].filter(({ work }) => work.state !== 'running');
    for (const { work } of ended.slice(0, Math.max(0, ended.length - KEPT)))
      this.#held.delete(work.id);
  }
}
