import { z } from 'zod';
import { acquireLease, Lease, LeasedJob } from '../../bank/leased-jobs.js';
import { MINUTE } from '../../domain/time.js';
import type { BankPart } from '../../kernel/module.js';
import type { OpenedBank } from '../module.js';

/** A bank that nobody asked for so long is at rest. */
export const REST_MS = MINUTE / 3;

const State = z.object({ lease: Lease.nullable() });

type Parts = Pick<OpenedBank, 'bank' | 'store' | 'state' | 'clock' | 'rest' | 'readOnly' | 'newId'>;

/**
 * Stores a snapshot of the indexes while a bank is at rest, so that a process that is killed leaves one. Of several
 * processes with the same bank one does it. A question or a change stops it; the next rest begins anew.
 */
export class SnapshotAtRest implements BankPart {
  readonly #closing = new AbortController();
  #holder: string | null = null;
  #asked = 0;
  #running: Promise<void> | null = null;

  constructor(private readonly parts: Parts) {}

  onAsked(): void {
    this.#asked++;
    if (this.parts.readOnly) return;
    this.#running ??= this.#run()
      // Expendable: closing stores one, and the next rest tries again.
      .catch(() => undefined)
      .finally(() => {
        this.#running = null;
      });
  }

  /** Whether it neither waits for rest nor works. */
  get isIdle(): boolean {
    return this.#running === null;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { state, rest } = this.parts;
    for (;;) {
      const asked = this.#asked;
      await rest(REST_MS, this.#closing.signal);
      const stopped = (): boolean => this.#closing.signal.aborted || asked !== this.#asked;
      if (!stopped() && state.isUnsaved) await this.#keep(stopped);
      if (this.#closing.signal.aborted || (asked === this.#asked && !state.isLoading)) return;
    }
  }

  async #keep(stopped: () => boolean): Promise<void> {
    const { state, clock, newId } = this.parts;
    const holder = (this.#holder ??= newId('x'));
    const job = new LeasedJob(
      'snapshot',
      { ...this.parts, holder },
      (stored) => State.safeParse(stored).data ?? { lease: null },
    );
    const { lease } = await job.revise(({ lease: before }) => ({
      lease: acquireLease(before, holder, clock.now()) ?? before,
    }));
    if (lease?.holder !== holder) return;
    await job.holding(() => state.keep(stopped)).finally(() => job.release());
  }
}
