import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { RememberInput } from '@mneme/core/domain/input.js';
import type { Instant } from '@mneme/core/domain/time.js';
import {
  type Fault,
  faultOf,
  type ImportItem,
  type ImportReader,
  malformed,
  type ReadOptions,
  readTime,
  SessionClock,
  shortOrigin,
  toItem,
} from '../item.js';
import { chooseSamples, type Entry, named, readJsonDocument } from '../read-document.js';

/** Assumed milliseconds between turns: the data set dates sessions only. */
const TURN_GAP = 30_000;

const Turn = z.object({
  speaker: z.string().min(1, 'must not be empty'),
  dia_id: z.string().min(1, 'must not be empty'),
  text: z.string(),
  blip_caption: z.string().optional(),
});

const Sample = z.object({
  sample_id: z.string().min(1).optional(),
  conversation: z.record(z.string(), z.unknown()),
});

interface LocomoTurn {
  /** `dia_id` of the data set, as in `D3:14`. */
  readonly id: string;
  /** From 0, counted over all entries of the session. */
  readonly position: number;
  readonly speaker: string;
  readonly text: string;
  /** Caption of the picture shared in the turn. */
  readonly caption: string | null;
}

/** A part of a session that cannot be read. */
interface LocomoFault extends Fault {
  /** As in `session_3, entry 14`. */
  readonly place: string;
}

interface LocomoSession {
  /** As in `session_3`. */
  readonly name: string;
  /** Null when the file states no start, or an unreadable one; the latter is among the faults. */
  readonly startedAt: Instant | null;
  readonly turns: readonly LocomoTurn[];
  readonly faults: readonly LocomoFault[];
}

interface LocomoSample {
  readonly sampleId: string;
  /** In the order of their numbers. */
  readonly sessions: readonly LocomoSession[];
}

/**
 * Reads the conversations of a LoCoMo file: an array of samples, or one. Questions, answers, summaries, observations
 * and picture queries are ignored. Throws `malformed_import` when the file does not have that shape; a single
 * unreadable turn is reported among its session's faults.
 */
export function parseLocomo(json: unknown): readonly LocomoSample[] {
  return (Array.isArray(json) ? json : [json]).map((raw: unknown, index) => {
    const parsed = Sample.safeParse(raw);
    if (!parsed.success) throw notLocomo(index, parsed.error);
    const { sample_id: sampleId, conversation } = parsed.data;
    return { sampleId: sampleId ?? `sample_${index + 1}`, sessions: readSessions(conversation) };
  });
}

/** One turn as a memory, without what only the caller knows: its origin, and the session's prefix for the sample. */
function locomoInput(
  session: LocomoSession,
  turn: LocomoTurn,
  fallbackTime: Instant,
): RememberInput {
  const picture = turn.caption === null ? '' : `[shares a picture: ${turn.caption}]`;
  return {
    content: [turn.text, picture].filter((part) => part.trim() !== '').join('\n'),
    kind: 'experience',
    speaker: turn.speaker,
    session: session.name,
    turn: turn.id,
    position: turn.position,
    saidAt: (session.startedAt ?? fallbackTime) + turn.position * TURN_GAP,
  };
}

function notLocomo(index: number, error: z.ZodError): MnemeError {
  const { problem, hint, field } = faultOf(
    error,
    'sample',
    'A LoCoMo sample holds "conversation" with "session_1", "session_1_date_time" and so on.',
    undefined,
  );
  return new MnemeError('malformed_import', `Sample ${index + 1}: ${problem}.`, {
    field,
    hint,
    cause: error,
  });
}

function readSessions(conversation: Readonly<Record<string, unknown>>): LocomoSession[] {
  const numbers = Object.keys(conversation).flatMap(
    (key) => /^session_(\d+)$/.exec(key)?.slice(1) ?? [],
  );
  return numbers
    .sort((a, b) => Number(a) - Number(b))
    .map((number) =>
      readSession(
        `session_${number}`,
        conversation[`session_${number}`],
        conversation[`session_${number}_date_time`],
      ),
    );
}

function readSession(name: string, entries: unknown, date: unknown): LocomoSession {
  const turns: LocomoTurn[] = [];
  const faults: LocomoFault[] = [];
  const startedAt = readTime(date) ?? null;
  if (date !== undefined && startedAt === null) {
    faults.push({
      place: name,
      problem: 'the date cannot be read',
      hint: 'Write it as 1:56 pm on 8 May, 2023.',
      field: `${name}_date_time`,
      value: date,
    });
  }
  if (!Array.isArray(entries))
    faults.push({
      place: name,
      problem: 'an array of turns was expected',
      hint: 'Mend or remove it.',
      field: name,
      value: entries,
    });
  for (const [position, raw] of (Array.isArray(entries) ? entries : []).entries()) {
    const turn = readTurn(raw, position);
    if ('problem' in turn) faults.push({ ...turn, place: `${name}, entry ${position + 1}` });
    else turns.push(turn);
  }
  return { name, startedAt, turns, faults };
}

function readTurn(raw: unknown, position: number): LocomoTurn | Fault {
  const parsed = Turn.safeParse(raw);
  if (parsed.success) {
    const { dia_id: id, speaker, text, blip_caption: caption } = parsed.data;
    return { id, position, speaker, text, caption: caption ?? null };
  }
  return faultOf(parsed.error, 'turn', 'A turn has speaker, dia_id and text.', raw);
}

/**
 * The LoCoMo data set (Maharana et al. 2024): long conversations of two people. Sessions are named `session_3` when
 * one sample is read, `conv-26/session_3` when there are several. Only the turns are read.
 */
