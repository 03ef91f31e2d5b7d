import { EMPTY_CHANGE } from '../domain/change.js';
import { MnemeError } from '../domain/errors.js';
import { expiryOf } from '../domain/expiry.js';
import type { BankName } from '../domain/ids.js';
import { isoSecond } from '../domain/time.js';
import type { EngineParts } from './open-bank.js';

/** So many memories one sweep takes back; what is over beside them goes in a next one, at once. */
const MAX_SWEPT = 5_000;
const MAX_TRIES = 50;
/** Who takes back what nobody asked to be taken back at this moment. */
const ACTOR = 'expiry';

/**
 * Takes back what was to be found until a moment that is past, in one change that can be undone. It is made by whoever reads first
 * afterwards, in this process or another: of two that are at it at once, one finds nothing left. Returns how many were taken back.
 */
export async function sweepExpired(
  bank: BankName,
  { store, clock }: Pick<EngineParts, 'store' | 'clock'>,
): Promise<number> {
  let swept = 0;
  for (let attempt = 1; attempt <= MAX_TRIES;) {
    const at = clock.now();
    const sequence = (await store.bank(bank))?.sequence ?? 0;
    const over = await store.expired(bank, at, MAX_SWEPT);
    if (over.length === 0) return swept;
    try {
      await store.commit(
        {
          ...EMPTY_CHANGE,
          bank,
          at,
          verb: 'expire',
          actor: ACTOR,
          reason: over.length === 1 ? 'its time was over' : `${over.length} whose time was over`,
          memories: over.map((memory) => ({
            ...memory,
            retractedAt: at,
            retraction: `expired on ${isoSecond(expiryOf(memory.tags) ?? at)}`,
            version: memory.version + 1,
          })),
        },
        { expectedSequence: sequence },
      );
      swept += over.length;
    } catch (error) {
      if (!(MnemeError.is(error) && error.code === 'conflict') || attempt >= MAX_TRIES) throw error;
      attempt++;
    }
  }
  return swept;
}
