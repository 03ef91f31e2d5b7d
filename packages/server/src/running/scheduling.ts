import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Operation } from '@mneme/core/operations/operation.js';

/** Characters that a number, or a field name, counts as. */
const VALUE = 4;

/** Whether an input exceeds this many characters, values included; stops counting there. */
export function isLong(input: unknown, characters: number): boolean {
  const left = [input];
  for (let room = characters; left.length > 0;) {
    const value = left.pop();
    room -= VALUE + (typeof value === 'string' ? value.length : 0);
    if (ArrayBuffer.isView(value)) room -= value.byteLength;
    if (room < 0) return true;
    if (Array.isArray(value) && value.length > room) return true;
    if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value))
      for (const each of Object.values(value)) left.push(each);
  }
  return false;
}

/**
 * `pool`: a thread that has the bank loaded. `main`: the thread that serves everybody, in turns. `apart`: a thread
 * that computes nothing else meanwhile.
 */
type Placement = 'pool' | 'main' | 'apart';

/** Maximum characters of an input that is quick to process. */
export const LONGEST = 4_000;
/** More for a query, as it may list ids to exclude. */
const LONGEST_QUESTION = 16_000;

/** Where a call runs: `apart` for verbs not known to be quick, and for long inputs. */
export function placeOf({ served }: Pick<Operation, 'served'>, input: unknown): Placement {
  if (served?.pace === 'question') return isLong(input, LONGEST_QUESTION) ? 'apart' : 'pool';
  return served?.pace === 'quick' && !isLong(input, LONGEST) ? 'main' : 'apart';
}

/** The error for a request that all its callers cancelled. */
export const requestCancelled = (): MnemeError =>
  new MnemeError('interrupted', 'The request was taken back before it was answered.');

/** A queue with round robin between banks: a thousand queries of one bank delay another's by a round at most. */
export class FairQueue<Job> {
  /** In order of turns: the next bank comes first. */
  readonly #banks = new Map<string, Map<string, Job>>();

  get(bank: string, key: string): Job | undefined {
    return this.#banks.get(bank)?.get(key);
  }

  add(bank: string, key: string, job: Job): void {
    const jobs = this.#banks.get(bank);
    if (jobs === undefined) this.#banks.set(bank, new Map([[key, job]]));
    else jobs.set(key, job);
  }

  /** Removes the next job of the banks that may go on; null where they have none. */
  next(mayGo: (bank: string) => boolean = () => true): readonly [key: string, job: Job] | null {
    for (const [bank, jobs] of this.#banks) {
      if (!mayGo(bank)) continue;
      this.#banks.delete(bank);
      const [job] = jobs;
      if (job === undefined) return null;
      jobs.delete(job[0]);
      if (jobs.size > 0) this.#banks.set(bank, jobs);
      return job;
    }
    return null;
  }

  get isEmpty(): boolean {
    return this.#banks.size === 0;
  }
}

/**
 * Fair use of the event loop: tasks of the main thread start one at a time, callers in turn. Messages and new
 * requests are handled in between, so that a caller with a thousand requests delays others by one of them.
 */
export class Turns {
  readonly #waiting = new FairQueue<() => void>();
  #last = 0;
  #begun = false;

  /** Resolves when it is the turn of `whose`. */
  take(whose: string): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.add(whose, String(this.#last++), resolve);
      this.#begin();
    });
  }

  #begin(): void {
    if (this.#begun || this.#waiting.isEmpty) return;
    this.#begun = true;
    setImmediate(() => {
      this.#begun = false;
      this.#waiting.next()?.[1]();
      this.#begin();
    });
  }
}

/** The owner of a job. */
export interface WorkOwner {
  /** Id of the key that requested it. */
  readonly caller: string;
  readonly bank: string;
}

interface QueueLimits {
  /** Maximum concurrent jobs. */
  readonly atOnce: number;
  /** Of these, the maximum per caller, and per bank. */
  readonly each: number;
  /** Maximum queued jobs per caller. */
  readonly waiting: number;
}

interface Waiting extends WorkOwner {
  readonly begin: () => void;
}

/**
 * A queue for long computations. No caller and no bank can occupy all slots; the caller with the fewest jobs running
 * comes next, then the one served longest ago, so that one caller's queue delays another's job by no more than one
 * job.
 */
export class WorkQueue {
  readonly #running: WorkOwner[] = [];
  readonly #waiting: Waiting[] = [];
  /** When callers and banks with jobs here were last served. */
  readonly #served = new Map<string, number>();
  #turn = 0;

  constructor(private readonly limits: QueueLimits) {}

  /** Throws `rate_limited` when the caller's queue is full. */
  assertRoom({ caller }: WorkOwner): void {
    const own = this.#waiting.filter((each) => each.caller === caller).length;
    if (own < this.limits.waiting) return;
    throw new MnemeError(
      'rate_limited',
      `${own} requests of yours that compute for long wait already.`,
      { value: 1, hint: 'Wait for one of them.' },
    );
  }

  /** Runs it once a slot is free. Throws `interrupted` for a job cancelled before. */
  async run<T>(owner: WorkOwner, perform: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#slot(owner, signal);
    try {
      return await perform();
    } finally {
      this.#running.splice(this.#running.indexOf(owner), 1);
      this.#dispatch();
      this.#forget();
    }
  }

  #slot(owner: WorkOwner, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        ...owner,
        begin: () => {
          signal?.removeEventListener('abort', leave);
          this.#running.push(owner);
          for (const name of namesOf(owner)) this.#served.set(name, ++this.#turn);
          resolve();
        },
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(requestCancelled());
      };
      if (signal?.aborted === true) return reject(requestCancelled());
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
      this.#dispatch();
    });
  }

  #dispatch(): void {
    while (this.#running.length < this.limits.atOnce) {
      const next = this.#waiting
        .filter((each) => this.#mayBegin(each))
        .sort((a, b) => this.#rank(a) - this.#rank(b) || this.#since(a) - this.#since(b))[0];
      if (next === undefined) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      next.begin();
    }
  }

  #mayBegin({ caller, bank }: WorkOwner): boolean {
    const { each } = this.limits;
    return (
      this.#running.filter((one) => one.caller === caller).length < each &&
      this.#running.filter((one) => one.bank === bank).length < each
    );
  }

  #rank({ caller }: WorkOwner): number {
    return this.#running.filter((one) => one.caller === caller).length;
  }

  #since(owner: WorkOwner): number {
    return Math.max(...namesOf(owner).map((name) => this.#served.get(name) ?? 0));
  }

  /** With no jobs left, the order of service starts anew. */
  #forget(): void {
    if (this.#running.length + this.#waiting.length === 0) this.#served.clear();
  }
}

const namesOf = ({ caller, bank }: WorkOwner): readonly string[] => [
  `caller ${caller}`,
  `bank ${bank}`,
];
