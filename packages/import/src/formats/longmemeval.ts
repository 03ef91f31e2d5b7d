import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import {
  faultOf,
  type ImportItem,
  type ImportReader,
  malformed,
  type ReadOptions,
  shortOrigin,
  toItem,
} from '../item.js';
import { chooseSamples, named, readJsonDocument, type Entry } from '../read-json.js';
import { TURN_GAP } from './locomo.js';
import { readTime, SessionClock } from '../read-time.js';

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
