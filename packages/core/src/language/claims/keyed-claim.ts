import type { StoredClaim } from '../../domain/validity.js';
import type { MemoryId } from '../../domain/ids.js';
import type { Memory, Source } from '../../domain/memory.js';
import type { Instant } from '../../domain/time.js';
import { ANY_SLOT, type Claim, type ClaimSubject } from './claim.js';
import { thingKey } from './subject-and-verb.js';
import { normaliseName } from '../entity-names.js';

/** The subject key of a bank's single user, whatever their name. */
export const USER = '@user';

/** Whether a speaker is the bank's user: unnamed, or named "user" as in chats and tool calls. */
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
 * Re-keys a claim stored before the owner was known to the owner: claims made by the owner, and claims of others that
 * name the owner.
 */
export function rekeyToOwner<Keyed extends OfSubject>(
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

/** The keys that the user's claims had before the user's name was known. */
export function keysBeforeOwner(key: string, ownerKey: string | null): string[] {
  return ownerKey !== null && key.startsWith(USER) ? [`${ownerKey}${key.slice(USER.length)}`] : [];
}

/** A claim with a resolved subject. */
export interface KeyedClaim {
  readonly claim: Claim;
  /** The normalised subject. */
  readonly subject: string;
  /** The subject in words. */
  readonly label: string;
  /** Set if a language model extracted it; absent if the rules did. */
  readonly told?: ToldByModel;
}

/** Provenance of a claim extracted by a language model, with the memory's words as evidence. */
interface ToldByModel {
  /** The model's name. */
  readonly by: string;
  /** How certain the model was, 0..1. */
  readonly certainty: number;
  /** The day from which it holds or on which it ended, if stated. */
  readonly from: Instant | null;
}

/** Whether it holds at a moment according to its text: a plan holds from its day on. */
export function isHolding({ claim, told }: KeyedClaim, at: Instant): boolean {
  const { mode } = claim;
  const from = claim.from ?? told?.from ?? null;
  return mode === 'holds' || (mode === 'planned' && from !== null && from <= at);
}

/** The speaker, and how the bank resolves names. */
interface SubjectNames {
  readonly speaker: string | null;
  readonly source: Memory['provenance'][number]['source'];
  /** Resolves a name to the bank's canonical one; unknown names are returned unchanged. */
  readonly known: (name: string) => string;
  /** The name of the bank's user; absent or null if unknown. */
  readonly owner?: string | null;
}

/** Things that people own one of: "the rent" means the speaker's own. */
const OWNED_ONCE = new Set([
  'rent',
  'landlord',
  'landlady',
  'salary',
  'mortgage',
  'lease',
  'commute',
]);

/**
 * Resolves the subject of each claim: the first person is the speaker, a name is mapped to the bank's canonical one.
 */
export function keyClaims(claims: readonly Claim[], names: SubjectNames): KeyedClaim[] {
  return claims.map((claim) => ({ claim, ...keyed(claim.subject, names) }));
}

/** The key of a subject alone; with a slot it looks up the subject's claims. */
export function subjectKey(subject: ClaimSubject, names: SubjectNames): string {
  return keyed(subject, names).subject;
}

function keyed(subject: ClaimSubject, names: SubjectNames): { subject: string; label: string } {
  switch (subject.kind) {
    case 'speaker':
      return speakerSubject(names);
    case 'user':
      return theUser(names);
    case 'name': {
      const name = names.known(subject.name);
      if (isOwner(name, names) && !speaksOfOthers(names)) return theUser(names);
      return { subject: nameKey(name), label: name };
    }
    case 'thing':
      return OWNED_ONCE.has(subject.name)
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

/** The key and label of the speaker. Chat logs may name their only user "user", tool calls none, notes "the user". */
function speakerSubject(names: SubjectNames): { subject: string; label: string } {
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
 * In conversation, speakers refer to themselves as "I": their own name then means somebody else. A note may name its
 * writer.
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
  // "We switched from Jenkins" ends the claim "our CI provider is Jenkins".
  return owner === null
    ? own
    : [
        ...own,
        ...slotKeys(claim)
          .filter((slot) => slot.startsWith('='))
          .map((slot) => `${owner}|${slot}`),
      ];
}

/** The owner part of a possessive subject; null if it has none. */
function ownerOf(subject: string): string | null {
  const at = subject.lastIndexOf("'s ");
  return at < 0 ? null : subject.slice(0, at);
}

/**
 * Whether two claims may concern the same thing: the same subject or, if one only names a value, something that the
 * subject owns.
 */
export function mayConcernSame(claim: KeyedClaim, other: KeyedClaim): boolean {
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
