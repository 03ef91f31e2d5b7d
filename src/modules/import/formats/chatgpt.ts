import { MnemeError } from '../../../domain/errors.js';
import { readConversation, type ChatGptTurn } from './chatgpt-conversation.js';
import type { ImportItem, ImportReader, ReadOptions } from '../item.js';
import { named, readJsonDocument, type Entry } from '../json-document.js';
import { isRecord } from '../../../language/json/parse-json.js';
import { SessionClock } from '../session-clock.js';
import { malformed, shortOrigin, skipped, toItem } from '../to-item.js';

/** ChatGPT's data export: `conversations.json`. Of each conversation the branch that is shown is read. */
export const chatGpt: ImportReader = Object.freeze({
  name: 'chatgpt',
  describes:
    'conversations.json of a ChatGPT data export: the branch of each conversation that is shown.',
  extensions: ['.json'],

  looksLike(_path: string, head: string): boolean {
    return (
      /^\uFEFF?\s*[[{]/.test(head) &&
      /"mapping"\s*:\s*\{/.test(head) &&
      /"(?:title|create_time|message|current_node)"\s*:/.test(head)
    );
  },

  read(chunks: AsyncIterable<string>, options: ReadOptions): AsyncIterable<ImportItem> {
    const origin = shortOrigin(options.origin);
    const clock = new SessionClock(options.fallbackTime);
    return readJsonDocument(chunks, (json) =>
      listOf(json).flatMap((raw, index) =>
        conversationEntries(raw, `Conversation ${index + 1}`, origin, clock),
      ),
    );
  },
} satisfies ImportReader);

function listOf(json: unknown): readonly unknown[] {
  if (Array.isArray(json)) return json;
  if (isRecord(json) && isRecord(json.mapping)) return [json];
  const list = isRecord(json) ? json.conversations : undefined;
  if (Array.isArray(list)) return list;
  throw new MnemeError('malformed_import', 'The file holds no list of conversations.', {
    field: 'conversations',
    hint: 'A ChatGPT export has them in conversations.json: an array of objects with "title" and "mapping".',
  });
}

function conversationEntries(
  raw: unknown,
  name: string,
  origin: string,
  clock: SessionClock,
): Entry[] {
  const conversation = readConversation(raw);
  if ('problem' in conversation) return [(place) => malformed(named(place, name), conversation)];
  const { id, title, startedAt, turns, otherBranches } = conversation;
  const session = id ?? `${origin}, ${name.toLowerCase()}`;
  const where = title === null ? name : `${name} (${title})`;
  return [
    ...turns.map(
      (turn): Entry =>
        (place) =>
          turnItem(
            turn,
            { ...place, name: `${where}, message ${turn.id}` },
            { session, title, startedAt, origin, clock },
          ),
    ),
    ...Array.from(
      { length: otherBranches },
      (): Entry => (place) => skipped(place, 'other branch'),
    ),
  ];
}

interface Around {
  readonly session: string;
  readonly title: string | null;
  readonly startedAt: number | undefined;
  readonly origin: string;
  readonly clock: SessionClock;
}

function turnItem(
  turn: ChatGptTurn,
  place: Parameters<typeof toItem>[0],
  { session, title, startedAt, origin, clock }: Around,
): ImportItem {
  if ('skip' in turn) return skipped(place, turn.skip);
  const { id, source, kind, text, saidAt } = turn;
  const speaker = kind === 'fact' ? undefined : source === 'user' ? 'user' : 'assistant';
  return toItem(place, {
    content: text,
    kind,
    source,
    speaker,
    session,
    turn: id,
    origin,
    ...(title === null ? {} : { metadata: { title } }),
    ...(kind === 'fact' ? { tags: ['chatgpt-memory'] } : {}),
    ...clock.next(session, saidAt, startedAt),
  });
}
