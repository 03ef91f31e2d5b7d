import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Source } from '@mneme/core/domain/memory.js';
import { isRecord } from '@mneme/core/language/parse-json.js';
import {
  type Fault,
  type ImportItem,
  type ImportReader,
  malformed,
  type NamedPlace,
  type ReadOptions,
  readStated,
  SessionClock,
  shortOrigin,
  skipped,
  type Stated,
  toItem,
} from '../item.js';
import {
  type Entry,
  flatMetadata,
  type Json,
  messageText,
  named,
  readJsonDocument,
  readJsonLines,
} from '../read-document.js';

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
    session: speakerName(first(message, ALIASES.session)),
    turn: speakerName(first(message, ALIASES.turn)),
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
  const speaker = speakerName(isRecord(author) ? author.name : author);
  const role = speakerName(
    first(message, ALIASES.role) ?? (isRecord(author) ? author.role : undefined),
  );
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

function speakerName(value: unknown): string | undefined {
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

/** Field names under which files store the messages of a conversation, and their conversations. */
const MESSAGES = ['messages', 'chat_messages', 'turns', 'history'] as const;
const CONVERSATIONS = ['conversations', 'chats', 'threads', 'sessions'] as const;

/** Chats in one JSON value: messages, or conversations with messages, as model APIs and chat programs export them. */
export const chatJson: ImportReader = Object.freeze({
  name: 'chat-json',
  describes:
    'Chats as one JSON value: an array of messages, an object with "messages", or an array of such conversations.',
  extensions: ['.json'],

  looksLike(_path: string, head: string): boolean {
    return (
      /^\uFEFF?\s*[[{]/.test(head) &&
      !/^\uFEFF?\s*\{[^\n]*\}[^\S\n]*\n\s*\{/.test(head) &&
      (namesMessages(head) || isMessageList(head))
    );
  },

  read(chunks: AsyncIterable<string>, options: ReadOptions): AsyncIterable<ImportItem> {
    const origin = shortOrigin(options.origin);
    const clock = new SessionClock(options.fallbackTime);
    return readJsonDocument(chunks, (json) =>
      conversationsIn(json).flatMap(({ name, session, startedAt, messages }) =>
        messages.map(
          (message, index): Entry =>
            (place) =>
              chatItem(
                message,
                named(place, `${name}${name === '' ? 'Message' : ', message'} ${index + 1}`),
                { origin, clock, session, startedAt },
              ),
        ),
      ),
    );
  },
} satisfies ImportReader);

const NAMES_MESSAGES = new RegExp(`"(?:${MESSAGES.join('|')})"\\s*:\\s*\\[`);
const namesMessages = (head: string): boolean => NAMES_MESSAGES.test(head);
const isMessageList = (head: string): boolean =>
  /^\uFEFF?\s*\[\s*\{/.test(head) &&
  /"(?:role|sender|speaker|from|author)"\s*:/.test(head) &&
  /"(?:content|text|message)"\s*:/.test(head);

interface Conversation {
  /** Its name in error messages; empty for the only one. */
  readonly name: string;
  readonly session: string | undefined;
  readonly startedAt: Stated | undefined;
  readonly messages: readonly unknown[];
}

function conversationsIn(json: unknown): Conversation[] {
  const alone = conversation(json, '');
  if (alone !== null) return [alone];
  const list = Array.isArray(json) ? json : isRecord(json) ? firstList(json, CONVERSATIONS) : null;
  if (list === null) throw noMessages(json);
  const conversations = list.map((each, index) =>
    Array.isArray(each) ? null : conversation(each, `Conversation ${index + 1}`),
  );
  if (conversations.length > 0 && conversations.every((each) => each === null)) {
    if (list !== json) throw noMessages(json);
    return [{ name: '', session: undefined, startedAt: undefined, messages: list }];
  }
  return conversations.map(
    (each, index) =>
      each ?? {
        name: `Conversation ${index + 1}`,
        session: undefined,
        startedAt: undefined,
        messages: [list[index]],
      },
  );
}

function conversation(value: unknown, name: string): Conversation | null {
  if (!isRecord(value)) return null;
  const messages = firstList(value, MESSAGES);
  if (messages === null) return null;
  const id =
    value.id ??
    value.uuid ??
    value.conversation_id ??
    value.session ??
    value.session_id ??
    value.thread_id ??
    value.title ??
    value.name;
  const session =
    typeof id === 'string' || typeof id === 'number' ? String(id).trim().slice(0, 200) : '';
  return {
    name,
    session: session === '' ? undefined : session,
    startedAt: readStated(
      value.created_at ?? value.createdAt ?? value.create_time ?? value.timestamp,
    ),
    messages,
  };
}

function firstList(
  value: Readonly<Record<string, unknown>>,
  names: readonly string[],
): readonly unknown[] | null {
  const found = names.map((name) => value[name]).find((list) => Array.isArray(list));
  return (found as readonly unknown[] | undefined) ?? null;
}

function noMessages(json: unknown): MnemeError {
  const held = isRecord(json)
    ? `an object with ${Object.keys(json).slice(0, 8).join(', ') || 'nothing'}`
    : `${typeof json}`;
  return new MnemeError('malformed_import', `The file holds no messages: it is ${held}.`, {
    field: 'messages',
    hint: 'It has to be an array of messages such as {"role": "user", "content": "…"}, or an object with "messages". --format names another format.',
  });
}

/** Chats, one JSON object per line. Each non-blank line gives exactly one item; one line is held at a time. */
export const chatJsonl: ImportReader = Object.freeze({
  name: 'chat-jsonl',
  describes:
    'Chats with one JSON object per line: role or speaker, content, and optionally timestamp, session, id, tags, metadata, kind, confidence.',
  extensions: ['.jsonl', '.ndjson'],

  looksLike(_path: string, head: string): boolean {
    const line =
      head
        .replace(/^\uFEFF/, '')
        .trimStart()
        .split('\n', 1)[0] ?? '';
    return line.startsWith('{') && /"(?:content|text|message)"\s*:/.test(line);
  },

  read(chunks: AsyncIterable<string>, options: ReadOptions): AsyncIterable<ImportItem> {
    const surroundings = {
      origin: shortOrigin(options.origin),
      clock: new SessionClock(options.fallbackTime),
    };
    return readJsonLines(chunks, (value, place) => [chatItem(value, place, surroundings)]);
  },
} satisfies ImportReader);
