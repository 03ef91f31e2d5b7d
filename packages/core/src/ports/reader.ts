import type { MemoryId, SessionId } from '../domain/ids.js';
import type { DraftNote, Note } from '../domain/note.js';
import type { Instant } from '../domain/time.js';
import type { ValidityState } from '../domain/validity.js';

/** A turn that waits to be read. */
export interface TurnToRead {
  readonly id: MemoryId;
  /** The caller's name of the turn, as in `D3:14`; null where it has none. */
  readonly turn: string | null;
  readonly session: SessionId | null;
  /** Who said it, by name: the owner under theirs. */
  readonly speaker: string;
  readonly saidAt: Instant;
  /** The speaker's day, as in 2026-05-01, and its weekday. */
  readonly day: string;
  readonly weekday: string;
  readonly text: string;
}

/** A stored note that new turns may replace, end or put in doubt. */
export interface NoteToTouch {
  readonly id: MemoryId;
  readonly text: string;
  readonly note: Note;
  /** How it holds on the day of the turns; never superseded. */
  readonly state: ValidityState;
  /** What it was read off, the most telling first: whoever cites the note cites these. */
  readonly turns: readonly MemoryId[];
}

/** A subject that is known by name. */
export interface Subject {
  readonly name: string;
  readonly is: string | null;
  readonly aliases: readonly string[];
}

/** What a reader gets to see: nothing else of the bank. */
export interface ReadRequest {
  /** Turns of one session, in order. */
  readonly turns: readonly TurnToRead[];
  readonly notes: readonly NoteToTouch[];
  readonly roster: readonly Subject[];
  /** Whose bank it is; null if unknown. */
  readonly owner: string | null;
}

export interface ReadAnswer {
  /** Notes in the order in which they refer to each other; nothing of them is checked yet. */
  readonly notes: readonly DraftNote[];
  /** How many the reader gave that do not have the form of a note, by reason. */
  readonly malformed: Readonly<Record<string, number>>;
  /** Tokens of request and answer, as far as known. */
  readonly tokens: number;
}

/**
 * Reads new turns into notes. What it answers is a proposal: the caller holds it against the request.
 * Errors: `unavailable` when it does not answer, or not in the form asked for; `invalid_input` when it
 * refuses the request; `interrupted`.
 */
export interface Reader {
  /** What names it in notes: `program claude`, a model's name, `recording`. */
  readonly id: string;
  read(request: ReadRequest, signal?: AbortSignal): Promise<ReadAnswer>;
}

/**
 * A command on this machine that gets a text and answers with one. Errors: `unavailable` when there is no such
 * program, when it fails, answers nothing, too much or too late; `interrupted`.
 */
export interface TextProgram {
  /** What names it: `program claude`. */
  readonly id: string;
  ask(text: string, signal?: AbortSignal): Promise<string>;
}
