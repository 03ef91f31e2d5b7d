import type { ParsedProfile } from '../domain/profile.js';
import type { BankIndex } from '../indexes/bank-index.js';
import { profileAcceptor } from './rank-candidates.js';

/** Fields of a profile that exclude memories, other than the threshold. */
const FILTERS = [
  'kinds',
  'tags',
  'speaker',
  'speakers',
  'exceptSpeakers',
  'session',
  'from',
  'to',
  'asOf',
  'exclude',
] as const satisfies readonly (keyof ParsedProfile)[];

/** Why a profile admits no memory of the bank, in words. */
export function whyNone(profile: ParsedProfile, index: BankIndex): string {
  if (index.live === 0 && profile.asOf === undefined) return 'The bank holds no memories.';
  const { threshold } = profile;
  const surest = threshold > 0 ? surestOf({ ...profile, threshold: 0 }, index) : null;
  if (surest !== null)
    return `No memory has a confidence of ${threshold} or more; the surest has ${Math.floor(surest * 1000) / 1000}.`;
  const given = FILTERS.filter((name) => profile[name] !== undefined);
  return `The bank holds no memories that this profile admits${given.length === 0 ? '' : ` by ${given.join(', ')}`}.`;
}

/** The highest confidence among what the profile admits; null if it admits nothing. */
function surestOf(profile: ParsedProfile, index: BankIndex): number | null {
  const accepts = profileAcceptor(profile, index);
  let surest: number | null = null;
  for (let slot = 0; slot < index.size; slot++)
    if (accepts(slot)) surest = Math.max(surest ?? 0, index.confidence.get(slot));
  return surest;
}
