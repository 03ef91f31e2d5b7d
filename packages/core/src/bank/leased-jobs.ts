import { z } from 'zod';
import type { BankName } from '../domain/ids.js';
import { type Instant, MINUTE } from '../domain/time.js';
import type { JobState } from '../ports/store-derived.js';
import type { Store } from '../ports/store.js';
import type { Clock, Wait } from '../ports/system.js';

/** Who has the work and does not say for so long that it still does, has lost it. */
export const LEASE_MS = 2 * MINUTE;

const leaseShape = z.object({
  holder: z.string(),
  until: z.number(),
  /** Rises with every holder: who finds another one than its own has lost the work, however its clock goes. */
  fence: z.number().int().min(0).default(0),
});
/** Background work in one process' hands. */
export type Lease = z.output<typeof leaseShape>;
export const Lease = leaseShape;

/** Whether somebody has it. One that would last longer than any is given was written by a clock that went back since. */
export function isHeld(lease: Lease | null, now: Instant): lease is Lease {
  return lease !== null && lease.until > now && lease.until <= now + LEASE_MS;
}

/** The lease for a holder; null while another one has the work. */
export function taken(before: Lease | null, holder: string, now: Instant): Lease | null {
  if (isHeld(before, now) && before.holder !== holder) return null;
  const fence = before === null ? 1 : before.holder === holder ? before.fence : before.fence + 1;
  return { holder, until: now + LEASE_MS, fence };
}

/** The same, held on to; null where it was lost. */
export function renewed(lease: Lease | null, holder: string, now: Instant): Lease | null {
  return lease?.holder === holder ? { ...lease, until: now + LEASE_MS } : null;
}

/** What a note says at least: who has the work. */
type LeasedState = JobState & { readonly lease: Lease | null };

interface JobNoteParts {
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
