import { MnemeError } from '@mneme/core/domain/errors.js';
import { isRecord } from '@mneme/core/language/parse-json.js';
import { chatItem } from './chat-message.js';
import { type ImportItem, type ImportReader, type ReadOptions, shortOrigin } from '../item.js';
import { type Entry, named, readJsonDocument, readJsonLines } from '../read-json.js';
import { readStated, SessionClock, type Stated } from '../read-time.js';

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
