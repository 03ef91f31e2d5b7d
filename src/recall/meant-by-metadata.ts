import type { BankName } from '../domain/ids.js';
import type { ParsedProfile } from '../domain/profile.js';
import type { BankState } from '../indexes/bank-state.js';
import type { RecallPorts } from './recall-context.js';

/**
 * The profile with the memories that match its metadata filter: the index holds no metadata, so the store
 * is queried.
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
