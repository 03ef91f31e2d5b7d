import type { CircleFilter, CircleReport } from '../../domain/validity.js';
import type { ConflictFilter, ConflictSettling } from '../../domain/conflict.js';
import type { Reversible } from '../../domain/reversal.js';
import type { BankHandle } from '../../bank/bank-handle.js';
import { listCircles } from './circles.js';
import { listConflicts, type ConflictPage } from './list-conflicts.js';
import { resolveConflict, type ConflictReceipt } from './resolve-conflict.js';

declare module '../../mneme.js' {
  interface Mneme {
    /** What holds: conflicts, settling them, circles of support. */
    readonly validity: Validity;
  }
}

/** Which memories hold: contradictions, support, and settling conflicts. */
export class Validity {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Contradictions between memories, newest first; `scan` searches the whole bank for them. Throws
   * `invalid_input`, `read_only` for a scan.
   */
  async conflicts(filter: ConflictFilter = {}): Promise<ConflictPage> {
    return listConflicts(filter, await this.bank.open(), this.bank.parts);
  }

  /**
   * Settles a conflict; the memory that gives way is superseded, not erased. Throws `not_found`, `conflict`
   * when it is already settled, or pending where it is to be undecided again, `invalid_input`.
   */
  async resolve(input: ConflictSettling): Promise<Reversible<ConflictReceipt>> {
    return this.bank.reversing(async (bank) =>
      resolveConflict(await this.bank.cleaned(input), bank, this.bank.parts),
    );
  }

  /**
   * Memories that support one another in a circle, largest first; with `prune`, support without a ground
   * outside is removed, and the opinions it moved get the confidence they had without it. Throws
   * `invalid_input`.
   */
  async circles(filter: CircleFilter = {}): Promise<Reversible<CircleReport>> {
    return this.bank.reversing(
      async (bank) => listCircles(await this.bank.cleaned(filter), bank, this.bank.parts),
      ({ pruned }) => pruned > 0,
    );
  }
}
