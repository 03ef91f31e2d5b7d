import type { CircleFilter, CircleReport } from '../../domain/circle.js';
import type { ConflictFilter, ConflictSettling } from '../../domain/conflict.js';
import type { Reversible } from '../../domain/reversal.js';
import type { BankHandle } from '../../bank/bank-handle.js';
import { withoutMoves } from '../reflect/without-moves.js';
import { listCircles } from './circles/circles.js';
import { listConflicts, type ConflictPage } from './list-conflicts.js';
import { resolveConflict, unresolveConflict, type ConflictReceipt } from './resolve-conflict.js';

/** What holds: where memories contradict or hold up each other, and settling it. */
export class Validity {
  constructor(private readonly bank: BankHandle) {}

  /** Where memories contradict each other, newest first; `scan` reads the whole bank for it. Throws `invalid_input`, `read_only` for a scan. */
  async conflicts(filter: ConflictFilter = {}): Promise<ConflictPage> {
    return listConflicts(filter, await this.bank.open(), this.bank.parts);
  }

  /** Settles a conflict; the one that gives way is superseded, not erased. Throws `not_found`, `conflict` when it is settled already, `invalid_input`. */
  async resolve(input: ConflictSettling): Promise<Reversible<ConflictReceipt>> {
    return this.bank.reversing(async (bank) =>
      resolveConflict(await this.bank.cleaned(input), bank.name, this.bank.parts),
    );
  }

  /** Takes a settlement back, a rule's too: the conflict is pending again. Throws `not_found`, `conflict` when it is pending. */
  async unresolve(id: string): Promise<Reversible<ConflictReceipt>> {
    return this.bank.reversing((bank) => unresolveConflict(id, bank.name, this.bank.parts));
  }

  /**
   * Memories that support one another in a circle, the largest first; with `prune`, what of that has no ground outside is taken out and
   * the opinions it moved are as sure as they were without it. Throws `invalid_input`.
   */
  async circles(filter: CircleFilter = {}): Promise<Reversible<CircleReport>> {
    return this.bank.reversing(
      async (bank) =>
        listCircles(await this.bank.cleaned(filter), bank, { ...this.bank.parts, withoutMoves }),
      ({ pruned }) => pruned > 0,
    );
  }
}
