import type { MemoryId } from '../domain/ids.js';
import type { Note, NoteType } from '../domain/note.js';
import type { Instant } from '../domain/time.js';
import type { Validity, ValidityState } from '../domain/validity.js';
import { isStruck, type KnownNote, type NoteIndex, REST_CONFIDENCE } from './note-index.js';

/** Notes by their slots, with their links. */
export type NoteLinks = Pick<
  NoteIndex,
  'of' | 'notesOf' | 'replacedBy' | 'doubtedBy' | 'groundsOf' | 'size'
>;

/** The moment that validity is asked for: what was recorded by when, and the day it is. */
export interface Moment {
  readonly knownBy: Instant;
  /** As in 2026-05-01. */
  readonly day: string;
  /** Where the clock was put back: what was said later was not so then. */
  readonly saidBy?: Instant;
}

/** How likely the whole chain has to be on which a doubt goes on. */
const LEAST_SURE = 0.5;
/** What holds over a time. */
const IS_STATE: Readonly<Record<NoteType, boolean>> = {
  fact: true,
  preference: true,
  instruction: true,
  relation: true,
  howto: true,
  opinion: true,
  event: false,
  plan: false,
  decision: false,
};

export function dayOf(at: Instant, offset = 0): string {
  return new Date(at + offset).toISOString().slice(0, 10);
}

/** The present, by all that is known; `offset` is how far local time is ahead of UTC. */
export const presentAt = (now: Instant, offset = 0): Moment => ({
  knownBy: Infinity,
  day: dayOf(now, offset),
});

/** The note that is to be answered with instead of this one; null while none is. */
export function successorOf(known: KnownNote, notes: NoteLinks, moment: Moment): KnownNote | null {
  return latest(successorsOf(known, notes, moment));
}

/** All notes that were to be answered with instead of this one, one after the other. */
export function successorsOf(known: KnownNote, notes: NoteLinks, moment: Moment): KnownNote[] {
  return notes.replacedBy(known.slot).filter((by) => isInForce(by, known, notes, moment));
}

/** Whether a note is about what is so, and not about what is to be or has happened. */
export const isHeldState = ({ note: { type, status } }: KnownNote): boolean =>
  IS_STATE[type] && status !== 'planned';

/**
 * Whether a note has given way by that moment to one that replaces it or puts it in doubt. What is only
 * planned, decided or happening does at once; what is so, on the day from which the other is.
 */
function isInForce(by: KnownNote, known: KnownNote, notes: NoteLinks, moment: Moment): boolean {
  const { note, recordedAt, slot } = by;
  if (recordedAt > moment.knownBy || by.saidAt > (moment.saidBy ?? Infinity)) return false;
  if (!isHeldState(known)) return true;
  // A change that was called off never was; a plan that was moved and then called off does not return.
  if (
    notes
      .replacedBy(slot)
      .some((off) => off.recordedAt <= moment.knownBy && off.note.status === 'cancelled')
  )
    return false;
  const ahead = note.status === 'planned' && note.from !== null && note.from > moment.day;
  const over =
    IS_STATE[note.type] &&
    note.until !== null &&
    note.until < moment.day &&
    note.status !== 'ended' &&
    !isEndOf(note, known.note, moment);
  return !ahead && !over;
}

/** Whether a note only told when the other ends, or the other had an end of its own: then it does not return. */
function isEndOf({ value }: Note, known: Note, { day }: Moment): boolean {
  if (known.until !== null && known.until < day) return true;
  const words = wordsOf(known.value);
  const told = new Set(wordsOf(value));
  const shared = words.filter((word) => told.has(word));
  // Another name or number is another value.
  return (
    words.length > 0 &&
    2 * shared.length >= words.length &&
    words.every((word) => told.has(word) || !/\p{N}|^\p{Lu}/u.test(word))
  );
}

const wordsOf = (value: string): string[] => value.match(/[\p{L}\p{N}]+/gu) ?? [];

const latest = (found: readonly KnownNote[]): KnownNote | null =>
  found.toSorted((a, b) => a.recordedAt - b.recordedAt || a.saidAt - b.saidAt).at(-1) ?? null;

