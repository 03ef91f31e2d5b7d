import { z } from 'zod';
import { type ClaimMode, type StoredClaim, ValidityState } from '../../domain/validity.js';
import type { Entity } from '../../domain/graph.js';
import { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { Day, type NoteStatus } from '../../domain/note.js';
import { type Of, type SchemaOf, Share } from '../../domain/schema.js';
import { DAY, Instant, type OffsetAt } from '../../domain/time.js';
import { validityAmongNotes } from '../../indexes/note-validity.js';
import type { KnownNote, NoteIndex } from '../../indexes/note-index.js';
import { foldAccents } from '../../language/names/name-spelling.js';
import type { Stemmer } from '../../language/stem.js';
import { showClaims, ShownClaim } from '../inspect/index.js';
import { dayOf, type Moment, successorOf, validityOfNote } from '../notes/index.js';
import type { MemoryValidity } from '../validity/index.js';

const heldClaimShape = z.strictObject({
  value: ShownClaim.shape.value,
  mode: ShownClaim.shape.mode,
  /** When it starts to hold, or ended, as stated. */
  from: Instant.nullable(),
  /** The same as a day: as its note gives it, whatever the zone, else in the bank's time zone. */
  fromDay: Day.nullable(),
  /** The note's reader; null for a claim read by rules. */
  told: ShownClaim.shape.told,
  /** Its validity in this slot; `forgotten` if its memory was retracted. */
  validity: z.enum([...ValidityState.options, 'forgotten']),
  /** Since when it is no longer valid, and what superseded it; null while it holds. */
  until: Instant.nullable(),
  untilDay: Day.nullable(),
  by: MemoryId.nullable(),
  /** The memory that states it, and its first 400 characters. */
  memory: MemoryId,
  text: z.string(),
  speaker: z.string().nullable(),
  saidAt: Instant,
  recordedAt: Instant,
  confidence: Share,
});
export interface HeldClaim extends Of<typeof heldClaimShape> {}
export const HeldClaim: SchemaOf<HeldClaim, typeof heldClaimShape> = heldClaimShape;

interface SlotClaim {
  readonly slot: string;
  readonly claim: HeldClaim;
}
interface HeldSlot {
  readonly part: 'holds' | 'over';
  readonly slot: string;
  readonly claims: HeldClaim[];
}

const QUOTED = 400;

/** Claims of memories about an entity, each with its validity in its slot. */
export function heldClaims(
  memories: readonly Memory[],
  stored: readonly StoredClaim[],
  { name, aliases }: Entity,
  validity: MemoryValidity,
  offset: OffsetAt,
): SlotClaim[] {
  const names = new Set([name, ...aliases].map((each) => each.toLowerCase()));
  const byMemory = grouped(stored, ({ memory }) => memory);
  return memories.flatMap((memory) =>
    showClaims(byMemory.get(memory.id) ?? [], memory)
      .filter(({ subject }) => names.has(subject.toLowerCase()))
      .map((claim) => ({
        slot: spelled(claim.slot),
        claim: asHeld(claim, memory, validity, offset),
      })),
  );
}

function asHeld(
  { slot, value, mode, from, told }: ShownClaim,
  memory: Memory,
  validity: MemoryValidity,
  offset: OffsetAt,
): HeldClaim {
  const { state, detail } = validity.of(
    memory.id,
    (conflict) => spelled(conflict.slot) === spelled(slot),
  );
  const forgotten = memory.retractedAt !== null;
  const until = forgotten ? memory.retractedAt : (detail?.since ?? null);
  const dayIn = (at: Instant | null): string | null => (at === null ? null : dayOf(at, offset(at)));
  return {
    value,
    mode,
    from,
    fromDay: dayIn(from),
    told,
    // `unread` counts as current: the claim itself was read by a rule.
    validity: forgotten ? 'forgotten' : state === 'unread' ? 'current' : state,
    until,
    untilDay: dayIn(until),
    by: forgotten ? memory.supersededBy : (detail?.by ?? null),
    memory: memory.id,
    text: memory.content.slice(0, QUOTED),
    speaker: memory.speaker,
    saidAt: memory.saidAt,
    recordedAt: memory.recordedAt,
    confidence: memory.confidence,
  };
}

function grouped<Key, Value>(
  values: readonly Value[],
  keyOf: (value: Value) => Key,
): ReadonlyMap<Key, readonly Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group === undefined) groups.set(keyOf(value), [value]);
    else group.push(value);
  }
  return groups;
}

const isOver = (first: HeldClaim | undefined): boolean =>
  first === undefined || ORDER[first.validity] > 1;

/** Claims grouped by slot; slots with a valid claim first. */
export function bySlot(claims: readonly SlotClaim[]): HeldSlot[] {
  const slots = grouped(claims, ({ slot }) => slot);
  return [...slots]
    .map(([slot, held]): HeldSlot => {
      const sorted = held.map(({ claim }) => claim).sort(holdingFirst);
      return { part: isOver(sorted[0]) ? 'over' : 'holds', slot, claims: sorted };
    })
    .sort((a, b) => compare(a.claims[0], b.claims[0]) || (a.slot < b.slot ? -1 : 1));
}

const ORDER: Readonly<Record<HeldClaim['validity'], number>> = {
  current: 0,
  unread: 0,
  disputed: 1,
  planned: 0,
  past: 0,
  doubtful: 1,
  partly: 1,
  ended: 2,
  superseded: 2,
  forgotten: 3,
};

