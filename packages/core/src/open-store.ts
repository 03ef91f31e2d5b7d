import { assertFileThere as assertThere } from './adapters/system/local-files.js';
import { sweepParts } from './adapters/system/part-files.js';
import { openSharedStore } from './adapters/store/shared/shared-store.js';
import { FileKey } from './adapters/store/sqlite/file-key.js';
import { assertBankExists } from './bank/banks.js';
import {
  formerSettings,
  readConfig,
  type Config,
  type ConfigInput,
  twoPlaces,
} from './config/config.js';
import { isOwnFolder, socketFolder } from './config/environment.js';
import { readKey } from './config/secrets.js';
import { MnemeError } from './domain/errors.js';
import { bankOfUser } from './domain/user-bank.js';
import { didYouMean } from './language/string-similarity.js';
import { finishErasure } from './modules/privacy/erasure/erase.js';
import { type FitsSpace, type Store, bindStore } from './ports/store.js';
import { KnownCodes } from './spaces/registry.js';

/** Throws `not_found` for a missing file, suggesting similar names. */
export function assertFileThere(file: string): void {
  assertThere(file, didYouMean);
}

/** Opens the banks on a database server. */
export type OpenServer = (options: {
  readonly address: string;
  readonly readOnly: boolean;
  /** Creates no schema. */
  readonly mustExist: boolean;
  readonly fitsSpace: FitsSpace;
}) => Promise<Store>;

/** Whether bank and file must exist, or only the file. */
type MustExist = boolean | 'file';

/** The effective settings, with a server if given. Throws `not_found` for a missing file that must exist. */
export function configFor(
  configured: Omit<ConfigInput, 'store'>,
  given: Store | string | undefined,
  mustExist: MustExist,
): Config {
  for (const [former, now] of formerSettings(configured))
    process.emitWarning(`${former} is called ${now} now.`, 'DeprecationWarning');
  if (typeof given === 'object') {
    if (configured.file !== undefined) throw twoPlaces(configured.file);
    return readConfig(configured);
  }
  const config = readConfig(given === undefined ? configured : { ...configured, store: given });
  // Opening read-only never creates anything.
  if (config.store === undefined && (mustExist !== false || config.readOnly))
    assertFileThere(config.file);
  return config;
}

interface OpenedStore {
  readonly store: Store;
  readonly codes: KnownCodes;
  /** Its file, or its name in messages. */
  readonly place: string;
}

/** Opens the file or the server, or uses the given store, and completes unfinished erasures. */
export async function openStore(
  config: Config,
  {
    given,
    mustExist,
    openServer,
    key,
  }: {
    readonly given: Store | string | undefined;
    readonly mustExist: MustExist;
    readonly openServer: OpenServer | undefined;
    /** What the file is sealed with. */
    readonly key?: string;
  },
): Promise<OpenedStore> {
  const codes = new KnownCodes();
  const store =
    typeof given === 'object'
      ? bindStore(given)
      : await openConfigured(config, mustExist !== false, codes.fits, openServer, key);
  const place =
    store.file ?? (config.store === undefined && given === undefined ? config.file : store.kind);
  await closingOnFault(store, async () => {
    // Does not wait for other processes: `doctor` reports unfinished ones.
    if (!store.readOnly && !config.readOnly) await finishErasure(store, 0);
    if (mustExist === true)
      await assertBankExists(bankOfUser(config.bank, config.userId), place, store);
  });
  return { store, codes, place };
}

/** Opens only a store, by a file's path or a server's URL. If read-only, it must exist. */
export async function openPlace(
  place: string,
  { readOnly, openServer }: { readonly readOnly: boolean; readonly openServer: OpenServer },
  key?: string,
): Promise<Store> {
  const config = configFor(
    isAddress(place) ? { readOnly } : { readOnly, file: place },
    isAddress(place) ? place : undefined,
    readOnly,
  );
  return openConfigured(
    config,
    readOnly,
    () => true,
    openServer,
    isAddress(place) ? undefined : key,
  );
}

/** The configured key of the file; its command is run. */
export const configuredKey = (): string | undefined => readKey(readConfig());

/** Whether a place is a server rather than a file. */
export const isAddress = (place: string): boolean => /^postgres(?:ql)?:\/\//i.test(place);

/** `looking`: the schema must exist. Opening read-only creates neither a file nor a schema. Throws `invalid_input` for a server and a key. */
async function openConfigured(
  { file, store, readOnly }: Config,
  looking: boolean,
  fitsSpace: FitsSpace,
  openServer: OpenServer | undefined,
  key: string | undefined,
): Promise<Store> {
  if (store === undefined) {
    const opened = await openSharedStore({
      path: file,
      readOnly,
      fitsSpace,
      sockets: ownSockets,
      key: key === undefined ? undefined : new FileKey(key),
    });
    // Removes partial copies of a restore that was killed.
    if (!readOnly && file !== ':memory:') sweepParts(file);
    return opened;
  }
  if (key !== undefined) throw serverUnsealed();
  if (openServer === undefined)
    throw new MnemeError('unavailable', 'store: banks on a server need the package for it.', {
      field: 'store',
      hint: 'Open the memory with the whole of Mneme, or give a file.',
    });
  return openServer({ address: store, readOnly, mustExist: looking, fitsSpace });
}

/** The error where a server is to be sealed. */
const serverUnsealed = (): MnemeError =>
  new MnemeError('invalid_input', 'key: a PostgreSQL server cannot be sealed by Mneme.', {
    field: 'key',
    hint: 'Its disk can be encrypted (LUKS, or the provider’s encryption at rest), and its connection by sslmode=verify-full. Leave the key out, or keep the memory in a file.',
  });

export async function closingOnFault<T>(store: Store, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await store.close();
    throw error;
  }
}

function ownSockets(): string | null | false {
  const folder = socketFolder();
  return isOwnFolder(folder) && folder;
}
