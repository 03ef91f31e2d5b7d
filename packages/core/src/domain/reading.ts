import { z } from 'zod';
import { Reversal } from './change.js';
import { MemoryId, RESERVED_TAGS } from './ids.js';
import type { Memory, MemoryKind, Metadata } from './memory.js';
import { Day, NoteStatus, NoteType } from './note.js';
import { isReflected } from './reflection.js';
import { type Of, OwnText, type SchemaOf, flag } from './schema.js';
import { Instant } from './time.js';

/** Whether what is remembered is read into notes in the background, and what that may cost. */
export const ReadingSettings = z.strictObject({
  /** Overrides each bank's own setting. */
  on: z.boolean().optional(),
  /** Maximum requests to the reader per hour and bank. */
  callsPerHour: z.int().min(1).max(100_000).default(60),
  /** Maximum tokens per hour and bank, requests and answers together, estimated from above. */
  tokensPerHour: z.int().min(1_000).max(1_000_000_000).default(400_000),
  /** Maximum turns per request. */
  turns: z.int().min(1).max(20).default(20),
  /** Maximum tokens of a request and its answer. A longer turn is not read. */
  tokens: z.int().min(6_000).max(1_000_000).default(16_000),
  /** A session is read once nothing has been added to it for this many milliseconds. */
  quietMs: z.int().min(0).max(86_400_000).default(300_000),
  /** Time limit of a reader program per answer, in milliseconds. */
  timeoutMs: z.int().min(1_000).max(3_600_000).default(300_000),
});
export type ReadingSettings = z.output<typeof ReadingSettings>;

/** The module that records which turns were read, and the type of those records. */
export const READING = 'reading';
export const READ_TURN = 'turn';

/** Key of the record that a turn was read. */
export const readTurnKey = (turn: MemoryId): string => `${READING} ${READ_TURN} ${turn}`;

/** Kinds that people state; all others come from the engine, or are structured already. */
const SAID: ReadonlySet<MemoryKind> = new Set<MemoryKind>(['experience', 'fact', 'opinion']);

/** Whether it is a statement in words, for a reader to turn into notes. */
export function isSaying(memory: Pick<Memory, 'content' | 'kind' | 'note' | 'tags'>): boolean {
  return (
    memory.content !== '' &&
    memory.note === undefined &&
    SAID.has(memory.kind) &&
    !isReflected(memory)
  );
}

/** Counts by reason, in words. */
export const ByReason = z.record(OwnText, z.number());
export type ByReason = Readonly<z.output<typeof ByReason>>;

const readingStatusShape = z.strictObject({
  on: z.boolean(),
  /** Who reads; null if no reader is configured. */
  reader: OwnText.nullable(),
  /** Turns waiting to be read, counted to 10,000. */
  waiting: z.number(),
  /** Whether some process is reading right now. */
  reading: z.boolean(),
  /** Turns read, and notes that stand, whoever read; notes that the reader wrote and were refused; turns given up. */
  read: z.number(),
  notes: z.number(),
  refused: ByReason,
  givenUp: z.number(),
  /** Consecutive failures, the reason of the last, and the time of the next try. */
  failures: z.number(),
  reason: OwnText.nullable(),
  nextTry: Instant.nullable(),
  /** What was spent this hour, and the limits. */
  hour: z.strictObject({
    calls: z.number(),
    tokens: z.number(),
    mostCalls: z.number(),
    mostTokens: z.number(),
    /** When the next begins; null if nothing was spent. */
    endsAt: Instant.nullable(),
  }),
  calls: z.number(),
  tokens: z.number(),
});
/** Progress of reading in one bank. */
export interface ReadingStatus extends Of<typeof readingStatusShape> {}
export const ReadingStatus: SchemaOf<ReadingStatus, typeof readingStatusShape> = readingStatusShape;

const proposedNoteShape = z.strictObject({
  text: z.string(),
  about: z.string(),
  aspect: z.string(),
  value: z.string(),
  type: NoteType,
  status: NoteStatus,
});
/** A note that a reader wrote and that was not stored. */
interface ProposedNote extends Of<typeof proposedNoteShape> {}
const ProposedNote: SchemaOf<ProposedNote, typeof proposedNoteShape> = proposedNoteShape;

const readingReportShape = z.strictObject({
  /** Turns read, notes written, notes refused by reason, turns given up. */
  read: z.number(),
  notes: z.number(),
  refused: ByReason,
  givenUp: z.number(),
  waiting: z.number(),
  /** `done`: all is read; `rests`: paused until later; `trial`: nothing was to be written. */
  ended: z.enum(['done', 'no_reader', 'failed', 'rests', 'trial']),
  /** Why it stopped; null when nothing is waiting. */
  stopped: OwnText.nullable(),
  /** In a trial, the notes that would be written for the first waiting session; else empty. */
  proposed: z.array(ProposedNote),
  /** In a trial, the sentences of notes that would be refused. */
  left: z.array(z.string()),
});
/** The result of one run. */
export interface ReadingReport extends Of<typeof readingReportShape> {}
export const ReadingReport: SchemaOf<ReadingReport, typeof readingReportShape> = readingReportShape;

