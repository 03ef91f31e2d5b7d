import type { Bank } from '../domain/bank.js';
import type { BankName } from '../domain/ids.js';
import { MnemeError } from '../domain/errors.js';
import { didYouMean } from '../language/near-names.js';
import type { Store } from '../ports/store.js';
import type { EngineParts } from './core.js';

/** The banks of a file that its handle may tell of: what a key does not open, it is not told of in any answer. */
export async function banksWithin({
  store,
  within,
}: Pick<EngineParts, 'store' | 'within'>): Promise<readonly Bank[]> {
  const banks = await store.banks();
  return within === undefined || within === null
    ? banks
    : banks.filter(({ name }) => within.includes(name));
}

/** The bank, if the handle may know of it. Throws `not_found`, as for one that never was. */
export function known(bank: BankName, { within }: Pick<EngineParts, 'within'>): BankName {
  if (within === undefined || within === null || within.includes(bank)) return bank;
  throw new MnemeError('not_found', 'There is no such bank.', { field: 'bank', value: bank });
}

const IN_MEMORY = ':memory:';

/** What is only read founds no bank. Throws `not_found` with the banks of the file. */
export async function assertBankThere(
  bank: string,
  file: string,
  store: Pick<Store, 'banks'>,
): Promise<void> {
  const names = file === IN_MEMORY ? [bank] : (await store.banks()).map(({ name }) => name);
  if (names.includes(bank as (typeof names)[number])) return;
  const held =
    names.length === 0
      ? 'The file holds no bank yet: the first `mneme remember` founds one.'
      : `The file holds ${names.slice(0, 8).join(', ')}${names.length > 8 ? ` and ${names.length - 8} more` : ''}; name one with --bank or MNEME_BANK.`;
  throw new MnemeError('not_found', `There is no bank named ${bank} in ${file}.`, {
    field: 'bank',
    value: bank,
    hint: [didYouMean(bank, names), held].filter((part) => part !== '').join(' '),
  });
}

/** What a door says of a bank that is not there: those that its name may mean; empty where none is near. */
export function nearBanks(bank: string, banks: Iterable<string>): string {
  return didYouMean(bank, banks);
}
