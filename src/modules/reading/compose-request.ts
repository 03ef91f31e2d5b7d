import { countTokens } from '../../language/count-tokens.js';
import type { NoteToTouch, ReadRequest, Subject, TurnToRead } from '../../ports/reader.js';
import { noteLine, READ_NOTES_FRAME, subjectLine, turnLine } from '../../prompts/read-notes.js';

/** Limits of a request. */
export const REQUEST = {
  turns: 20,
  notes: 80,
  noteTokens: 3_000,
  subjects: 60,
  subjectTokens: 800,
} as const;
/** Tokens reserved for the answer about each turn; unused ones are returned. */
const ANSWER_TOKENS = 400;
/** Tokens of the form of an answer, which servers count, too. */
const FORM_TOKENS = 900;

/** A request with what it costs. */
export interface ComposedRequest {
  readonly request: ReadRequest;
  /** Tokens of the request, and those booked including the answer. */
  readonly asked: number;
  readonly booked: number;
}

/** As many of the turns, from the first, as fit beside the task and its notes; none if the first is too long by itself. */
export function fittingTurns(turns: readonly TurnToRead[], tokens: number): readonly TurnToRead[] {
  let left =
    tokens -
    countTokens(READ_NOTES_FRAME) -
    FORM_TOKENS -
    REQUEST.noteTokens -
    REQUEST.subjectTokens;
  const fitting: TurnToRead[] = [];
  for (const turn of turns.slice(0, REQUEST.turns)) {
    left -= turnTokens(turn) + ANSWER_TOKENS;
    if (left < 0) break;
    fitting.push(turn);
  }
  return fitting;
}

/** Of ranked notes those that a request shows: at most 80, as many as fit by their subject, aspect and value. */
export function fittingNotes(ranked: Iterable<NoteToTouch>): NoteToTouch[] {
  const shown: NoteToTouch[] = [];
  let tokens = 0;
  for (const note of ranked) {
    const cost = noteTokens(note, false);
    if (shown.length >= REQUEST.notes) break;
    // A long one is left out, and not the shorter ones behind it.
    if (tokens + cost > REQUEST.noteTokens) continue;
    tokens += cost;
    shown.push(note);
  }
  return shown;
}

/** How many of a request's notes, the first ones, can be shown with their sentence. */
export function wholeNotes(notes: readonly NoteToTouch[]): number {
  let tokens = notes.reduce((sum, note) => sum + noteTokens(note, false), 0);
  let whole = 0;
  for (const note of notes) {
    tokens += noteTokens(note, true) - noteTokens(note, false);
    if (tokens > REQUEST.noteTokens) break;
    whole++;
  }
  return whole;
}

/** Of subjects in the order of their use those that a request names. */
export function fittingSubjects(subjects: Iterable<Subject>): Subject[] {
  const named: Subject[] = [];
  let tokens = 0;
  for (const subject of subjects) {
    tokens += countTokens(subjectLine(subject)) + 1;
    if (tokens > REQUEST.subjectTokens || named.length >= REQUEST.subjects) break;
    named.push(subject);
  }
  return named;
}

/** What a request costs. */
export function costOf(request: ReadRequest): ComposedRequest {
  const { turns, notes, roster } = request;
  const whole = wholeNotes(notes);
  const asked =
    countTokens(READ_NOTES_FRAME) +
    FORM_TOKENS +
    turns.reduce((sum, turn) => sum + turnTokens(turn), 0) +
    notes.reduce((sum, note, at) => sum + noteTokens(note, at < whole), 0) +
    roster.reduce((sum, subject) => sum + countTokens(subjectLine(subject)) + 1, 0);
  return { request, asked, booked: asked + turns.length * ANSWER_TOKENS };
}

const turnTokens = (turn: TurnToRead): number => countTokens(turnLine(turn, 't20')) + 1;
const noteTokens = (note: NoteToTouch, whole: boolean): number =>
  countTokens(noteLine(note, 'n80', whole)) + 1;
