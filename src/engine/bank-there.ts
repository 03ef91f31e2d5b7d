import { MnemeError } from '../domain/errors.js';
import { didYouMean } from '../language/near-names.js';
import type { Store } from '../ports/store.js';

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
