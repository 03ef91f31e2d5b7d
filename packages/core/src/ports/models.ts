import type { z } from 'zod';
import type { MemoryId, SessionId } from '../domain/ids.js';
import type { DraftNote, Note } from '../domain/note.js';
import type { Instant } from '../domain/time.js';
import type { ValidityState } from '../domain/validity.js';

/** Retrieval models often encode documents and queries differently. */
export type EmbeddingSide = 'document' | 'query';

/**
 * A learned model that turns texts into vectors. It is optional: it may be slow, wrong or unavailable at any time,
 * and callers continue without it. Errors: `unavailable` if it does not answer, or its answer cannot be used (the
 * message says why); `invalid_input` if it refuses these particular texts; `interrupted` if the signal stopped it.
 */
export interface Embedder {
  /** Identifies the model and its dimensions; vectors of different ids are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /** One finite unit vector of `dimensions` numbers per text, in the order of the texts. */
  embed(
    texts: readonly string[],
    side: EmbeddingSide,
    signal?: AbortSignal,
  ): Promise<readonly Float32Array[]>;
}

/** One task for a language model: the instructions, and the schema that its answer must match. */
export interface Prompt<Schema extends z.ZodType> {
  /** A name for the schema, of letters, digits, `_` and `-`; servers show it. */
  readonly name: string;
  /** System prompt. Default: none. */
  readonly system?: string;
  /** The task, with everything needed for it. */
  readonly text: string;
  /** The schema of the answer: an object. */
  readonly answer: Schema;
  /** Maximum number of attempts until the answer matches the schema. Default: 2. */
  readonly tries?: number;
}

/**
 * A generative model. Its answer is data matching a schema or an error, never free text. Optional, like the embedder.
 * Errors: `unavailable` when it does not answer or does not match the schema, `invalid_input` when it refuses the
 * task, `interrupted`.
 */
export interface LanguageModel {
  readonly id: string;
  complete<Schema extends z.ZodType>(
    prompt: Prompt<Schema>,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>>;
}

/**
 * A learned model that reads a question and a text together and scores how well the text answers. Optional, like the
 * embedder. Errors: `unavailable`, `invalid_input` when it refuses these particular texts, `interrupted`.
 */
export interface Reranker {
  readonly id: string;
  /** A finite score for each text, in the order of the texts; higher is better, comparable only within one answer. */
  rerank(query: string, texts: readonly string[], signal?: AbortSignal): Promise<readonly number[]>;
}

/** A turn waiting to be read. */
export interface TurnToRead {
  readonly id: MemoryId;
  /** The caller's name of the turn, as in `D3:14`; null where it has none. */
  readonly turn: string | null;
  readonly session: SessionId | null;
  /** Name of the speaker; for the owner, the owner's name. */
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
  /** Its validity on the day of the turns; never superseded. */
  readonly state: ValidityState;
  /** The turns it was extracted from, the most informative first; citing the note cites these. */
  readonly turns: readonly MemoryId[];
}

/** A subject with a known name. */
export interface Subject {
  readonly name: string;
  readonly is: string | null;
  readonly aliases: readonly string[];
}

/** All that a reader receives of the bank. */
export interface ReadRequest {
  /** Turns of one session, in order. */
  readonly turns: readonly TurnToRead[];
  readonly notes: readonly NoteToTouch[];
  readonly roster: readonly Subject[];
  /** Whose bank it is; null if unknown. */
  readonly owner: string | null;
}

export interface ReadAnswer {
  /** Notes in the order in which they refer to each other; not validated yet. */
  readonly notes: readonly DraftNote[];
  /** Number of answers that do not have the form of a note, by reason. */
  readonly malformed: Readonly<Record<string, number>>;
  /** Tokens of request and answer, as far as known. */
  readonly tokens: number;
}

/**
 * Reads new turns into notes. The answer is a proposal, which the caller validates against the request. Errors:
 * `unavailable` if it does not answer, or not in the requested form; `invalid_input` if it refuses the request;
 * `interrupted`.
 */
export interface Reader {
  /** Its name in notes: `program claude`, a model's name, `recording`. */
  readonly id: string;
  read(request: ReadRequest, signal?: AbortSignal): Promise<ReadAnswer>;
}

/**
 * A command on this machine that takes a text and answers with one. Errors: `unavailable` if there is no such
 * program, or it fails, answers nothing, too much or too late; `interrupted`.
 */
export interface TextProgram {
  /** Its name: `program claude`. */
  readonly id: string;
  ask(text: string, signal?: AbortSignal): Promise<string>;
}
