import type { BankName, MemoryId } from '../domain/ids.js';
import { noteTest } from '../domain/note.js';
import type { ParsedProfile } from '../domain/profile.js';
import type { BankState } from '../indexes/bank-state.js';
import type { RecallPorts } from './recall-context.js';

/**
 * The profile with the memories that match its filter by metadata, for which the store is queried as the index holds
 * none, and by what notes say.
 */
export async function withMeant(
  profile: ParsedProfile,
  bank: BankName,
  { sequence, notes }: Pick<BankState, 'sequence' | 'notes'>,
  { store, among: kept }: Pick<RecallPorts, 'store' | 'among'>,
): Promise<ParsedProfile> {
  const { metadata } = profile;
  const isMeant = noteTest(profile);
  if (metadata === undefined && isMeant === null) return profile;
  const among = metadata === undefined ? undefined : await kept.of(metadata, bank, sequence, store);
  if (isMeant === null) return { ...profile, ...(among === undefined ? {} : { among }) };
  await notes.ready();
  const meant = new Set<MemoryId>();
  for (const { id, note } of notes.all())
    if (isMeant(note) && among?.has(id) !== false) meant.add(id);
  return { ...profile, among: meant };
}
