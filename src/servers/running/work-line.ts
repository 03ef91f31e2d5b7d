import { MnemeError } from '../../domain/errors.js';
import { takenBack } from './taken-back.js';

/** Whose a piece of work is. */
export interface WorkOwner {
  /** The key that asked for it. */
  readonly caller: string;
  readonly bank: string;
}

export interface LineLimits {
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
