import { type EngineParts, type OpenBank, OpenFile } from './core.js';
import { assertNotDeleted, withoutDeleted } from './deleted-banks.js';
import type { Bank } from '../domain/bank.js';
import { MnemeError } from '../domain/errors.js';
import type { BankName } from '../domain/ids.js';
import { coversBank, splitBankName } from '../domain/user-bank.js';
import { didYouMean } from '../language/string-similarity.js';
import type { Store } from '../ports/store.js';

/** The banks of a file that this handle may access: no answer mentions any other. */
export async function banksWithin({
  store,
  within,
}: Pick<EngineParts, 'store' | 'within'>): Promise<readonly Bank[]> {
  const banks = withoutDeleted(await store.banks());
  return banks.filter(({ name }) => coversBank(within, name));
}

/** The bank, if this handle may access it. Throws `not_found`, exactly as for a bank that does not exist. */
export function assertAccessible(
  bank: BankName,
  { within }: Pick<EngineParts, 'within'>,
): BankName {
  if (coversBank(within, bank)) return bank;
  throw new MnemeError('not_found', 'There is no such bank.', { field: 'bank', value: bank });
}

const IN_MEMORY = ':memory:';

/** For readers, which never create a bank. Throws `not_found`, listing the banks of the file. */
export async function assertBankExists(
  bank: string,
  file: string,
  store: Pick<Store, 'banks'>,
): Promise<void> {
  const banks = file === IN_MEMORY ? [] : await store.banks();
  await assertNotDeleted(bank as BankName, {
    bank: (name) => Promise.resolve(banks.find((each) => each.name === name) ?? null),
  });
  const names = file === IN_MEMORY ? [bank] : withoutDeleted(banks).map(({ name }) => name);
  if (names.includes(bank as (typeof names)[number])) return;
  const { userId, bank: home } = splitBankName(bank);
  if (userId !== null)
    throw new MnemeError('not_found', `Nothing is remembered of the user ${userId} in ${file}.`, {
      field: 'userId',
      value: userId,
      hint: `The first \`mneme remember\` with --user-id founds their memory in the bank ${home}.`,
    });
  const open = names.filter((name) => splitBankName(name).userId === null);
  const held =
    names.length === 0
      ? 'The file holds no bank yet: the first `mneme remember` founds one.'
      : `The file holds ${open.slice(0, 8).join(', ')}${open.length > 8 ? ` and ${open.length - 8} more` : ''}; name one with --bank or MNEME_BANK.`;
  throw new MnemeError('not_found', `There is no bank named ${bank} in ${file}.`, {
    field: 'bank',
    value: bank,
    hint: [didYouMean(bank, open), held].filter((part) => part !== '').join(' '),
  });
}

/** Suggestions for a misspelt bank name; empty if none is similar. Never names banks of users. */
export function nearBanks(bank: string, banks: Iterable<string>): string {
  if (splitBankName(bank).userId !== null) return '';
  return didYouMean(
    bank,
    [...banks].filter((name) => splitBankName(name).userId === null),
  );
}

/** An in-memory bank that is discarded when closed: experiments on it have no effect elsewhere. */
export interface ScratchBank {
  readonly core: OpenFile;
  readonly bank: OpenBank;
  close(): Promise<void>;
}

/** An empty bank, without background work by a language model. */
export async function openScratch(core: OpenFile, name: BankName): Promise<ScratchBank> {
  return opened(core, name, core.parts.openScratchStore());
}

/** A copy of a bank's current state, including its journal; `prepare` may change what is stored before it is opened. */
export async function copyToScratch(
  core: OpenFile,
  name: BankName,
  prepare: (store: Store) => Promise<void> = () => Promise.resolve(),
): Promise<ScratchBank> {
  const store = core.parts.openScratchStore();
  try {
    await copyBank(core.parts.store, name, store, name);
    await prepare(store);
    return await opened(core, name, store);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Copies a bank into an empty one, in the same store or another. Throws `conflict` if it is not empty. */
async function copyBank(from: Store, bank: BankName, to: Store, name: BankName): Promise<void> {
  const told = await from.exportBank(bank);
  try {
    const loader = await to.loadBank(name, { ...told.bank, name });
    try {
      for await (const page of told.records) await loader.put(page);
      await loader.finish({ mend: false, by: null });
    } catch (error) {
      await loader.abandon();
      throw error;
    }
  } finally {
    await told.records.return();
  }
}

async function opened(core: OpenFile, name: BankName, store: Store): Promise<ScratchBank> {
  const { languageModel: _, later: __, ...parts } = core.parts;
  const scratch = new OpenFile({ ...parts, store, readOnly: false });
  return { core: scratch, bank: await scratch.open(name), close: () => scratch.close() };
}
