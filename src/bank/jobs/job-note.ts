import type { BankName } from '../../domain/ids.js';
import type { Clock } from '../../ports/clock.js';
import type { Store } from '../../ports/store.js';
import type { JobState } from '../../ports/store-derived.js';
import type { Wait } from '../../ports/wait.js';
import { LEASE_MS, renewed, type Lease } from './lease.js';

/** What a note says at least: who has the work. */
export type LeasedState = JobState & { readonly lease: Lease | null };

export interface JobNoteParts {
  readonly bank: BankName;
  readonly store: Store;
  readonly clock: Clock;
  readonly rest: Wait;
  /** Who this process is among those that want the work. */
  readonly holder: string;
}

/** What processes that do the same work on one bank know of each other: one note in the store, replaced in one transaction. */
export class JobNote<State extends LeasedState> {
  constructor(
    private readonly name: string,
    private readonly parts: JobNoteParts,
    /** What stands there, or a new one where nothing does. May throw, then nothing is replaced. */
    private readonly read: (state: JobState | null) => State,
  ) {}

  async now(): Promise<State> {
    const { store, bank } = this.parts;
    return this.read(await store.job(bank, this.name));
  }

  async revise(change: (before: State) => State): Promise<State> {
    const { store, bank } = this.parts;
    let after: State | undefined;
    await store.reviseJob(bank, this.name, (state) => {
      after = change(this.read(state));
      return { ...after };
    });
    return after as State;
  }

  /** Lets go of the work where this process has it. */
  async release(): Promise<void> {
    await this.revise((state) =>
      state.lease?.holder === this.parts.holder ? { ...state, lease: null } : state,
    );
  }

  /** Keeps the work while it goes on: it may take longer than it is held for. */
  async holding<T>(work: () => Promise<T>): Promise<T> {
    const { holder, clock, rest } = this.parts;
    const done = new AbortController();
    const held = (async () => {
      for (;;) {
        await rest(LEASE_MS / 4, done.signal);
        if (done.signal.aborted) return;
        await this.revise((state) => {
          const lease = renewed(state.lease, holder, clock.now());
          return lease === null ? state : { ...state, lease };
        });
      }
    })();
    try {
      return await work();
    } finally {
      done.abort();
      await held.catch(() => undefined);
    }
  }
}
