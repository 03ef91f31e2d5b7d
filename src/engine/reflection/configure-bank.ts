import { EMPTY_CHANGE } from '../../domain/change.js';
import { DispositionInput, type Disposition } from '../../domain/disposition.js';
import { MnemeError } from '../../domain/errors.js';
import { parseInput } from '../../domain/parse-input.js';
import type { EngineParts, OpenBank } from '../core.js';

export interface BankReceipt {
  readonly bank: string;
  readonly disposition: Disposition;
  /** False when it was so already; then nothing was written. */
  readonly changed: boolean;
  readonly sequence: number;
}

const MOST_TRIES = 50;

/** Sets parts of the bank's disposition. Reflection is coloured by it from the next one on; what was remembered never is. */
export function configureBank(raw: unknown, { name, writes }: OpenBank, { store, clock, actor }: EngineParts): Promise<BankReceipt> {
  const input = parseInput(DispositionInput, raw, 'disposition');
  return writes.run(async () => {
    for (let tries = 1; ; tries++) {
      const row = await store.bank(name);
      if (row === null) throw new MnemeError('not_found', `There is no bank named ${name}.`, { field: 'bank', value: name });
      const before = row.settings.disposition;
      const { scepticism = before.scepticism, literalism = before.literalism, empathy = before.empathy } = input;
      const disposition: Disposition = { scepticism, literalism, empathy };
      if (JSON.stringify(disposition) === JSON.stringify(before)) return { bank: name, disposition, changed: false, sequence: row.sequence };
      const reason = `disposition ${scepticism}/${literalism}/${empathy}`;
      try {
        const sequence = await store.commit({ ...EMPTY_CHANGE, bank: name, at: clock.now(), verb: 'configure', actor, reason, settings: { disposition } }, { expectedSequence: row.sequence });
        return { bank: name, disposition, changed: true, sequence };
      } catch (error) {
        if (!(MnemeError.is(error) && error.code === 'conflict') || tries >= MOST_TRIES) throw error;
      }
    }
  });
}