/** How a note holds, by what replaces it, what puts it in doubt, its status and its days. */
export function validityOfNote(known: KnownNote, notes: NoteLinks, moment: Moment): Validity {
  const successor = successorOf(known, notes, moment);
  if (successor !== null) return because('superseded', known, successor);
  const doubting = latest(
    notes.doubtedBy(known.slot).filter((by) => isInForce(by, known, notes, moment)),
  );
  if (doubting !== null) return because('doubtful', known, doubting);
  const state = byDays(known, moment);
  const struck =
    state === 'current' || state === 'planned' ? lostGround(known, notes, moment) : null;
  return struck === null
    ? { state, detail: null }
    : because('doubtful', known, struck, known.note.because);
}

/**
 * What made a note's reason fall away: of the notes that it names, one gave way after it was told, or lost its own reason. A
 * doubt goes on as long as it is likelier than not that each step rested on the one before, so that a circle ends, too.
 */
function lostGround(
  known: KnownNote,
  notes: NoteLinks,
  moment: Moment,
  sure = REST_CONFIDENCE,
): KnownNote | null {
  if (sure < LEAST_SURE) return null;
  const cameLater = ({ saidAt, slot }: KnownNote): boolean =>
    saidAt > known.saidAt && slot !== known.slot;
  for (const ground of notes.groundsOf(known.slot)) {
    const instead = successorsOf(ground, notes, moment).find(
      (by) => cameLater(by) && isStruck(known.note, ground.note, by.note),
    );
    if (instead !== undefined) return instead;
    const doubting = notes
      .doubtedBy(ground.slot)
      .find((by) => cameLater(by) && isInForce(by, ground, notes, moment));
    const lost = doubting ?? lostGround(ground, notes, moment, sure * REST_CONFIDENCE);
    if (lost !== null && cameLater(lost) && isStruck(known.note, ground.note, null)) return lost;
  }
  return null;
}

function byDays({ note }: KnownNote, { day }: Moment): ValidityState {
  const { status, type, from, until } = note;
  // An end may have been told before it came.
  const goesOn = status === 'ended' && until !== null && until >= day;
  if (status === 'cancelled' || (status === 'ended' && !goesOn)) return 'ended';
  if (status === 'planned' && (from === null || from > day)) return 'planned';
  // What was decided or planned from a day on goes on; what happened on a day is over with it.
  const last = until ?? (type === 'event' ? from : null);
  return last !== null && last < day ? 'past' : 'current';
}

function because(
  state: 'superseded' | 'doubtful',
  { note }: KnownNote,
  by: KnownNote,
  why = by.note.because,
): Validity {
  const from = by.note.from;
  return {
    state,
    detail: {
      by: by.id,
      since: from === null ? by.saidAt : Math.max(by.saidAt, Date.parse(from)),
      slot: `${note.about}: ${note.aspect}`,
      why: why ?? '',
      conflict: null,
    },
  };
}

/** A turn holds as its notes do: superseded where all are, in part where some are. */
export function validityOfTurn(slot: number, notes: NoteLinks, moment: Moment): Validity | null {
  const own = notes
    .notesOf(slot)
    .filter(({ recordedAt }) => recordedAt <= moment.knownBy)
    .map((known) => validityOfNote(known, notes, moment));
  const [first] = own;
  if (first === undefined) return null;
  const gone = own.filter(({ state }) => state === 'superseded');
  const [gave] = gone;
  if (gave !== undefined)
    return gone.length === own.length ? gave : { state: 'partly', detail: gave.detail };
  return own.every(({ state }) => state === first.state)
    ? first
    : { state: 'current', detail: null };
}

/** How a memory holds by what was read of it; null where nobody has read it. */
export function validityByNotes(
  id: MemoryId,
  slot: number,
  notes: NoteLinks,
  moment: Moment,
): Validity | null {
  const known = notes.of(slot);
  return known !== undefined && known.id === id
    ? validityOfNote(known, notes, moment)
    : validityOfTurn(slot, notes, moment);
}
