import { z } from 'zod';
import type { BankHandle } from '../../bank/bank-handle.js';
import { retryOnConflict } from '../../domain/errors.js';
import { parseInput } from '../../domain/input.js';
import { DeviceSync, type ReadDevice, type UnreadDevice } from './devices.js';
import type { Overruled } from './merge-segment.js';
import { type LeftOut, SharedFolder } from './shared-folder.js';

export const SyncOptions = z.strictObject({
  preview: z.boolean().default(false),
  /** What the others have to seal with, too. Default: the configured passphrase, else the key of the memory. */
  passphrase: z.string().min(8).optional(),
  /** Begins a new folder, though this memory was synced with another one before. */
  new: z.boolean().default(false),
  /** What this machine is called where others tell of it. */
  name: z.string().max(100).default(''),
  signal: z.custom<AbortSignal>((value) => value instanceof AbortSignal).optional(),
});
export type SyncOptions = z.input<typeof SyncOptions>;

/** What a sync with a shared folder did, or in a preview would do. */
export interface SyncReport {
  readonly folder: string;
  readonly bank: string;
  /** This machine, as the folder names it. */
  readonly device: string;
  readonly preview: boolean;
  /** What was changed here since the last sync. */
  readonly sent: { readonly segments: number; readonly records: number };
  /** What was taken in, of each other machine. */
  readonly read: readonly ReadDevice[];
  /** Memories that were changed on two machines: both versions stand, and `conflicts` has them to settle. */
  readonly conflicts: number;
  /** Other fields that were changed on two machines: the later one is kept, this is the other. */
  readonly overruled: readonly Overruled[];
  /** Memories that were told on two machines, and are one now. */
  readonly doubles: number;
  /** Memories that were erased because another machine erased them. */
  readonly erased: number;
  /** Machines of which not all could be read. */
  readonly unread: readonly UnreadDevice[];
  /** Files that were left out. */
  readonly left: readonly LeftOut[];
  readonly sequence: number;
}

/** Exchanges changes with the other machines that share a folder. */
export async function syncDevices(
  path: string,
  raw: SyncOptions,
  handle: BankHandle,
): Promise<SyncReport> {
  const options = parseInput(SyncOptions, raw, 'sync');
  const where = parseInput(z.string().trim().min(1).max(4_096), path, 'sync.folder');
  const { preview, passphrase, name, signal } = options;
  if (!preview) handle.assertWritable();
  const { parts } = handle;
  const bank = await handle.serve();
  const [before] = await parts.store.journal(bank.name, { verbs: ['sync'] }, 1);
  const begins = before !== undefined && !options.new ? 'refused' : preview ? 'thought of' : 'made';
  const disk = { ...parts.files, openText: parts.openText };
  const secret = passphrase ?? parts.passphrase ?? parts.key;
  const folder = await SharedFolder.open(where, disk, { bank: bank.name, secret, begins });
  const sync = new DeviceSync(folder, bank, handle, { name, signal });
  await retryOnConflict(() => (preview ? sync.preview() : sync.run()));
  if (!preview && sync.read.size > 0) {
    // A segment carries no vectors.
    bank.late?.start();
    await bank.late?.idle();
  }
  const { segments, records, ...counts } = sync.counts;
  return {
    folder: where,
    bank: bank.name,
    device: sync.device,
    preview,
    sent: { segments, records },
    read: [...sync.read.values()],
    ...counts,
    overruled: sync.overruled,
    unread: sync.unread,
    left: sync.listing.left,
    sequence: (await parts.store.bank(bank.name))?.sequence ?? 0,
  };
}
