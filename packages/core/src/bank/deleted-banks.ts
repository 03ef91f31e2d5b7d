import type { Bank } from '../domain/bank.js';
import { MnemeError } from '../domain/errors.js';
import type { BankName } from '../domain/ids.js';
import { REVERSIBLE_FOR } from '../domain/change.js';
import { isoSecond, type Instant } from '../domain/time.js';
import { banksAround, splitBankName } from '../domain/user-bank.js';
import type { Store } from '../ports/store.js';
import { preferred } from './memory-vectors.js';
import { watch } from './observe.js';
import type { EngineParts } from './open-bank.js';

/** Until when a deleted bank can be restored; then it is purged. */
export const restorableUntil = (deletedAt: Instant): Instant => deletedAt + REVERSIBLE_FOR;

/** The named bank itself, or the one that a user's bank is in. */
export const parentBankOf = (name: string): BankName => splitBankName(name).bank as BankName;

/** Banks that are not deleted and belong to no deleted one. */
export function withoutDeleted(banks: readonly Bank[]): readonly Bank[] {
  const gone = new Set(deletedOf(banks).map(({ name }) => name));
  return gone.size === 0
    ? banks
    : banks.filter(({ name }) => !banksAround(name).some((each) => gone.has(each as BankName)));
}

/** Banks that are themselves deleted. */
export function deletedOf(banks: readonly Bank[]): readonly Bank[] {
  return banks.filter(({ settings }) => settings.deletedAt !== null);
}

/** Throws `not_found` for a deleted bank, or one that belongs to a deleted bank. `row` is the bank as stored, if already read. */
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

/** The stored bank, created if new. Throws `not_found` for a deleted one, or a new one in a file opened read-only. */
export async function getOrCreateBank(name: BankName, parts: EngineParts): Promise<Bank> {
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
  const make = (): Promise<Bank> => store.ensureBank(name, preferred(parts).id, clock.now());
  const { observer, traceContent } = parts;
  const watched = { observer, traceContent, ticks: () => clock.ticks() };
  return watch({ verb: 'createBank', bank: name, args: [] }, make, watched) as Promise<Bank>;
}
