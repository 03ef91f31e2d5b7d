import type { BankName } from '../domain/ids.js';
import type { Store } from '../ports/store.js';
import { OpenFile, type OpenBank } from './core.js';

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

/** A copy of a bank's current state, including its journal. */
export async function copyToScratch(core: OpenFile, name: BankName): Promise<ScratchBank> {
  const store = core.parts.openScratchStore();
  try {
    await copyBank(core.parts.store, name, store, name);
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