const waitingTurnShape = z.strictObject({
  id: MemoryId,
  speaker: z.string(),
  /** The day it was said, as in 2026-05-01, with its weekday. */
  said: OwnText,
  text: z.string(),
});
const earlierNoteShape = z.strictObject({
  id: MemoryId,
  about: z.string(),
  aspect: z.string(),
  value: z.string(),
  status: NoteStatus,
  from: Day.nullable(),
  until: Day.nullable(),
  text: z.string(),
});
const knownSubjectShape = z.strictObject({
  name: z.string(),
  is: z.string().nullable(),
  aliases: z.array(z.string()),
});
const unreadShape = z.strictObject({
  /** Turns waiting to be read, those below included. */
  waiting: z.number(),
  /** Instructions for the reader. */
  task: OwnText,
  owner: z.string().nullable(),
  /** The first waiting session, in the order in which it was said. */
  turns: z.array(waitingTurnShape),
  /** Earlier notes that these turns may replace or put in doubt, the likeliest first. */
  notes: z.array(earlierNoteShape),
  /** Subjects, under the names that notes have for them. */
  subjects: z.array(knownSubjectShape),
});
/** What waits to be read, with what its reader needs. */
export interface Unread extends Of<typeof unreadShape> {}
export const Unread: SchemaOf<Unread, typeof unreadShape> = unreadShape;

const notTakenShape = z.strictObject({
  /** The note's id in the list. */
  id: z.string(),
  why: OwnText,
  /** The word, number or date that nobody said; null where nothing of the kind is wrong. */
  word: z.string().nullable(),
});
/** Why a note was not written, or was written without a link. */
export interface NotTaken extends Of<typeof notTakenShape> {}
const NotTaken: SchemaOf<NotTaken, typeof notTakenShape> = notTakenShape;

const markedShape = z.strictObject({
  /** Turns that no longer wait. */
  marked: z.number(),
  /** Notes that were written with them. */
  notes: z.number(),
  /** Notes and links that were refused, by reason, and the ids of those notes. */
  refused: ByReason,
  left: z.array(z.string()),
  /** Why each was not written, or without which link. */
  reasons: z.array(NotTaken),
  /** Which memories requests to forget took back. */
  forgot: z.array(OwnText),
  waiting: z.number(),
  /** Undoes letting go of refused notes; null for anything else. */
  reversal: Reversal,
});
export interface MarkedRead extends Of<typeof markedShape> {}
export const MarkedRead: SchemaOf<MarkedRead, typeof markedShape> = markedShape;

const refusedNoteShape = z.strictObject({
  /** The turn whose reading gave it. */
  turn: MemoryId,
  /** What was wrong with it, in words. */
  why: OwnText,
  /** The word, number or date that nobody said; null where nothing of the kind is wrong. */
  word: z.string().nullable().default(null),
  text: z.string(),
  about: z.string(),
  aspect: z.string(),
  value: z.string(),
  type: NoteType,
  status: NoteStatus,
  from: Day.nullable(),
  until: Day.nullable(),
});
/** A note that was refused, kept with its turn until somebody takes it in or lets it go. */
export interface RefusedNote extends Of<typeof refusedNoteShape> {}
export const RefusedNote: SchemaOf<RefusedNote, typeof refusedNoteShape> = refusedNoteShape;

const doubtedNoteShape = z.strictObject({
  id: MemoryId,
  text: z.string(),
  /** The note that puts it in doubt, and its reason; empty where none was told. */
  by: MemoryId,
  byText: z.string(),
  why: z.string(),
});
/** A note that rested on something that has changed. */
export interface DoubtedNote extends Of<typeof doubtedNoteShape> {}
export const DoubtedNote: SchemaOf<DoubtedNote, typeof doubtedNoteShape> = doubtedNoteShape;

const noteReviewShape = z.strictObject({
  /** Newest first, at most 100 each. */
  doubted: z.array(doubtedNoteShape),
  refused: z.array(refusedNoteShape),
});
/** Notes that wait for a person. */
export interface NoteReview extends Of<typeof noteReviewShape> {}
export const NoteReview: SchemaOf<NoteReview, typeof noteReviewShape> = noteReviewShape;

export const ReadingInput = z.strictObject({
  next: flag(
    'Also show what waits first: one session, with the notes that it may touch and how it is read.',
  ),
  all: flag('Of what waits, also what was remembered before reading was switched on.'),
  review: flag('Also show which notes are in doubt, and which were refused.'),
});
export type ReadingInput = z.input<typeof ReadingInput>;

const readingAnswerShape = z.strictObject({
  ...readingStatusShape.shape,
  /** What waits first; null if not requested. */
  next: Unread.nullable(),
  /** Notes that wait for a person; null if not requested. */
  review: NoteReview.nullable(),
});
/** Progress of reading, and what waits first. */
export interface ReadingAnswer extends Of<typeof readingAnswerShape> {}
export const ReadingAnswer: SchemaOf<ReadingAnswer, typeof readingAnswerShape> = readingAnswerShape;

/** The metadata field that lists the steps of analysis that failed on a memory's text; `doctor` counts them. */
export const UNREAD = `${RESERVED_TAGS}unread`;

/** The metadata for a text on which these steps failed; empty if none did. */
export const unreadMark = (steps: readonly string[]): Metadata =>
  steps.length === 0 ? {} : { [UNREAD]: [...new Set(steps)].join(', ') };
