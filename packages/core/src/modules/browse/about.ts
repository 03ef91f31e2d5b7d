import { z } from 'zod';
import { FOR } from '../../domain/audience.js';
import { type Entity, NamedEntity, memoriesAt } from '../../domain/graph.js';
import type { BankName, MemoryId } from '../../domain/ids.js';
import { askedAt, boundedIn, type Bounded } from '../../domain/memory-times.js';
import { BoundInput, parseInput } from '../../domain/input.js';
import { Memory } from '../../domain/memory.js';
import { RecallProfile } from '../../domain/profile.js';
import { isReflected } from '../../domain/reflection.js';
import { type Of, type SchemaOf, wholeNumber, textUpTo } from '../../domain/schema.js';
import { DAY, Instant, type OffsetAt, offsetsOf, UTC } from '../../domain/time.js';
import { isUndone } from '../../domain/change.js';
import { readOwner } from '../../indexes/owner-and-zone.js';
import type { KnownNote, NoteIndex } from '../../indexes/note-index.js';
import { MnemeError } from '../../domain/errors.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import type { Store } from '../../ports/store.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { resolveName } from '../../bank/resolve-name.js';
import { ShownClaim } from '../inspect/index.js';
import {
  dayOf,
  findSubject,
  isOwnerWord,
  validityOfNote,
  type FoundSubject,
  type Moment,
} from '../notes/index.js';
import { readMemoryValidity } from '../validity/index.js';
import { bySlot, HeldClaim, heldClaims, noteSlots, SlotPart } from './slots.js';

export const AboutInput = z.strictObject({
  about: textUpTo(500).describe('Somebody or something: a name, or an entity’s id.'),
  asOf: BoundInput.optional().describe('What the bank held at that moment. Default: now.'),
  now: RecallProfile.shape.now,
  for: FOR,
  recent: wholeNumber(0, 200)
    .default(20)
    .describe(
      'Most notes on others that mention it, and most unread memories that name it, newest first.',
    ),
});
export type AboutInput = z.input<typeof AboutInput>;
interface AskedAbout extends Pick<
  Bounded<z.output<typeof AboutInput>>,
  'about' | 'asOf' | 'recent'
> {
  readonly now: Instant;
  readonly offset: OffsetAt;
  readonly moment: Moment;
}

const aboutShape = z.strictObject({
  /** The name that notes use for it, else the entity's; if notes only mention it, as it was queried. */
  name: z.string(),
  /** What it is according to its notes; null if none says. */
  is: z.string().nullable(),
  /** Null if only notes mention it and no text names it as a person, place or thing. */
  entity: NamedEntity.nullable(),
  aliases: z.array(z.string()),
  /** Other subjects that the name may refer to. */
  others: z.array(z.string()),
  firstSeenAt: Instant.nullable(),
  /** Whether there are notes on it; if not, only rules and lexical matches answer. */
  read: z.boolean(),
  /** Grouped by why one should know them (`part`); in each group current claims come before superseded ones. */
  slots: z.array(
    z.strictObject({
      part: SlotPart,
      /** An aspect, prefixed with the subject's name if it belongs to another subject. */
      slot: ShownClaim.shape.slot,
      claims: z.array(HeldClaim),
    }),
  ),
  /** Of the memories searched, those that name it or that it said; without notes. */
  memories: z.number(),
  /** Whether there were more memories than the search limit. */
  partial: z.boolean(),
  /** Its observation from reflection; null if there is none. */
  observation: Memory.nullable(),
  /** The newest of `memories` that no note was derived from. */
  recent: z.array(Memory),
});
export interface About extends Of<typeof aboutShape> {}
export const About: SchemaOf<About, typeof aboutShape> = aboutShape;

const MAX_LINKS = 2_000;
const MAX_GONE = 2_000;
const MAX_NOTES = 500;

/**
 * What is known of a person or thing, now and before: from notes and, for unread memories, from rules. Throws
 * `not_found` for an unknown name.
 */
