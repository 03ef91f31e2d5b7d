import { withDefaults, type BankSettings } from '@mneme/core/domain/bank.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import type { JournaledKind, JournaledRecords } from '@mneme/core/domain/reversal.js';
import { parsed } from './rows.js';

/** What images of memories lack that were kept before pictures and quarantine were known. */
const LATER_FIELDS = Object.freeze({ quarantine: null, images: [] });

/** What the journal keeps of a record, as the record; null for the image of what was not there. Throws `corrupt`. */
export function imageOf<Kind extends JournaledKind>(
  kind: Kind,
  { id, image }: { readonly id: string; readonly image: string | null },
): JournaledRecords[Kind] | null {
  if (image === null) return null;
  const value = parsed(`what ${kind} ${id} was before`, image);
  if (kind === 'memory') return { ...LATER_FIELDS, ...(value as Memory) } as JournaledRecords[Kind];
  if (kind === 'bank')
    return withDefaults(value as Partial<BankSettings>) as JournaledRecords[Kind];
  return value as JournaledRecords[Kind];
}