/** Claims that held only once, or no longer hold, sort after current ones. */
function placeOf({ validity, mode }: HeldClaim): number {
  return 2 * ORDER[validity] + (mode === 'holds' || mode === 'planned' ? 0 : 1);
}

function holdingFirst(a: HeldClaim, b: HeldClaim): number {
  return (
    placeOf(a) - placeOf(b) ||
    b.saidAt - a.saidAt ||
    (b.from ?? b.saidAt) - (a.from ?? a.saidAt) ||
    (a.memory < b.memory ? -1 : 1)
  );
}

function compare(a: HeldClaim | undefined, b: HeldClaim | undefined): number {
  return a === undefined || b === undefined ? 0 : placeOf(a) - placeOf(b) || b.saidAt - a.saidAt;
}

const spelled = (slot: string): string => slot.replaceAll('_', ' ');

/**
 * Why a slot matters, in the order of output: a standing wish, open or planned matters, recent changes, what holds,
 * mentions in notes on others, past events and plans whose day is over, what no longer holds.
 */
const SLOT_PARTS = ['wish', 'open', 'changed', 'holds', 'mentioned', 'happened', 'over'] as const;
export const SlotPart = z.enum(SLOT_PARTS);
export type SlotPart = z.infer<typeof SlotPart>;

/** How long a change counts as recent. */
const LATELY = 30 * DAY;

/** Context for reading claims from notes. */
interface NoteContext {
  readonly notes: NoteIndex;
  readonly moment: Moment;
  readonly stemmer: Stemmer;
  readonly now: Instant;
  readonly offset: OffsetAt;
  readonly memories: ReadonlyMap<MemoryId, Memory>;
  /** Notes on others that mention the subject. */
  readonly mentioning: ReadonlySet<KnownNote>;
}

interface NoteSlot {
  readonly part: SlotPart;
  readonly slot: string;
  readonly claims: HeldClaim[];
}

/** Claims of notes grouped by aspect: current values first, then those they superseded. */
export function noteSlots(found: readonly KnownNote[], told: NoteContext): NoteSlot[] {
  const listed = new Set(found.map(({ slot }) => slot));
  const slots = new Map<string, NoteSlot & { newest: Instant }>();
  const put = (under: KnownNote, known: KnownNote): void => {
    const memory = told.memories.get(known.id);
    if (memory === undefined) return;
    const part = partOf(under, told);
    const slot = told.mentioning.has(under)
      ? `${under.note.about}: ${under.note.aspect}`
      : under.note.aspect;
    const key = `${part} ${foldAccents(slot)}`;
    const held = slots.get(key) ?? { part, slot, claims: [], newest: -Infinity };
    held.claims.push(asClaim(known, memory, told));
    slots.set(key, { ...held, newest: Math.max(held.newest, under.saidAt) });
  };
  for (const known of found) put(latestListedSuccessor(known, listed, told), known);
  return [...slots.values()]
    .sort((a, b) => SLOT_PARTS.indexOf(a.part) - SLOT_PARTS.indexOf(b.part) || b.newest - a.newest)
    .map(({ part, slot, claims }) => ({ part, slot, claims: claims.sort(holdingFirst) }));
}

/** The latest successor of a note among the listed ones; the note itself if none. */
function latestListedSuccessor(
  known: KnownNote,
  listed: ReadonlySet<number>,
  { notes, moment }: NoteContext,
): KnownNote {
  const seen = new Set<number>();
  let at = known;
  while (!seen.has(at.slot)) {
    seen.add(at.slot);
    const next = successorOf(at, notes, moment);
    if (next === null || !listed.has(next.slot)) return at;
    at = next;
  }
  return known;
}

function partOf(known: KnownNote, { notes, moment, now, mentioning }: NoteContext): SlotPart {
  const { state } = validityOfNote(known, notes, moment);
  const { note, saidAt, slot } = known;
  if (state === 'superseded' || state === 'ended') return 'over';
  if (state === 'past') return 'happened';
  if (mentioning.has(known)) return 'mentioned';
  if (note.type === 'instruction') return 'wish';
  if (state === 'planned' || note.type === 'plan') return 'open';
  return saidAt >= now - LATELY && notes.replacing(slot).length > 0 ? 'changed' : 'holds';
}

const MODES: Readonly<Record<NoteStatus, ClaimMode>> = {
  holds: 'holds',
  done: 'holds',
  planned: 'planned',
  ended: 'past',
  denied: 'denied',
  cancelled: 'denied',
};

function asClaim(known: KnownNote, memory: Memory, told: NoteContext): HeldClaim {
  const { note, id } = known;
  const { state, detail } = validityAmongNotes(known, told);
  const { content, saidAt, recordedAt, confidence } = memory;
  const gave = state === 'superseded' ? detail : null;
  return {
    value: note.value,
    mode: MODES[note.status],
    from: startOf(note.from),
    fromDay: note.from,
    told: { by: note.reader, certainty: confidence },
    validity: state,
    until: gave?.since ?? startOf(note.until),
    untilDay:
      gave === null ? note.until : (gave.sinceDay ?? dayOf(gave.since, told.offset(gave.since))),
    by: detail?.by ?? null,
    memory: id,
    text: content.slice(0, QUOTED),
    speaker: null,
    saidAt,
    recordedAt,
    confidence,
  };
}

const startOf = (day: string | null): Instant | null => (day === null ? null : Date.parse(day));
