import type { MemoryId } from '../domain/ids.js';
import type { Note, NoteType } from '../domain/note.js';
import type { Instant } from '../domain/time.js';
import type { Validity, ValidityState } from '../domain/validity.js';
import {
  losesReason,
  type KnownNote,
  type NoteIndex,
  DEPENDENCE_CONFIDENCE,
} from './note-index.js';

/** The part of the note index that validity depends on. */
export type NoteLinks = Pick<
  NoteIndex,
  'of' | 'notesOf' | 'replacedBy' | 'doubtedBy' | 'groundsOf' | 'size'
>;

/** The moment for which validity is evaluated: what was recorded by when, and the date. */
export interface Moment {
  readonly knownBy: Instant;
  /** Local date, as in 2026-05-01. */
  readonly day: string;
  /** Set for a moment in the past: what was said later did not hold then. */
  readonly saidBy?: Instant;
}

/** Minimum probability of a chain of reasons along which a doubt propagates. */
const MIN_CHAIN_PROBABILITY = 0.5;
/** Whether a note of the type describes a lasting state. */
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

/** The present, with everything recorded; `offset` is local time minus UTC, in milliseconds. */
export const presentAt = (now: Instant, offset = 0): Moment => ({
  knownBy: Infinity,
  day: dayOf(now, offset),
});

/** The latest note that supersedes this one at that moment; null if none does. */
export function successorOf(known: KnownNote, notes: NoteLinks, moment: Moment): KnownNote | null {
  return latest(successorsOf(known, notes, moment));
}

/** All notes that supersede this one at that moment. */
export function successorsOf(known: KnownNote, notes: NoteLinks, moment: Moment): KnownNote[] {
  return notes.replacedBy(known.slot).filter((by) => isInEffect(by, known, notes, moment));
}

/** Whether a note describes a present state, not a plan or an event. */
export const isHeldState = ({ note: { type, status } }: KnownNote): boolean =>
  IS_STATE[type] && status !== 'planned';

/**
 * Whether `by`, which replaces or doubts `known`, is in effect at that moment. Against plans, decisions and events it
 * is at once; against states, from the day on which it holds itself.
 */
function isInEffect(by: KnownNote, known: KnownNote, notes: NoteLinks, moment: Moment): boolean {
  const { note, recordedAt, slot } = by;
  if (recordedAt > moment.knownBy || by.saidAt > (moment.saidBy ?? Infinity)) return false;
  if (!isHeldState(known)) return true;
  // A cancelled change never took effect; a plan that was moved and then cancelled does not return.
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
    !onlyEnds(note, known.note, moment);
  return !ahead && !over;
}

/**
 * Whether a note only states the end of the other, or the other's own end has passed: then the other does not return.
 */
function onlyEnds({ value }: Note, known: Note, { day }: Moment): boolean {
  if (known.until !== null && known.until < day) return true;
  const words = wordsOf(known.value);
  const told = new Set(wordsOf(value));
  const shared = words.filter((word) => told.has(word));
  // A different name or number is a different value.
  return (
    words.length > 0 &&
    2 * shared.length >= words.length &&
    words.every((word) => told.has(word) || !/\p{N}|^\p{Lu}/u.test(word))
  );
}

const wordsOf = (value: string): string[] => value.match(/[\p{L}\p{N}]+/gu) ?? [];

const latest = (found: readonly KnownNote[]): KnownNote | null =>
  found.toSorted((a, b) => a.recordedAt - b.recordedAt || a.saidAt - b.saidAt).at(-1) ?? null;

/** The validity of a note, from what replaces it, what puts it in doubt, its status and its dates. */
export function validityOfNote(known: KnownNote, notes: NoteLinks, moment: Moment): Validity {
  const successor = successorOf(known, notes, moment);
  if (successor !== null) return because('superseded', known, successor);
  const doubting = latest(
    notes.doubtedBy(known.slot).filter((by) => isInEffect(by, known, notes, moment)),
  );
  if (doubting !== null) return because('doubtful', known, doubting);
  const state = stateByDates(known, moment);
  const struck =
    state === 'current' || state === 'planned' ? findInvalidatedReason(known, notes, moment) : null;
  return struck === null
    ? { state, detail: null }
    : because('doubtful', known, struck, known.note.because);
}

/**
 * The note that invalidated a note's reason: of the notes that it names, one was replaced or doubted later, or lost
 * its own reason. Doubt propagates while the chain of reasons is likelier than not, so a cycle ends, too.
 */
function findInvalidatedReason(
  known: KnownNote,
  notes: NoteLinks,
  moment: Moment,
  sure = DEPENDENCE_CONFIDENCE,
): KnownNote | null {
  if (sure < MIN_CHAIN_PROBABILITY) return null;
  const cameLater = ({ saidAt, slot }: KnownNote): boolean =>
    saidAt > known.saidAt && slot !== known.slot;
  for (const ground of notes.groundsOf(known.slot)) {
    const instead = successorsOf(ground, notes, moment).find(
      (by) => cameLater(by) && losesReason(known.note, ground.note, by.note),
    );
    if (instead !== undefined) return instead;
    const doubting = notes
      .doubtedBy(ground.slot)
      .find((by) => cameLater(by) && isInEffect(by, ground, notes, moment));
    const lost =
      doubting ?? findInvalidatedReason(ground, notes, moment, sure * DEPENDENCE_CONFIDENCE);
    if (lost !== null && cameLater(lost) && losesReason(known.note, ground.note, null)) return lost;
  }
  return null;
}

function stateByDates({ note }: KnownNote, { day }: Moment): ValidityState {
  const { status, type, from, until } = note;
  // An end may be stated before it comes.
  const goesOn = status === 'ended' && until !== null && until >= day;
  if (status === 'cancelled' || (status === 'ended' && !goesOn)) return 'ended';
  if (status === 'planned' && (from === null || from > day)) return 'planned';
  // A decision or plan holds from its day on; an event is over after its day.
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

/** The validity of a turn from its notes: superseded if all are, `partly` if some are. */
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

/** The validity of a memory from the notes extracted from it; null if there are none. */
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
