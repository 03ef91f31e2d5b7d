import type {
  OpinionFilter,
  OpinionMoveInput,
  OpinionReceipt,
} from '@mneme/core/domain/opinion.js';
import type { ReflectInput, ReflectReport } from '@mneme/core/domain/reflection.js';
import type { Reversible } from '@mneme/core/domain/reversal.js';
import type { BankHandle } from '@mneme/core/bank/bank-handle.js';
import { listOpinions, type OpinionList } from './find-opinions.js';
import { moveOpinion } from './move-opinion.js';
import type { ReflectOptions } from './reflect-run.js';
import { reflectOnBank } from './reflect.js';

declare module '@mneme/core/mneme.js' {
  interface Mneme {
    readonly opinions: Opinions;
    /**
     * Derives observations, opinions and principles from what changed, each based on named memories and committed
     * separately; a second run changes nothing. Throws `not_found` for an unknown name, `interrupted` between two
     * changes, `read_only`, `invalid_input`.
     */
    reflect(input?: ReflectInput & ReflectOptions): Promise<ReflectReport>;
  }
}

export const reflectMethod =
  (bank: BankHandle) =>
  async (input: ReflectInput & ReflectOptions = {}): Promise<ReflectReport> => {
    const open = await bank.serve();
    bank.assertWritable();
    return reflectOnBank(input, open, bank.parts);
  };

/** The bank's opinions, and how certain they are. */
export class Opinions {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Current opinions, most certain first; least certain first with `below`, or with `revise`, which gives only those
   * that are contradicted, uncertain or old; with `about` also what was said on the matter.
   */
  async list(filter: OpinionFilter = {}): Promise<OpinionList> {
    return listOpinions(filter, await this.bank.serve(), this.bank.parts);
  }

  /**
   * Moves an opinion by evidence: one step up, one down, or two down. Throws `not_found`, `invalid_input` for
   * anything but an opinion.
   */
  weigh(input: OpinionMoveInput): Promise<Reversible<OpinionReceipt>> {
    return this.bank.reversing(
      async (bank) => moveOpinion(await this.bank.cleaned(input), bank, this.bank.parts),
      ({ changed }) => changed,
    );
  }
}
