import type { StoredClaim } from '../../domain/conflict.js';
import type { MemoryId } from '../../domain/ids.js';
import type { Memory, Source } from '../../domain/memory.js';
import type { Instant } from '../../domain/time.js';
import { ANY_SLOT, type Claim, type ClaimSubject } from './claim.js';
import { thingKey } from './subjects.js';
import { normaliseName } from '../entity-names.js';

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

/** A claim with a resolved subject. */
export interface KeyedClaim {
  readonly claim: Claim;
  /** The normalised subject. */
  readonly subject: string;
  /** The subject in words. */
  readonly label: string;
  /** Absent if the rules read it. */
  readonly told?: ToldByModel;
}

/** It was read by a language model, with the memory's words as evidence. */
interface ToldByModel {
  /** The model. */
  readonly by: string;
  /** How certain the model was, 0..1. */
  readonly certainty: number;
  /** The day from which it holds, or on which it ended, if the words say so. */
  readonly from: Instant | null;
}

/** Whether it holds at a moment according to its text: a plan does from its day on. */
export function isHolding({ claim, told }: KeyedClaim, at: Instant): boolean {
  const { mode } = claim;
  const from = claim.from ?? told?.from ?? null;
  return mode === 'holds' || (mode === 'planned' && from !== null && from <= at);
}

/** The speaker, and the names by which the bank knows people. */
interface SubjectNames {
  readonly speaker: string | null;
  readonly source: Memory['provenance'][number]['source'];
  /** The bank's own name for what this name refers to; the name itself if unknown. */
  readonly known: (name: string) => string;
  /** The name of the bank's user; absent or null if unknown. */
  readonly owner?: string | null;
}

/** Things for which "the rent" means the speaker's own. */
const ONES_OWN = new Set([
  'rent',
  'landlord',
  'landlady',
  'salary',
  'mortgage',
  'lease',
  'commute',
]);

/** Resolves the subject of each claim: first person is the speaker, a name is whatever the bank knows by it. */
export function keyClaims(claims: readonly Claim[], names: SubjectNames): KeyedClaim[] {
  return claims.map((claim) => ({ claim, ...keyed(claim.subject, names) }));
}

/** The key of a subject alone: with a slot, it finds its claims. */
export function subjectKey(subject: ClaimSubject, names: SubjectNames): string {
  return keyed(subject, names).subject;
}

function keyed(subject: ClaimSubject, names: SubjectNames): { subject: string; label: string } {
  switch (subject.kind) {
    case 'speaker':
      return speaking(names);
    case 'user':
      return theUser(names);
    case 'name': {
      const name = names.known(subject.name);
      if (isOwner(name, names) && !speaksOfOthers(names)) return theUser(names);
      return { subject: nameKey(name), label: name };
    }
    case 'thing':
      return ONES_OWN.has(subject.name)
        ? keyed({ kind: 'owned', owner: { kind: 'speaker' }, noun: subject.name }, names)
        : { subject: subject.name, label: subject.name };
    case 'owned': {
      const owner = keyed(subject.owner, names);
      return {
        subject: `${owner.subject}'s ${subject.noun}`,
        label: `${owner.label.replace(THE_USER, '')}'s ${subject.noun}`,
      };
    }
  }
}

/** A chat log may call its only user "user", a call may not name one; notes say "the user". */
function speaking(names: SubjectNames): { subject: string; label: string } {
  const { speaker, source, known } = names;
  if (isOfUser(speaker, source)) return theUser(names);
  if (speaker === null) return { subject: `@${source}`, label: `the ${source}` };
  const name = known(speaker);
  return isOwner(name, names) || isOwner(speaker, names)
    ? theUser(names)
    : { subject: nameKey(name), label: name };
}

const THE_USER = ' (the user)';

function theUser({ owner = null }: SubjectNames): { subject: string; label: string } {
  return { subject: USER, label: owner === null ? 'the user' : `${owner}${THE_USER}` };
}

const isOwner = (name: string, { owner = null }: SubjectNames): boolean =>
  owner !== null && sameName(name, owner);

/**
 * In conversation, speakers call themselves "I": their own name then refers to somebody else. A note may
 * name its writer.
 */
function speaksOfOthers(names: SubjectNames): boolean {
  const { speaker, source } = names;
  return speaker !== null && (isOfUser(speaker, source) || isOwner(speaker, names));
}

/** The key of somebody by name alone. */
export function nameKey(name: string): string {
  return normaliseName(name).includes(' ')
    ? normaliseName(name)
    : thingKey(normaliseName(name)) || normaliseName(name);
}

/** The keys under which comparable claims of one subject are found. */
export function slotKeys({ slot, value }: Claim): readonly string[] {
  if (slot === ANY_SLOT) return [`=${value.key}`];
  if (slot.startsWith('allergic ')) return [slot, 'allergies'];
  if (value.kind === 'polarity') return [slot, `=${slot.slice(slot.indexOf(' ') + 1)}`];
  return ['name', 'word', 'release'].includes(value.kind)
    ? [slot, `=${value.key.split('@')[0]}`]
    : [slot];
}

/** The keys under which a claim is stored. */
export function keysOf({ claim, subject }: KeyedClaim): string[] {
  const own = slotKeys(claim).map((slot) => `${subject}|${slot}`);
  const owner = ownerOf(subject);
  // "We switched from Jenkins" ends what "our CI provider is Jenkins" says.
  return owner === null
    ? own
    : [
        ...own,
        ...slotKeys(claim)
          .filter((slot) => slot.startsWith('='))
          .map((slot) => `${owner}|${slot}`),
      ];
}

/** The owner; null for what is nobody's. */
function ownerOf(subject: string): string | null {
  const at = subject.lastIndexOf("'s ");
  return at < 0 ? null : subject.slice(0, at);
}

/**
 * Whether two claims may be about the same thing: the same subject, or, if one only names a value,
 * something that the subject has.
 */
export function meets(claim: KeyedClaim, other: KeyedClaim): boolean {
  return (
    claim.subject === other.subject ||
    (claim.claim.slot === ANY_SLOT && other.subject.startsWith(`${claim.subject}'s `))
  );
}

export function toStored(memory: MemoryId, claims: readonly KeyedClaim[]): StoredClaim[] {
  return claims.flatMap((each) =>
    keysOf(each).map((key) => ({ memory, key, claim: JSON.stringify(each) })),
  );
}

export function fromStored({ claim }: StoredClaim): KeyedClaim {
  return JSON.parse(claim) as KeyedClaim;
}
