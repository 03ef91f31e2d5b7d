import type { Source } from '../../domain/memory.js';
import { normaliseName } from '../entity-names.js';
import type { ClaimSubject } from './claim.js';

/** The one user of a bank, under whatever name. */
export const USER = '@user';

/** Whether a speaker is the user of the bank as chats and calls name them: not at all, or "user". */
export function isOfUser(speaker: string | null, source: Source): boolean {
  return speaker === null ? source === 'user' : /^(?:the )?user$/i.test(speaker);
}

export const sameName = (a: string, b: string): boolean => normaliseName(a) === normaliseName(b);

/** A claim with its subject, and that in one spelling. */
interface OfSubject {
  readonly subject: string;
  readonly claim: { readonly subject: ClaimSubject };
}

/** The subject as a claim that was kept before the owner was known has it today: what the owner said, and what others said of them by name. */
export function ofOwner<Keyed extends OfSubject>(
  claim: Keyed,
  said: { readonly speaker: string | null },
  owner: string | null,
  ownerKey: string | null,
): Keyed {
  if (owner === null || ownerKey === null) return claim;
  const { subject } = claim;
  if (subject !== ownerKey && !subject.startsWith(`${ownerKey}'s `)) return claim;
  // Who speaks of themselves says "I": of that name they know somebody else.
  const byThemselves =
    said.speaker !== null && (isOfUser(said.speaker, 'user') || sameName(said.speaker, owner));
  return byThemselves && rootOf(claim.claim.subject).kind === 'name'
    ? claim
    : { ...claim, subject: `${USER}${subject.slice(ownerKey.length)}` };
}

function rootOf(subject: ClaimSubject): ClaimSubject {
  return subject.kind === 'owned' ? rootOf(subject.owner) : subject;
}

/** Under which key a claim of the user was kept while nobody knew what the user is called. */
export function underName(key: string, ownerKey: string | null): string[] {
  return ownerKey !== null && key.startsWith(USER) ? [`${ownerKey}${key.slice(USER.length)}`] : [];
}
