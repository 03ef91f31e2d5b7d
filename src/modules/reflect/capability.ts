import type {
  Opinion,
  OpinionFilter,
  OpinionMoveInput,
  OpinionReceipt,
} from '../../domain/opinion.js';
import type { Reversible } from '../../domain/reversal.js';
import type { BankHandle } from '../../bank/bank-handle.js';
import { beliefsToRevise, type BeliefToRevise, type RevisionInput } from '../metamemory/sources.js';
import { findOpinion, listOpinions, type OpinionList } from './find-opinions.js';
import { moveOpinion } from './move-opinion.js';

declare module '../../mneme.js' {
  interface Mneme {
    readonly opinions: Opinions;
  }
}

/** The bank's opinions, and how certain they are. */
export class Opinions {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Current opinions, most certain first, or least certain first with `below`; with `about` also what was
   * said on the matter.
   */
  async list(filter: OpinionFilter = {}): Promise<OpinionList> {
    return listOpinions(filter, await this.bank.serve(), this.bank.parts);
  }

  /** The most certain opinion that somebody holds, or on a matter; null if there is none. */
  async find(about: string): Promise<Opinion | null> {
    return findOpinion(about, await this.bank.open(), this.bank.parts);
  }

  /** Opinions that are contradicted, uncertain or old. */
  async toRevise(input: RevisionInput = {}): Promise<readonly BeliefToRevise[]> {
    return beliefsToRevise(input, await this.bank.open(), this.bank.parts);
  }

  /** Moves an opinion one step up. Throws `not_found`, `invalid_input` for anything but an opinion. */
  reinforce(input: OpinionMoveInput): Promise<Reversible<OpinionReceipt>> {
    return this.#move('reinforce', input);
  }

  /** Moves an opinion one step down. Throws as {@link reinforce}. */
  weaken(input: OpinionMoveInput): Promise<Reversible<OpinionReceipt>> {
    return this.#move('weaken', input);
  }

  /** Moves an opinion two steps down. Throws as {@link reinforce}. */
  contradict(input: OpinionMoveInput): Promise<Reversible<OpinionReceipt>> {
    return this.#move('contradict', input);
  }

  #move(
    move: Parameters<typeof moveOpinion>[0],
    input: OpinionMoveInput,
  ): Promise<Reversible<OpinionReceipt>> {
    return this.bank.reversing(
      async (bank) => moveOpinion(move, await this.bank.cleaned(input), bank, this.bank.parts),
      ({ changed }) => changed,
    );
  }
}
