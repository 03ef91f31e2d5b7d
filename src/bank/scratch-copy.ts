import type { BankName } from '../domain/ids.js';
import type { Store } from '../ports/store.js';
import { OpenFile, type OpenBank } from './core.js';

/** A bank in this process's memory that is gone when it is closed: what is tried on it happens to nobody. */
export interface ScratchBank {
  readonly core: OpenFile;
  readonly bank: OpenBank;
  close(): Promise<void>;
}

/** An empty one. No language model works on it in the background. */
export async function openScratch(core: OpenFile, name: BankName): Promise<ScratchBank> {
  return opened(core, name, core.parts.openScratchStore());
}

/** A copy of a bank as it is at this moment, its journal too. */
export async function copyToScratch(core: OpenFile, name: BankName): Promise<ScratchBank> {
  const store = core.parts.openScratchStore();
  await copyBank(core.parts.store, name, store, name);
  return opened(core, name, store);
}

/** Puts a bank as it is at this moment into an empty one, of another store or of the same. Throws `conflict` for one in which there is something. */
export async function copyBank(
  from: Store,
  bank: BankName,
  to: Store,
  name: BankName,
): Promise<void> {
  const told = await from.exportBank(bank);
  const loader = await to.loadBank(name, { ...told.bank, name });
  try {
    for await (const page of told.records) await loader.put(page);
    await loader.finish({ mend: false, by: null });
  } catch (error) {
    await loader.abandon();
    throw error;
  } finally {
    await told.records.return();
  }
}

async function opened(core: OpenFile, name: BankName, store: Store): Promise<ScratchBank> {
  const { languageModel: _, later: __, ...parts } = core.parts;
  const scratch = new OpenFile({ ...parts, store, readOnly: false });
  return { core: scratch, bank: await scratch.open(name), close: () => scratch.close() };
}
