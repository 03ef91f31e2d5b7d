import { withReversal } from './reversal-hash.js';
import type { Recollection } from '../domain/recollection.js';
import type { Reversible } from '../domain/reversal.js';
import { BankPrivacy } from '../safety/bank-privacy.js';
import type { OpenFile, EngineParts, FlowParts, OpenBank } from './core.js';
import { assertWritable } from './read-only.js';

/** One bank of an open file, on behalf of somebody: what the verbs and the capabilities are made of. */
export class BankHandle {
  constructor(
    readonly core: OpenFile,
    readonly name: string,
  ) {}

  get parts(): EngineParts {
    return this.core.parts;
  }

  /** The bank, for verbs that compare no vectors. */
  open(): Promise<OpenBank> {
    return this.core.open(this.name);
  }

  /** The bank, for verbs that compare vectors. */
  serve(): Promise<OpenBank> {
    return this.core.serve(this.name);
  }

  /** In turn with the bank's other writes. */
  async writing<T>(work: (bank: OpenBank) => Promise<T>): Promise<T> {
    const bank = await this.open();
    return bank.writes.run(() => work(bank));
  }

  /** {@link writing}, with what undoes the change in the receipt, where it made one. */
  reversing<Receipt extends { readonly sequence: number }>(
    work: (bank: OpenBank) => Promise<Receipt>,
    changed: (receipt: Receipt) => boolean = () => true,
  ): Promise<Reversible<Receipt>> {
    return this.writing(async (bank) => {
      const receipt = await work(bank);
      return withReversal(bank.name, receipt, changed(receipt));
    });
  }

  /** {@link writing}, for verbs that remember texts in the same change as their records. */
  async telling<T>(work: (bank: OpenBank, parts: FlowParts) => Promise<T>): Promise<T> {
    const bank = await this.serve();
    return bank.writes.run(() => work(bank, this.core.flowParts));
  }

  /** Notes what a recall delivered, so that its results can be voted on. */
  async noteUse(
    { state, privacy, uses }: OpenBank,
    recollection: Pick<Recollection, 'id' | 'plan' | 'delivered'>,
    query: string,
  ): Promise<void> {
    const now = this.parts.clock.now();
    for (const id of recollection.delivered) state.index.noteUse(state.index.slot(id), now);
    // What was asked with a secret in it is written down nowhere.
    if ((await privacy.at(state.sequence)).mayNote(query)) uses.note(recollection, now);
  }

  /** The texts of an input without what the bank takes out, before it goes anywhere. */
  async cleaned<T>(input: T): Promise<T> {
    const privacy = await BankPrivacy.of((await this.open()).name, this.parts);
    return (await privacy.clean(input)).value;
  }

  /** Throws `read_only`. */
  assertWritable(): void {
    assertWritable(this.parts);
  }
}
