import type { Source } from '@mneme/core/domain/memory.js';
import { isRecord } from '@mneme/core/language/parse-json.js';
import {
  type Fault,
  type ImportItem,
  malformed,
  type NamedPlace,
  skipped,
  toItem,
} from '../item.js';
import { flatMetadata, messageText, type Json } from '../read-json.js';
import { readStated, type SessionClock, type Stated } from '../read-time.js';

/** Field names that exports use for the same value, the most common first. */
const ALIASES = {
  role: ['role', 'sender'],
  speaker: ['speaker', 'name', 'author', 'from'],
  content: ['content', 'text', 'message'],
  time: ['timestamp', 'saidAt', 'time', 'created_at', 'createdAt', 'date', 'ts'],
  session: [
    'session',
    'session_id',
    'sessionId',
    'conversation',
    'conversation_id',
    'conversationId',
    'thread',
    'thread_id',
    'threadId',
  ],
  turn: ['turn', 'id', 'uuid'],
} as const;

/** Author of a message, by its role; a system prompt is instructions, not something that happened. */
type Writer = Source | 'system';

const WRITERS: ReadonlyMap<string, Writer> = new Map([
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'agent'],
  ['ai', 'agent'],
  ['agent', 'agent'],
  ['bot', 'agent'],
  ['model', 'agent'],
  ['tool', 'tool'],
  ['function', 'tool'],
  ['system', 'system'],
  ['developer', 'system'],
]);

/** One message as stated in its file; what the file omits is undefined. */
interface ChatMessage {
  readonly writer: Writer;
  readonly speaker: string | undefined;
  readonly content: string;
  readonly session: string | undefined;
  readonly turn: string | undefined;
  readonly saidAt: Stated | undefined;
  /** Unvalidated: the schema of memory inputs checks them. */
  readonly rest: {
    readonly kind: unknown;
    readonly confidence: unknown;
    readonly tags: unknown;
    readonly metadata: unknown;
  };
}

/** Reads one JSON object as a chat message, under any of the usual field names. */
function readChatMessage(value: unknown): ChatMessage | Fault {
  if (!isRecord(value))
    return {
      problem: 'a JSON object was expected',
      hint: 'Write one message per line, as in {"role": "user", "content": "…"}.',
      value,
    };
  const message = unwrapped(value);
  const content = messageText(first(message, ALIASES.content));
  if (content === null) {
    return {
      problem: 'the message has no content',
      hint: 'Put its text into "content".',
      field: 'content',
      value,
    };
  }
  const stated = first(message, ALIASES.time) ?? undefined;
  const saidAt = readStated(stated);
  if (stated !== undefined && saidAt === undefined) {
    return {
      problem: `the time cannot be read: ${JSON.stringify(stated)?.slice(0, 60)}`,
      hint: 'Write it as 2025-02-03T18:12:00Z or as epoch seconds or milliseconds, or leave it out.',
      field: 'timestamp',
      value: stated,
    };
  }
  return {
    ...writerAndSpeaker(message),
    content,
    session: named(first(message, ALIASES.session)),
    turn: named(first(message, ALIASES.turn)),
    saidAt,
    rest: readRest(message),
  };
}

/** Agents’ logs wrap the message in an event record; fields of the message take precedence. */
function unwrapped(value: Json): Json {
  return isRecord(value.message) && !('content' in value) ? { ...value, ...value.message } : value;
}

function writerAndSpeaker(message: Json): Pick<ChatMessage, 'writer' | 'speaker'> {
  const author = first(message, ALIASES.speaker);
  const speaker = named(isRecord(author) ? author.name : author);
  const role = named(first(message, ALIASES.role) ?? (isRecord(author) ? author.role : undefined));
  const writer = WRITERS.get((role ?? speaker ?? '').toLowerCase()) ?? 'user';
  return { writer, speaker: speaker ?? role };
}

function readRest({ kind, confidence, tags, metadata }: Json): ChatMessage['rest'] {
  return {
    kind: kind ?? undefined,
    confidence: confidence ?? undefined,
    tags: typeof tags === 'string' ? splitTags(tags) : (tags ?? undefined),
    metadata: isRecord(metadata) ? flatMetadata(metadata) : (metadata ?? undefined),
  };
}

/** Tags as one comma-separated string: `work, travel`. */
function splitTags(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/**
 * The value of the first name that is present and not null; null when all present are null, undefined when none is
 * present.
 */
function first(message: Json, names: readonly string[]): unknown {
  const present = names.filter((name) => Object.hasOwn(message, name));
  const telling = present.find((name) => message[name] !== null) ?? present[0];
  return telling === undefined ? undefined : message[telling];
}

function named(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Context of a message, for what it does not state itself. */
interface ChatSurroundings {
  /** The file name, shortened. */
  readonly origin: string;
  readonly clock: SessionClock;
  /** Session of the enclosing conversation. Default: the file, as one conversation. */
  readonly session?: string | undefined;
  /** Start of the conversation, for a message without a time. */
  readonly startedAt?: Stated | undefined;
}

/** Converts one chat message, under any of the usual field names. */
export function chatItem(
  value: unknown,
  place: NamedPlace,
  { origin, clock, session: around, startedAt }: ChatSurroundings,
): ImportItem {
  const message = readChatMessage(value);
  if ('problem' in message) return malformed(place, message);
  if (message.writer === 'system') return skipped(place, 'system prompt');
  if (message.content.trim() === '') return skipped(place, 'no text');
  const { writer: source, speaker, content, turn, rest } = message;
  const session = message.session ?? around ?? origin;
  const when = clock.next(session, message.saidAt, startedAt);
  return toItem(place, {
    content,
    speaker,
    session,
    turn,
    source,
    origin,
    ...rest,
    kind: rest.kind ?? 'experience',
    ...when,
  });
}
