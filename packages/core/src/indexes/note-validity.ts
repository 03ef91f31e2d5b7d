import { createHash } from 'node:crypto';
import type { ConflictId, MemoryId } from '../domain/ids.js';
import { beginDay, type Note, type NoteType } from '../domain/note.js';
import type { Instant } from '../domain/time.js';
import type { Validity, ValidityState } from '../domain/validity.js';
import {
  DEPENDENCE_CONFIDENCE,
  type KnownNote,
  losesReason,
  type NoteIndex,
} from './note-index.js';
import type { Stemmer } from '../language/stem.js';
import { conditionOf } from '../language/strategy-wording.js';
import { areDistinct } from './distinct-values.js';

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
 * Whether a note tells what is so until the day of `by`: a state, or what was planned and had come when `by` told
 * another state. An appointment that was moved is none.
 */
function holdsUntil(by: KnownNote, known: KnownNote): boolean {
  if (isHeldState(known)) return true;
  const { status, type, until } = known.note;
  const from = beginDay(known.note);
  const hadCome = from !== null && from <= dayOf(by.saidAt);
  return (
    hadCome && status === 'planned' && type !== 'event' && until === null && IS_STATE[by.note.type]
  );
}

/**
 * Whether `by`, which replaces or doubts `known`, is in effect at that moment. Against plans, decisions and events it
 * is at once; against states, from the day on which it holds itself.
 */
function isInEffect(by: KnownNote, known: KnownNote, notes: NoteLinks, moment: Moment): boolean {
  const { note, recordedAt, slot } = by;
  if (recordedAt > moment.knownBy || by.saidAt > (moment.saidBy ?? Infinity)) return false;
  if (!holdsUntil(by, known)) return true;
  // A cancelled change never took effect; a plan that was moved and then cancelled does not return.
  if (
    notes
      .replacedBy(slot)
      .some((off) => off.recordedAt <= moment.knownBy && off.note.status === 'cancelled')
  )
    return false;
  // A plan without a day waits until it is told that it came.
  const ahead = note.status === 'planned' && !isReached(by, notes, moment);
  const over =
    IS_STATE[note.type] &&
    note.until !== null &&
    note.until < moment.day &&
    note.status !== 'ended' &&
    !onlyEnds(note, known.note, moment);
  return !ahead && !over;
}

/** Whether the day of a planned note has come, or a later note tells that it came; `seen` ends a cycle of notes. */
function isReached(
  { note, slot }: KnownNote,
  notes: NoteLinks,
  moment: Moment,
  seen: ReadonlySet<number> = new Set(),
): boolean {
  const { status } = note;
  const from = beginDay(note);
  if (
    status === 'planned' ? from !== null && from <= moment.day : from === null || from <= moment.day
  )
    return status === 'planned' || status === 'holds' || status === 'done';
  if (status !== 'planned' || seen.has(slot)) return false;
  return notes
    .replacedBy(slot)
    .some(
      (later) =>
        later.recordedAt <= moment.knownBy &&
        later.saidAt <= (moment.saidBy ?? Infinity) &&
        isReached(later, notes, moment, new Set([...seen, slot])),
    );
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
  if (successor !== null) return because('superseded', known, successor, moment);
  const doubting = latest(
    notes.doubtedBy(known.slot).filter((by) => isInEffect(by, known, notes, moment)),
  );
  if (doubting !== null) return because('doubtful', known, doubting, moment);
  const state = stateByDates(known, moment);
  const struck =
    state === 'current' || state === 'planned' ? findInvalidatedReason(known, notes, moment) : null;
  return struck === null
    ? { state, detail: null }
    : because('doubtful', known, struck, moment, known.note.because);
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
  known: KnownNote,
  by: KnownNote,
  moment: Moment,
  why = by.note.because,
): Validity {
  const day = takeoverDay(by, known, moment);
  return {
    state,
    detail: {
      by: by.id,
      since: day === null ? by.saidAt : Date.parse(day),
      ...(day === null ? {} : { sinceDay: day }),
      slot: `${known.note.about}: ${known.note.aspect}`,
      why: why ?? '',
      conflict: null,
    },
  };
}

/**
 * The day that `by` gives for taking effect, which may be before it was told; null if it did when it was said: it names
 * none after the other began, or the day of an event that was, which is not the day of the change.
 */
function takeoverDay(by: KnownNote, known: KnownNote, { day }: Moment): string | null {
  const from = beginDay(by.note);
  return from !== null &&
    from > (beginDay(known.note) ?? dayOf(known.saidAt)) &&
    from <= day &&
    (IS_STATE[by.note.type] || by.note.status === 'planned') &&
    holdsUntil(by, known)
    ? from
    : null;
}