export const locomo: ImportReader = Object.freeze({
  name: 'locomo',
  describes: 'The LoCoMo data set: a JSON file of long two-person conversations in dated sessions.',
  extensions: ['.json'],

  looksLike(_path: string, head: string): boolean {
    if (!/^\uFEFF?\s*[[{]/.test(head)) return false;
    // The questions may come first and fill the whole head.
    return (
      /"(?:dia_id|speaker_a|session_\d+(?:_date_time)?)"\s*:/.test(head) ||
      (/"qa"\s*:/.test(head) && /"evidence"\s*:/.test(head))
    );
  },

  read(chunks: AsyncIterable<string>, options: ReadOptions): AsyncIterable<ImportItem> {
    return readJsonDocument(chunks, (json) => {
      const samples = parseLocomo(json).map(({ sampleId, sessions }) => ({
        id: sampleId,
        content: sessions,
      }));
      return chooseSamples(samples, options.sample).flatMap(({ content, prefix }) =>
        content.flatMap((session) => sessionEntries(session, prefix, options)),
      );
    });
  },
} satisfies ImportReader);

function sessionEntries(session: LocomoSession, prefix: string, options: ReadOptions): Entry[] {
  const origin = shortOrigin(options.origin);
  const faults = session.faults.map(
    (fault): Entry =>
      (place) =>
        malformed(named(place, `${prefix}${fault.place}`), fault),
  );
  const turns = session.turns.map((turn): Entry => (place) => {
    const input = locomoInput(session, turn, options.fallbackTime);
    return toItem(named(place, `${prefix}${session.name}, turn ${turn.id}`), {
      ...input,
      session: `${prefix}${session.name}`,
      origin,
    });
  });
  return [...faults, ...turns];
}

/** The fields that are read of an instance: never its question, answer, or the labels of the turns that hold it. */
const Instance = z.object({
  question_id: z.string().min(1),
  haystack_session_ids: z.array(z.string().min(1)),
  haystack_dates: z.array(z.string()),
  haystack_sessions: z.array(
    z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() })),
  ),
});
type Instance = z.infer<typeof Instance>;
type Message = Instance['haystack_sessions'][number][number];

const SOURCES = { user: 'user', assistant: 'agent' } as const;

/** The LongMemEval data set (Wu et al. 2025): for each question, a haystack of dated chats with an assistant. */
export const longMemEval: ImportReader = Object.freeze({
  name: 'longmemeval',
  describes: 'The LongMemEval data set: a JSON file of haystacks of dated chats with an assistant.',
  extensions: ['.json'],

  looksLike(_path: string, head: string): boolean {
    return (
      /^\uFEFF?\s*[[{]/.test(head) &&
      (/"haystack_\w+"\s*:/.test(head) ||
        (/"question_id"\s*:/.test(head) && /"question_type"\s*:/.test(head)))
    );
  },

  read(chunks: AsyncIterable<string>, options: ReadOptions): AsyncIterable<ImportItem> {
    return readJsonDocument(chunks, (json) =>
      chooseSamples(parseInstances(json), options.sample).flatMap(({ content, prefix }) =>
        instanceEntries(content, prefix, options),
      ),
    );
  },
} satisfies ImportReader);

function parseInstances(json: unknown): { readonly id: string; readonly content: Instance }[] {
  return (Array.isArray(json) ? json : [json]).map((raw: unknown, index) => {
    const parsed = Instance.safeParse(raw);
    if (parsed.success) return { id: parsed.data.question_id, content: parsed.data };
    const { problem, hint, field } = faultOf(
      parsed.error,
      'instance',
      'A LongMemEval instance holds question_id, haystack_sessions, haystack_dates and haystack_session_ids.',
      raw,
    );
    throw new MnemeError('malformed_import', `Instance ${index + 1}: ${problem}.`, {
      field,
      hint,
      cause: parsed.error,
    });
  });
}

function instanceEntries(instance: Instance, prefix: string, options: ReadOptions): Entry[] {
  const clock = new SessionClock(options.fallbackTime);
  return instance.haystack_sessions.flatMap((messages, index) => {
    const id = instance.haystack_session_ids[index] ?? `session_${index + 1}`;
    const date = instance.haystack_dates[index];
    const startedAt = readTime(date);
    const turns = messages.map((message, turn) =>
      turnEntry(message, {
        session: `${prefix}${id}`,
        turn,
        startedAt,
        clock,
        origin: shortOrigin(options.origin),
      }),
    );
    if (startedAt !== undefined) return turns;
    const fault = {
      problem: 'its date cannot be read',
      hint: 'Write it as 2023/05/20 (Sat) 02:21.',
      field: `haystack_dates.${index}`,
      value: date ?? 'nothing',
    };
    return [(place) => malformed(named(place, `${prefix}${id}`), fault), ...turns];
  });
}

interface TurnContext {
  readonly session: string;
  /** From 0. */
  readonly turn: number;
  readonly startedAt: number | undefined;
  readonly clock: SessionClock;
  readonly origin: string;
}

function turnEntry(
  { role, content }: Message,
  { session, turn, startedAt, clock, origin }: TurnContext,
): Entry {
  return (place) => {
    const when = clock.next(
      session,
      startedAt === undefined ? undefined : startedAt + turn * TURN_GAP,
    );
    const id = `${session}_${turn + 1}`;
    return toItem(named(place, `${session}, turn ${turn + 1}`), {
      content,
      kind: 'experience',
      speaker: role,
      source: SOURCES[role],
      session,
      turn: id,
      origin,
      ...when,
    });
  };
}
