import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Operation } from '@mneme/core/operations/operation.js';

/** What a number, or the name of a field, counts. */
const VALUE = 4;

/** Whether an input is longer than so many characters, or as much in values; it is not looked at further than that. */
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
 * `pool`: threads that have the bank at hand. `main`: the thread that answers everybody, in turns. `apart`: a thread that computes
 * nothing else meanwhile.
 */
type Placement = 'pool' | 'main' | 'apart';

/** Characters of input that are computed with in a moment. */
export const LONGEST = 4_000;
/** A question's may be more: what is not to be told again is named in it. */
const LONGEST_QUESTION = 16_000;

/** Where a call is run: a verb that is not known to be quick, and an input that is long, are computed with apart. */
export function placeOf({ served }: Pick<Operation, 'served'>, input: unknown): Placement {
  if (served?.pace === 'question') return isLong(input, LONGEST_QUESTION) ? 'apart' : 'pool';
  return served?.pace === 'quick' && !isLong(input, LONGEST) ? 'main' : 'apart';
}

/** What a caller gets, if anybody still listens, of a request that nobody waits for any more. */
export const takenBack = (): MnemeError =>
  new MnemeError('interrupted', 'The request was taken back before it was answered.');

/** What waits, by the bank it is of: each bank in turn, so that one with a thousand questions keeps another's one waiting for a round at most. */
export class FairLine<Job> {
  /** The bank whose turn is next comes first. */
  readonly #banks = new Map<string, Map<string, Job>>();

  get(bank: string, key: string): Job | undefined {
    return this.#banks.get(bank)?.get(key);
  }

  add(bank: string, key: string, job: Job): void {
    const jobs = this.#banks.get(bank);
    if (jobs === undefined) this.#banks.set(bank, new Map([[key, job]]));
    else jobs.set(key, job);
  }

  /** Takes out whose turn it is, of the banks that may go on; null where nothing waits of these. */
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
 * Turns of the event loop: what the main thread computes begins one at a time, callers in turn. Answers of threads and new requests come
 * in between, so that a caller who asks a thousand things at once keeps others waiting for one of them.
 */
export class Turns {
  readonly #waiting = new FairLine<() => void>();
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

/** Whose a piece of work is. */
export interface WorkOwner {
  /** The key that asked for it. */
  readonly caller: string;
  readonly bank: string;
}

interface LineLimits {
  /** Pieces of work that go on at once. */
  readonly atOnce: number;
  /** Of these, of one caller, and on one bank. */
  readonly each: number;
  /** Pieces of one caller that may wait. */
  readonly waiting: number;
}

interface Waiting extends WorkOwner {
  readonly begin: () => void;
}

/**
 * Work that computes for long waits here for its slot. No caller and no bank takes all slots, however much they ask for; who has the fewest
 * under way comes next, then who was served longest ago, so that a queue of one caller delays another's work by no more than one piece.
 */
export class WorkLine {
  readonly #running: WorkOwner[] = [];
  readonly #waiting: Waiting[] = [];
  /** When callers and banks that have work here were last served. */
  readonly #served = new Map<string, number>();
  #turn = 0;

  constructor(private readonly limits: LineLimits) {}

  /** Throws `rate_limited` while as much of this caller waits as may. */
  assertRoom({ caller }: WorkOwner): void {
    const own = this.#waiting.filter((each) => each.caller === caller).length;
    if (own < this.limits.waiting) return;
    throw new MnemeError(
      'rate_limited',
      `${own} requests of yours that compute for long wait already.`,
      { value: 1, hint: 'Wait for one of them.' },
    );
  }

  /** Runs it once there is a slot for it. Throws `interrupted` for what was taken back before. */
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
        reject(takenBack());
      };
      if (signal?.aborted === true) return reject(takenBack());
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

  /** Who has nothing here any more is as good as new. */
  #forget(): void {
    if (this.#running.length + this.#waiting.length === 0) this.#served.clear();
  }
}

const namesOf = ({ caller, bank }: WorkOwner): readonly string[] => [
  `caller ${caller}`,
  `bank ${bank}`,
];
