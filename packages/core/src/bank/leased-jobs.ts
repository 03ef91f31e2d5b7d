import { z } from 'zod';
import type { BankName } from '../domain/ids.js';
import { type Instant, MINUTE } from '../domain/time.js';
import type { JobState } from '../ports/store-derived.js';
import type { Store } from '../ports/store.js';
import type { Clock, Wait } from '../ports/system.js';

/** How long a lease lasts without renewal. */
export const LEASE_MS = 2 * MINUTE;

const leaseShape = z.object({
  holder: z.string(),
  until: z.number(),
  /** Fencing token: rises with every new holder. If it differs, the lease is lost, whatever the clock says. */
  fence: z.number().int().min(0).default(0),
});
/** A process's claim to background work. */
export type Lease = z.output<typeof leaseShape>;
export const Lease = leaseShape;

/** Whether the lease is valid. One that ends too late was written before the clock was set back, and is not. */
export function isHeld(lease: Lease | null, now: Instant): lease is Lease {
  return lease !== null && lease.until > now && lease.until <= now + LEASE_MS;
}

/** A lease for a holder; null while another one has it. */
export function acquireLease(before: Lease | null, holder: string, now: Instant): Lease | null {
  if (isHeld(before, now) && before.holder !== holder) return null;
  const fence = before === null ? 1 : before.holder === holder ? before.fence : before.fence + 1;
  return { holder, until: now + LEASE_MS, fence };
}

/** The lease renewed; null if it was lost. */
export function renewLease(lease: Lease | null, holder: string, now: Instant): Lease | null {
  return lease?.holder === holder ? { ...lease, until: now + LEASE_MS } : null;
}

/** The state of leased work, which has at least the lease. */
type LeasedState = JobState & { readonly lease: Lease | null };

interface JobNoteParts {
  readonly bank: BankName;
  readonly store: Store;
  readonly clock: Clock;
  readonly rest: Wait;
  /** This process's id among those that compete for the work. */
  readonly holder: string;
}

/** The shared state of a job that several processes may do on one bank: one record in the store, replaced transactionally. */
export class LeasedJob<State extends LeasedState> {
  constructor(
    private readonly name: string,
    private readonly parts: JobNoteParts,
    /** Parses the stored state, or creates a new one. If it throws, nothing is replaced. */
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

  /** Releases the lease if this process has it. */
  async release(): Promise<void> {
    await this.revise((state) =>
      state.lease?.holder === this.parts.holder ? { ...state, lease: null } : state,
    );
  }

  /** Renews the lease while the work goes on, which may take longer than one lease. */
  async holding<T>(work: () => Promise<T>): Promise<T> {
    const { holder, clock, rest } = this.parts;
    const done = new AbortController();
    const held = (async () => {
      for (;;) {
        await rest(LEASE_MS / 4, done.signal);
        if (done.signal.aborted) return;
        await this.revise((state) => {
          const lease = renewLease(state.lease, holder, clock.now());
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