export async function readAbout(raw: unknown, bank: OpenBank, parts: EngineParts): Promise<About> {
  const asked = await askedAbout(parseInput(AboutInput, raw, 'about'), bank, parts);
  await bank.state.notes.ready();
  const owner = (await readOwner(bank.name, parts.store))?.name ?? null;
  const named = entityNamed(asked.about, owner, bank);
  const { notes, index } = bank.state;
  const names = named === null ? [] : [named.name, ...named.aliases];
  const found = findSubject(asked.about, names, { notes, index, owner, stemmer: parts.stemmer });
  const entity = named ?? entityNamed(found?.subject?.name ?? '', owner, bank);
  if (found === null && entity === null) refuse(asked.about, owner, bank);
  const claims = found === null ? [] : await claimsFromNotes(found, asked, bank, parts);
  const words = entity === null ? NO_WORDS : await claimsFromRules(entity, asked, bank, parts);
  const name = found?.subject?.name ?? entity?.name ?? asked.about;
  const others = found?.others ?? [];
  const aliases = [...(found?.subject?.aliases ?? []), ...(entity?.aliases ?? [])].filter(
    (alias) => alias !== name && !others.includes(alias),
  );
  return {
    name,
    is: found?.subject?.is ?? null,
    entity: entity === null ? null : { id: entity.id, name: entity.name, type: entity.type },
    aliases: [...new Set(aliases)],
    others: [...others],
    firstSeenAt: entity?.firstSeenAt ?? null,
    read: claims.length > 0,
    ...words,
    slots: [...claims, ...words.slots],
  };
}

/** With the clock by which it is asked: one that is put back knows nothing that was said after its day. */
async function askedAbout(
  given: z.output<typeof AboutInput>,
  { state }: OpenBank,
  { clock }: Pick<EngineParts, 'clock'>,
): Promise<AskedAbout> {
  await state.follow();
  const { zone } = await state.settings();
  const { about, asOf, recent } = boundedIn(given, offsetsOf(zone));
  const { now, offset } = askedAt(given.now, zone ?? UTC, asOf ?? clock.now());
  const saidBy = given.now === undefined ? {} : { saidBy: now + DAY };
  const moment = { knownBy: asOf ?? Infinity, day: dayOf(now, offset(now)), ...saidBy };
  return { about, asOf, recent, now, offset, moment };
}

/** Throws `not_found`, with similar names or with how to set the bank's owner. */
function refuse(about: string, owner: string | null, bank: OpenBank): never {
  if (owner !== null || !isOwnerWord(about)) resolveName(about, 'about', bank);
  throw new MnemeError('not_found', 'Nobody has told whose memory this is.', {
    field: 'about',
    value: about,
    hint: 'Name the owner with `mneme bank configure --owner NAME`.',
  });
}

function entityNamed(about: string, owner: string | null, bank: OpenBank): Entity | null {
  const name = owner !== null && isOwnerWord(about) ? owner : about;
  try {
    return name === '' ? null : resolveName(name, 'about', bank);
  } catch (error) {
    if (MnemeError.is(error) && error.code === 'not_found') return null;
    throw error;
  }
}

/** Claims from its own notes and from the nearest notes on others ("Tom's car"), then the newest. */
async function claimsFromNotes(
  { subject, own, mentioning }: FoundSubject,
  { asOf, recent, now, offset, moment }: AskedAbout,
  { name, state }: OpenBank,
  { store, stemmer }: EngineParts,
): Promise<About['slots']> {
  const was = ({ recordedAt, saidAt }: KnownNote): boolean =>
    recordedAt <= moment.knownBy && saidAt <= (moment.saidBy ?? Infinity);
  const others = nearest(mentioning.filter(was), subject, { notes: state.notes, moment });
  const found = [
    ...own.filter(was).sort(newestFirst).slice(0, MAX_NOTES),
    ...others.slice(0, recent),
  ];
  const memories = await store.get(
    name,
    found.map(({ id }) => id),
    asOf,
  );
  return noteSlots(found, {
    notes: state.notes,
    moment,
    stemmer,
    now,
    offset,
    memories: new Map(
      memories.filter(({ quarantine }) => quarantine === null).map((memory) => [memory.id, memory]),
    ),
    mentioning: new Set(others),
  });
}

const newestFirst = (a: KnownNote, b: KnownNote): number => b.saidAt - a.saidAt || b.slot - a.slot;

/**
 * Notes on others that are still valid: those on what belongs to it ("Tom's car", "the mother of Tom") first, then
 * the newest.
 */
