import type { BankHandle } from '../../bank/bank-handle.js';
import { syncDevices, type SyncOptions, type SyncReport } from './sync.js';

declare module '../../mneme.js' {
  interface Mneme {
    /** One memory on several machines. */
    readonly devices: Devices;
  }
}

/** Keeps banks of the same name on several machines in step, over a folder that they share, without a server. */
export class Devices {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Sends what was changed here since the last sync, sealed, and takes in what the other machines sent: each segment of
   * theirs as one undoable change. What two machines changed differently is a pending conflict. With `preview` it only
   * tells. Throws `invalid_input` for a wrong or missing key and for a path that is no folder, `conflict` for a folder
   * of another bank, `not_found` for an empty one though the memory was synced before, `corrupt`, `read_only`, `interrupted`.
   */
  sync(folder: string, options: SyncOptions = {}): Promise<SyncReport> {
    return syncDevices(folder, options, this.bank);
  }
}