/** The validity of a turn from its notes: superseded if all are, `partly` if some are. */
function validityOfTurn(slot: number, notes: NoteLinks, moment: Moment): Validity | null {
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

/** Two current notes with different values of one aspect of one subject. */
export interface NoteDisagreement {
  /** Derived from the ids of the two notes, so that it is stable. */
  readonly id: ConflictId;
  /** The one whose value began earlier, or else was said first. */
  readonly older: KnownNote;
  readonly newer: KnownNote;
}

/** What is needed to find disagreements. */
export interface DisagreementContext {
  readonly notes: Pick<
    NoteIndex,
    | 'of'
    | 'notesOf'
    | 'replacedBy'
    | 'doubtedBy'
    | 'groundsOf'
    | 'size'
    | 'sharingAspect'
    | 'sharedAspects'
    | 'conflictsOf'
    | 'trustIn'
    | 'turnsOf'
  >;
  readonly moment: Moment;
  readonly stemmer: Stemmer;
  /** Includes disagreements raised by a less trusted note: for callers that show both and mark neither. */
  readonly whoever?: true;
}

/** What a note states, by type, for the types that can disagree: a wish only disagrees with wishes. */
const STATED_BY_TYPE: Readonly<Partial<Record<NoteType, 'what is so' | 'what is wanted'>>> = {
  fact: 'what is so',
  relation: 'what is so',
  decision: 'what is so',
  plan: 'what is so',
  instruction: 'what is wanted',
  preference: 'what is wanted',
};
/** An aspect with more current values than this is multi-valued: hobbies, allergies. */
const MAX_VALUES = 3;

/** The disagreements that involve a note and are not recorded as conflicts. */
export function disagreementsOf(known: KnownNote, beside: DisagreementContext): NoteDisagreement[] {
  return disagreementsAmong(beside.notes.sharingAspect(known), beside).filter(
    ({ older, newer }) => older.slot === known.slot || newer.slot === known.slot,
  );
}

/** The validity of a note; `disputed` if another current note disagrees with it. */
export function validityAmongNotes(known: KnownNote, beside: DisagreementContext): Validity {
  const alone = validityOfNote(known, beside.notes, beside.moment);
  const found = alone.state === 'current' ? disagreementsOf(known, beside).at(-1) : undefined;
  if (found === undefined) return alone;
  const other = found.older.slot === known.slot ? found.newer : found.older;
  return {
    state: 'disputed',
    detail: {
      by: other.id,
      since: other.saidAt,
      slot: `${known.note.about}: ${known.note.aspect}`,
      why: '',
      conflict: found.id,
    },
  };
}

/** Whether a note is current and no later current note disagrees with it. */
export function isLatestCurrent(known: KnownNote, beside: DisagreementContext): boolean {
  return (
    validityOfNote(known, beside.notes, beside.moment).state === 'current' &&
    !disagreementsOf(known, beside).some(({ older }) => older.slot === known.slot)
  );
}

/** Every disagreement between notes that is not recorded as a conflict. */
export function allDisagreements(beside: DisagreementContext): NoteDisagreement[] {
  return beside.notes.sharedAspects().flatMap((shared) => disagreementsAmong(shared, beside));
}

function disagreementsAmong(
  shared: readonly KnownNote[],
  beside: DisagreementContext,
): NoteDisagreement[] {
  if (shared.length < 2) return [];
  const holding: KnownNote[] = [];
  for (const known of shared) {
    if (STATED_BY_TYPE[known.note.type] === undefined || known.note.outcome !== null) continue;
    if (validityOfNote(known, beside.notes, beside.moment).state !== 'current') continue;
    holding.push(known);
    // Stop early: an aspect may have thousands of notes.
    if (holding.length > MAX_VALUES) return [];
  }
  holding.sort((a, b) => beginOf(a) - beginOf(b) || a.saidAt - b.saidAt || a.slot - b.slot);
  return holding.flatMap((older, at) =>
    holding
      .slice(at + 1)
      .filter((newer) => disagree(older, newer, beside))
      .map((newer) => ({ id: idOf(older, newer), older, newer })),
  );
}

/** When its value begins, or else when it was said. */
const beginOf = ({ note, saidAt }: KnownNote): number => Date.parse(beginDay(note) ?? '') || saidAt;

function disagree(
  older: KnownNote,
  newer: KnownNote,
  { notes, stemmer, whoever }: DisagreementContext,
): boolean {
  const [a, b] = [older.note, newer.note];
  return (
    STATED_BY_TYPE[a.type] === STATED_BY_TYPE[b.type] &&
    // A less trusted source does not dispute a more trusted one.
    (whoever === true || notes.trustIn(newer.slot) >= notes.trustIn(older.slot)) &&
    // A value with a stated end is a temporary exception to one without.
    (a.until === null) === (b.until === null) &&
    // A conditional value is compatible with what holds otherwise.
    conditionOf(a.value) === null &&
    conditionOf(b.value) === null &&
    !isSameTurn(older.slot, newer.slot, notes) &&
    areDistinct(a.value, b.value, stemmer) &&
    !notes.conflictsOf(older.slot).some(({ slot }) => slot === newer.slot)
  );
}

/** Whether both come from the same turn: statements made together are taken as consistent. */
function isSameTurn(older: number, newer: number, notes: DisagreementContext['notes']): boolean {
  const [turn] = notes.turnsOf(older);
  return turn !== undefined && turn === notes.turnsOf(newer)[0];
}

const LETTERS = 13;
const idOf = (older: KnownNote, newer: KnownNote): ConflictId =>
  `k_${BigInt(
    `0x${createHash('sha256').update([older.id, newer.id].sort().join(' ')).digest('hex')}`,
  )
    .toString(36)
    .slice(0, LETTERS)}` as ConflictId;