function nearest(
  mentioning: readonly KnownNote[],
  subject: FoundSubject['subject'],
  { notes, moment }: { readonly notes: NoteIndex; readonly moment: Moment },
): KnownNote[] {
  const [name = ''] = (subject?.name ?? '').toLowerCase().split(' ');
  const isOwn = ({ note: { about, is } }: KnownNote): number =>
    Number(name !== '' && `${about} ${is ?? ''}`.toLowerCase().includes(name));
  return mentioning
    .filter((known) => {
      const { state } = validityOfNote(known, notes, moment);
      return state !== 'superseded' && state !== 'ended';
    })
    .sort((a, b) => isOwn(b) - isOwn(a) || newestFirst(a, b));
}

type ByWords = Pick<About, 'slots' | 'memories' | 'partial' | 'observation' | 'recent'>;
const NO_WORDS: ByWords = {
  slots: [],
  memories: 0,
  partial: false,
  observation: null,
  recent: [],
};

/** Claims that rules read from memories without notes, and the newest of those memories. */
async function claimsFromRules(
  entity: Entity,
  { asOf, recent, now, offset, moment: { saidBy = Infinity } }: AskedAbout,
  { name, state }: OpenBank,
  { store }: EngineParts,
): Promise<ByWords> {
  const { index, notes } = state;
  const { ids, partial } = await linkedTo(entity, name, store);
  const gone = goneFrom(index, asOf).filter((id) => !ids.includes(id));
  const stored = await store.claimsOf(name, [...ids, ...gone]);
  const claiming = new Set(stored.map(({ memory }) => memory));
  const read = [...ids, ...gone.filter((id) => claiming.has(id))];
  const memories = (await store.get(name, read, asOf)).filter(
    (memory) =>
      memory.quarantine === null &&
      memory.note === undefined &&
      memory.saidAt <= saidBy &&
      (asOf === undefined ? !isUndone(memory) : memory.retractedAt === null),
  );
  const unread = memories.filter(({ id }) => notes.notesOf(index.slot(id)).length === 0);
  const validity = await readMemoryValidity(unread, {
    bank: name,
    now,
    profile: asOf === undefined ? {} : { asOf },
    state,
    ports: { store },
  });
  const claims = heldClaims(unread, stored, entity, validity, offset);
  const naming = new Set([...ids, ...claims.map(({ claim }) => claim.memory)]);
  const told = memories.filter(
    (memory) => memory.retractedAt === null && !isReflected(memory) && naming.has(memory.id),
  );
  return {
    slots: bySlot(claims),
    memories: told.length,
    partial,
    observation: memories.find((memory) => isObservationOf(memory, entity)) ?? null,
    recent: told
      .filter((memory) => unread.includes(memory))
      .sort((a, b) => b.saidAt - a.saidAt || (a.id < b.id ? 1 : -1))
      .slice(0, recent),
  };
}

/** Memories that name it or that it said, from its strongest links. */
async function linkedTo(
  { id }: Entity,
  bank: BankName,
  store: Store,
): Promise<{ readonly ids: readonly MemoryId[]; readonly partial: boolean }> {
  const edges = await store.neighbours(
    bank,
    [id],
    ['relational', 'hierarchical', 'causal'],
    MAX_LINKS,
  );
  return {
    ids: memoriesAt(edges),
    partial: edges.length >= MAX_LINKS,
  };
}

/**
 * Retracted memories, whose links are gone: for now all of them, for `asOf` those valid then; the latest recorded
 * first.
 */
function goneFrom(index: BankIndex, asOf: Instant | undefined): MemoryId[] {
  const found: MemoryId[] = [];
  for (let slot = index.size - 1; slot >= 0 && found.length < MAX_GONE; slot--) {
    if (index.isLive(slot)) continue;
    const stood =
      asOf === undefined ||
      (index.recordedAt.get(slot) <= asOf && index.retractedAt.get(slot) > asOf);
    if (stood) found.push(index.id(slot));
  }
  return found;
}

function isObservationOf(memory: Memory, { id }: Entity): boolean {
  return (
    memory.retractedAt === null &&
    isReflected(memory) &&
    memory.kind === 'observation' &&
    memory.metadata['about'] === id
  );
}
