import { MnemeError } from '@mneme/core/domain/errors.js';
import type { RememberInput } from '@mneme/core/domain/input.js';
import type { Receipt } from '@mneme/core/domain/receipt.js';
import type { Mneme } from '@mneme/core/mneme.js';
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

/** Maximum number of texts per commit. */
const LARGEST = 64;

interface WaitingText {
  readonly input: RememberInput;
  resolve(receipt: Receipt): void;
  reject(error: unknown): void;
}

interface Group {
  readonly memory: Mneme;
  waiting: WaitingText[];
  draining: boolean;
}

/**
 * Group commit: texts that arrive at the same time go into one change, planned and written to disk once. Each is
 * answered when that change is durable. A text that makes its group fail fails alone.
 */
export class RememberGroups {
  readonly #groups = new Map<string, Group>();

  /** `linger` resolves when a group has waited long enough for others to join. */
  constructor(private readonly linger: () => Promise<void>) {}

  /** `writer` identifies the author: only texts of one writer share a change. */
  remember(memory: Mneme, writer: string, input: RememberInput): Promise<Receipt> {
    const key = JSON.stringify([memory.bankName, writer]);
    const group = this.#groups.get(key) ?? { memory, waiting: [], draining: false };
    this.#groups.set(key, group);
    return new Promise((resolve, reject) => {
      group.waiting.push({ input, resolve, reject });
      if (group.draining) return;
      group.draining = true;
      void this.#drain(key, group);
    });
  }

  async #drain(key: string, group: Group): Promise<void> {
    while (group.waiting.length > 0) {
      await this.linger();
      const batch = group.waiting.splice(0, LARGEST);
      await commit(group.memory, batch);
    }
    group.draining = false;
    this.#groups.delete(key);
  }
}

async function commit(memory: Mneme, batch: readonly WaitingText[]): Promise<void> {
  try {
    const { receipts } = await memory.rememberAll(batch.map(({ input }) => input));
    for (const [at, { resolve }] of batch.entries()) resolve(receipts[at] as Receipt);
  } catch (error) {
    if (batch.length === 1 || !isAbout(error)) {
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const one of batch) await commit(memory, [one]);
  }
}

/** Whether a text itself is invalid, so that the others are worth a retry. */
function isAbout(error: unknown): boolean {
  return (
    MnemeError.is(error) &&
    (error.code === 'invalid_input' || error.code === 'not_found' || error.code === 'unavailable')
  );
}
