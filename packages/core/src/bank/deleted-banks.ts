import type { Bank } from '../domain/bank.js';
import { MnemeError } from '../domain/errors.js';
import type { BankName } from '../domain/ids.js';
import { REVERSIBLE_FOR } from '../domain/reversal.js';
import { isoSecond, type Instant } from '../domain/time.js';
import { banksAround, heldBy } from '../domain/user-bank.js';
import type { Store } from '../ports/store.js';
import { preferred } from './encoders.js';
import type { EngineParts } from './open-bank.js';

/** Until when a deleted bank can be had back; then it is dropped. */
export const restorableUntil = (deletedAt: Instant): Instant => deletedAt + REVERSIBLE_FOR;

/** The bank that is named: itself, or the one whose user's it is. */
export const homeOf = (name: string): BankName => heldBy(name).bank as BankName;

/** The banks of a store that are not deleted, nor of a deleted one's users. */
export function withoutDeleted(banks: readonly Bank[]): readonly Bank[] {
  const gone = new Set(deletedOf(banks).map(({ name }) => name));
  return gone.size === 0
    ? banks
    : banks.filter(({ name }) => !banksAround(name).some((each) => gone.has(each as BankName)));
}

/** Those that are deleted themselves. */
export function deletedOf(banks: readonly Bank[]): readonly Bank[] {
  return banks.filter(({ settings }) => settings.deletedAt !== null);
}

/** Throws `not_found` for a bank that is deleted, or whose users' is. `row` is what the store says of it, where it was asked already. */
export async function assertNotDeleted(
  name: BankName,
  store: Pick<Store, 'bank'>,
  row?: Bank | null,
): Promise<void> {
  for (const home of banksAround(name) as readonly BankName[]) {
    const bank = home === name && row !== undefined ? row : await store.bank(home);
    const at = bank?.settings.deletedAt ?? null;
    if (at === null) continue;
    throw new MnemeError('not_found', `The bank ${home} was deleted on ${isoSecond(at)}.`, {
      field: 'bank',
      value: home,
      hint: `\`mneme bank delete ${home} --restore\` brings it back until ${isoSecond(restorableUntil(at))}; then it is gone.`,
    });
  }
}

/** The bank's row, founded where it is new. Throws `not_found` for one that is deleted, or new in a file that is open only to read. */
export async function foundBank(name: BankName, parts: EngineParts): Promise<Bank> {
  const { store, clock, readOnly } = parts;
  const found = await store.bank(name);
  await assertNotDeleted(name, store, found);
  if (found !== null) return found;
  if (readOnly)
    throw new MnemeError('not_found', `There is no bank named ${name}.`, {
      field: 'bank',
      value: name,
      hint: 'The file is open only to read, so no bank can be founded.',
    });
  return store.ensureBank(name, preferred(parts).id, clock.now());
}
