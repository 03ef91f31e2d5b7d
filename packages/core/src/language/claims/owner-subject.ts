import type { Source } from '../../domain/memory.js';
import { normaliseName } from '../entity-names.js';
import type { ClaimSubject } from './claim.js';

/** The single user of a bank, whatever their name. */
export const USER = '@user';

/** Whether a speaker is the bank's user as chats and calls name them: not at all, or "user". */
export function isOfUser(speaker: string | null, source: Source): boolean {
  return speaker === null ? source === 'user' : /^(?:the )?user$/i.test(speaker);
}

export const sameName = (a: string, b: string): boolean => normaliseName(a) === normaliseName(b);

/** A claim with its subject, also normalised. */
interface OfSubject {
  readonly subject: string;
  readonly claim: { readonly subject: ClaimSubject };
}

/**
 * Today's subject of a claim stored before the owner was known: what the owner said, and what others said
 * about them by name.
 */
export function ofOwner<Keyed extends OfSubject>(
  claim: Keyed,
  said: { readonly speaker: string | null },
  owner: string | null,
  ownerKey: string | null,
): Keyed {
  if (owner === null || ownerKey === null) return claim;
  const { subject } = claim;
  if (subject !== ownerKey && !subject.startsWith(`${ownerKey}'s `)) return claim;
  // Speakers call themselves "I": their own name then refers to somebody else.
  const byThemselves =
    said.speaker !== null && (isOfUser(said.speaker, 'user') || sameName(said.speaker, owner));
  return byThemselves && rootOf(claim.claim.subject).kind === 'name'
    ? claim
    : { ...claim, subject: `${USER}${subject.slice(ownerKey.length)}` };
}

function rootOf(subject: ClaimSubject): ClaimSubject {
  return subject.kind === 'owned' ? rootOf(subject.owner) : subject;
}

/** The key of the user's claims from before the user's name was known. */
export function underName(key: string, ownerKey: string | null): string[] {
  return ownerKey !== null && key.startsWith(USER) ? [`${ownerKey}${key.slice(USER.length)}`] : [];
}
