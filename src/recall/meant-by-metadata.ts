import type { BankName } from '../domain/ids.js';
import type { ParsedProfile } from '../domain/profile.js';
import type { BankState } from '../indexes/bank-state.js';
import type { RecallPorts } from './recall-context.js';

/**
 * The profile with the memories that its filter by metadata means: the index holds no metadata, so the store is asked.
 */
export async function withMeant(
  profile: ParsedProfile,
  bank: BankName,
  { sequence }: Pick<BankState, 'sequence'>,
  { store, among: kept }: Pick<RecallPorts, 'store' | 'among'>,
): Promise<ParsedProfile> {
  const { metadata } = profile;
  if (metadata === undefined) return profile;
  return { ...profile, among: await kept.of(metadata, bank, sequence, store) };
}
