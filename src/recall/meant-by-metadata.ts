import type { BankName, MemoryId } from '../domain/ids.js';
import { readMetadataFilter } from '../domain/metadata-filter.js';
import type { ParsedProfile } from '../domain/profile.js';
import type { BankState } from '../indexes/bank-state.js';
import type { RecallPorts } from './recall-context.js';

/** Memories of one page that the store gives. */
const PAGE = 1_000;

/**
 * The profile with the memories that its filter by metadata means: the index holds no metadata, so the store is asked, once for as long as
 * the bank stays as it is.
 */
export async function withMeant(
  profile: ParsedProfile,
  bank: BankName,
  { sequence }: Pick<BankState, 'sequence'>,
  { store, among: kept }: Pick<RecallPorts, 'store' | 'among'>,
): Promise<ParsedProfile> {
  const { metadata } = profile;
  if (metadata === undefined) return profile;
  const key = JSON.stringify(metadata);
  const known = kept.get(key, sequence);
  if (known !== null) return { ...profile, among: known };
  const among = new Set<MemoryId>();
  const filter = { metadata: readMetadataFilter(metadata), includeRetracted: true } as const;
  for (let after: string | undefined; ;) {
    const page = await store.find(bank, filter, PAGE, after);
    for (const { id } of page.items) among.add(id);
    if (page.next === null) break;
    after = page.next;
  }
  kept.put(key, sequence, among);
  return { ...profile, among };
}
