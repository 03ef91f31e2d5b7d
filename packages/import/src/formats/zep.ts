import { MnemeError } from '@mneme/core/domain/errors.js';
import { isRecord } from '@mneme/core/language/parse-json.js';
import {
  type ImportItem,
  type ImportReader,
  malformed,
  type ReadOptions,
  shortOrigin,
  skipped,
  toItem,
} from '../item.js';
import {
  badTimeAt,
  type Entry,
  heldBetween,
  type Json,
  named,
  readJsonDocument,
  recordsIn,
  shortText,
} from '../read-json.js';
import { readTime, SessionClock } from '../read-time.js';

const SOURCES: Readonly<Record<string, 'user' | 'agent' | 'tool'>> = {
  user: 'user',
  human: 'user',
  norole: 'user',
  assistant: 'agent',
  ai: 'agent',
  tool: 'tool',
  function: 'tool',
};

interface Context {
  readonly origin: string;
  readonly fallback: number;
  readonly clock: SessionClock;
}

/** Zep and Graphiti: facts of the graph with their validity, and messages. */
export const zep: ImportReader = Object.freeze({
  name: 'zep',
  describes:
    'Zep or Graphiti as JSON: "edges" with their facts, "episodes", "messages" or "sessions" of a thread.',
  extensions: ['.json'],

  looksLike(_path: string, head: string): boolean {
    return (
      /^\uFEFF?\s*[[{]/.test(head) &&
      (/"(?:valid_at|invalid_at|expired_at)"\s*:/.test(head) || /"role_type"\s*:/.test(head)) &&
      /"(?:fact|role_type|content)"\s*:/.test(head)
    );
  },

  read(chunks: AsyncIterable<string>, options: ReadOptions): AsyncIterable<ImportItem> {
    const context: Context = {
      origin: shortOrigin(options.origin),
      fallback: options.fallbackTime,
      clock: new SessionClock(options.fallbackTime),
    };
    return readJsonDocument(chunks, (json) => entriesOf(json, context));
  },
} satisfies ImportReader);

function entriesOf(json: unknown, context: Context): Entry[] {
  const whole: Json = Array.isArray(json)
    ? {
        edges: recordsIn(json).filter(({ fact }) => fact !== undefined),
        messages: recordsIn(json).filter(({ fact }) => fact === undefined),
      }
    : isRecord(json)
      ? json
      : {};
  const edges = recordsIn(whole.edges ?? whole.facts);
  const sessions = recordsIn(whole.sessions ?? whole.threads);
  const said = [
    ...recordsIn(whole.messages ?? whole.episodes).map((message) => ({
      message,
      session: undefined as unknown,
    })),
    ...sessions.flatMap(({ session_id, thread_id, uuid, messages }) =>
      recordsIn(messages).map((message) => ({ message, session: session_id ?? thread_id ?? uuid })),
    ),
  ];
  if (
    edges.length + said.length === 0 &&
    !['edges', 'facts', 'messages', 'episodes', 'sessions', 'threads'].some((name) =>
      Array.isArray(whole[name]),
    )
  )
    throw new MnemeError('malformed_import', 'The file holds no facts and no messages.', {
      field: 'edges',
      hint: 'It has "edges" with a "fact" each, "episodes", "messages" or "sessions".',
    });
  return [
    ...edges.map((edge, at) => factEntry(edge, at, context)),
    ...said.map(({ message, session }, at) => messageEntry(message, session, at, context)),
  ];
}

/** An invalidated fact is imported with its validity, if the start is known. */
function factEntry(edge: Json, at: number, { origin, fallback }: Context): Entry {
  return (place) => {
    const here = named(place, `Fact ${at + 1}`);
    const fault = badTimeAt(here, edge, ['created_at', 'valid_at', 'invalid_at', 'expired_at']);
    if (fault !== null) return fault;
    if (typeof edge.fact !== 'string')
      return malformed(here, {
        problem: 'the edge has no fact',
        hint: 'An edge says what it says in "fact".',
        field: 'fact',
        value: edge,
      });
    const name = shortText(edge.name);
    return toItem(here, {
      content: edge.fact,
      kind: 'fact',
      source: 'agent',
      turn: shortText(edge.uuid),
      saidAt: readTime(edge.created_at) ?? readTime(edge.valid_at) ?? fallback,
      origin,
      ...heldBetween(edge.valid_at, edge.invalid_at ?? edge.expired_at),
      ...(name === undefined ? {} : { metadata: { relation: name } }),
    });
  };
}

function messageEntry(message: Json, thread: unknown, at: number, context: Context): Entry {
  return (place) => {
    const here = named(place, `Message ${at + 1}`);
    const fault = badTimeAt(here, message, ['created_at', 'valid_at']);
    if (fault !== null) return fault;
    const role = (shortText(message.role_type ?? message.role) ?? 'user').toLowerCase();
    if (role === 'system') return skipped(place, 'system prompt');
    const session =
      shortText(message.thread_id ?? message.session_id ?? thread ?? message.group_id) ??
      context.origin;
    const source = SOURCES[role] ?? 'user';
    // Zep stores the speaker in `name`, or in `role` where `role_type` is present too.
    const speaker =
      shortText(message.name) ??
      (message.role_type === undefined ? undefined : shortText(message.role));
    return toItem(here, {
      content: message.content,
      kind: 'experience',
      source,
      speaker: speaker ?? (source === 'agent' ? 'assistant' : source),
      session,
      turn: shortText(message.uuid),
      origin: context.origin,
      ...context.clock.next(session, readTime(message.valid_at ?? message.created_at)),
    });
  };
}
