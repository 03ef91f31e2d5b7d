import { z } from 'zod';
import type { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import type { NoteStatus } from '../../domain/note.js';
import { DAY, type Instant } from '../../domain/time.js';
import type { ClaimMode } from '../../domain/conflict.js';
import { validityAmongNotes } from '../../indexes/note-disagreements.js';
import type { KnownNote, NoteIndex } from '../../indexes/note-index.js';
import type { Stemmer } from '../../language/stem.js';
import { foldAccents } from '../../language/names/normalise-name.js';
import { successorOf, validityOfNote, type Moment } from '../notes/index.js';
import { holdingFirst, QUOTED, type HeldClaim } from './held-claims.js';

/**
 * Why one should know a slot, in the order in which it is told: a standing wish, what is open or planned,
 * what changed in the last weeks, what holds, what notes on others tell of it, what happened or was planned
 * for a day that is past, what no longer holds.
 */
export const SLOT_PARTS = [
  'wish',
  'open',
  'changed',
  'holds',
  'mentioned',
  'happened',
  'over',
] as const;
export const SlotPart = z.enum(SLOT_PARTS);
export type SlotPart = z.infer<typeof SlotPart>;

/** So long is a change news. */
const LATELY = 30 * DAY;

/** Where notes are read from. */
interface Told {
  readonly notes: NoteIndex;
  readonly moment: Moment;
  readonly stemmer: Stemmer;
  readonly now: Instant;
  readonly memories: ReadonlyMap<MemoryId, Memory>;
  /** Notes on others that mention the subject. */
  readonly mentioning: ReadonlySet<KnownNote>;
}

interface NoteSlot {
  readonly part: SlotPart;
  readonly slot: string;
  readonly claims: HeldClaim[];
}

/** Notes by what they tell: each aspect with what holds of it, the values before it folded behind. */
export function noteSlots(found: readonly KnownNote[], told: Told): NoteSlot[] {
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
  for (const known of found) put(standing(known, listed, told), known);
  return [...slots.values()]
    .sort((a, b) => SLOT_PARTS.indexOf(a.part) - SLOT_PARTS.indexOf(b.part) || b.newest - a.newest)
    .map(({ part, slot, claims }) => ({ part, slot, claims: claims.sort(holdingFirst) }));
}

/** The note that is to be answered with instead of one, as far as it is listed, too. */
function standing(
  known: KnownNote,
  listed: ReadonlySet<number>,
  { notes, moment }: Told,
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

function partOf(known: KnownNote, { notes, moment, now, mentioning }: Told): SlotPart {
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

function asClaim(known: KnownNote, memory: Memory, told: Told): HeldClaim {
  const { note, id } = known;
  const { state, detail } = validityAmongNotes(known, told);
  const { content, saidAt, recordedAt, confidence } = memory;
  return {
    value: note.value,
    mode: MODES[note.status],
    from: note.from === null ? null : Date.parse(note.from),
    told: { by: note.reader, certainty: confidence },
    validity: state,
    until: state === 'superseded' && detail !== null ? detail.since : dayEnd(note.until),
    by: detail?.by ?? null,
    memory: id,
    text: content.slice(0, QUOTED),
    speaker: null,
    saidAt,
    recordedAt,
    confidence,
  };
}

const dayEnd = (day: string | null): Instant | null => (day === null ? null : Date.parse(day));
