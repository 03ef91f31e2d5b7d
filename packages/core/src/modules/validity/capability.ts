import type {
  CircleFilter,
  CircleReport,
  ConflictFilter,
  ConflictSettling,
} from '../../domain/validity.js';
import type { Reversible } from '../../domain/change.js';
import type { BankHandle } from '../../bank/bank-handle.js';
import { listCircles } from './circles.js';
import { listConflicts, type ConflictPage } from './list-conflicts.js';
import { resolveConflict, type ConflictReceipt } from './resolve-conflict.js';

declare module '../../mneme.js' {
  interface Mneme {
    /** Conflicts, their resolution, and circles of support. */
    readonly validity: Validity;
  }
}

/** Which memories are valid: contradictions, support, and resolving conflicts. */
export class Validity {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Contradictions between memories, newest first; `scan` searches the whole bank for unrecorded ones. Throws
   * `invalid_input`, `read_only` for a scan.
   */
  async conflicts(filter: ConflictFilter = {}): Promise<ConflictPage> {
    return listConflicts(filter, await this.bank.open(), this.bank.parts);
  }

  /**
   * Resolves a conflict; the losing memory is superseded, not erased. Throws `not_found`, `conflict` if it is already
   * resolved, or still pending when it should be reopened, `invalid_input`.
   */
  async resolve(input: ConflictSettling): Promise<Reversible<ConflictReceipt>> {
    return this.bank.reversing(async (bank) =>
      resolveConflict(await this.bank.cleaned(input), bank, this.bank.parts),
    );
  }

  /**
   * Memories that support one another in a circle, largest first; with `prune`, support without outside evidence is
   * removed, and the opinions it moved regain their previous confidence. Throws `invalid_input`.
   */
  async circles(filter: CircleFilter = {}): Promise<Reversible<CircleReport>> {
    return this.bank.reversing(
      async (bank) => listCircles(await this.bank.cleaned(filter), bank, this.bank.parts),
      ({ pruned }) => pruned > 0,
    );
  }
}
