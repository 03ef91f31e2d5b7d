import { MnemeError } from '@mneme/core/domain/errors.js';
import { markdownBlocks } from '@mneme/core/language/passages.js';
import { isRecord } from '@mneme/core/language/parse-json.js';
import { chatItem } from './chat-json.js';
import {
  type ImportItem,
  type ImportReader,
  type ReadOptions,
  readStated,
  SessionClock,
  shortOrigin,
  skipped,
  type SkipReason,
  type Stated,
  toItem,
} from '../item.js';
import { named, readJsonDocument, type Entry, type Json, trimmed } from '../read-document.js';
import { markdownParts } from './markdown.js';

/** Claude.ai's data export: `conversations.json`, `memories.json` and `projects.json`. */
export const claudeAi: ImportReader = Object.freeze({
  name: 'claude-ai',
  describes:
    'A Claude.ai data export: conversations with the text of their attachments, what Claude kept in its memory, and projects with their documents.',
  extensions: ['.json'],

  looksLike(_path: string, head: string): boolean {
    return (
      /^\uFEFF?\s*[[{]/.test(head) &&
      (/"(?:conversations_memory|project_memories)"\s*:/.test(head) ||
        (/"uuid"\s*:/.test(head) &&
          /"(?:chat_messages|prompt_template|is_starter_project)"\s*:/.test(head)))
    );
  },

  read(chunks: AsyncIterable<string>, options: ReadOptions): AsyncIterable<ImportItem> {
    const around = {
      origin: shortOrigin(options.origin),
      clock: new SessionClock(options.fallbackTime),
      fallback: options.fallbackTime,
    };
    return readJsonDocument(chunks, (json) =>
      recordsIn(json).flatMap((record, at) => recordEntries(record, at, around)),
    );
  },
} satisfies ImportReader);

interface Around {
  readonly origin: string;
  readonly clock: SessionClock;
  readonly fallback: number;
}

function recordsIn(json: unknown): readonly Json[] {
  const list = Array.isArray(json) ? json : [json];
  const records = list.filter(isRecord);
  if (records.length === list.length && records.length > 0) return records;
  if (list.length === 0) return [];
  throw new MnemeError('malformed_import', 'The file holds no records of a Claude.ai export.', {
    field: 'conversations',
    hint: 'conversations.json, memories.json and projects.json are arrays of objects.',
  });
}

function recordEntries(record: Json, at: number, around: Around): Entry[] {
  if (Array.isArray(record.chat_messages)) return conversation(record, at, around);
  if ('conversations_memory' in record || 'project_memories' in record)
    return memories(record, around);
  if ('docs' in record || 'prompt_template' in record) return project(record, around);
  return [(place) => skipped(place, 'bookkeeping')];
}

function conversation(record: Json, at: number, { origin, clock }: Around): Entry[] {
  const title = trimmed(record.name);
  const session = trimmed(record.uuid) ?? `${origin}, conversation ${at + 1}`;
  const where = `Conversation ${at + 1}${title === null ? '' : ` (${title})`}`;
  const startedAt = readStated(record.created_at);
  return (record.chat_messages as readonly unknown[]).flatMap((message, index): Entry[] => {
    const files = attachmentsOf(message);
    return [
      (place) =>
        chatItem(
          isRecord(message) ? spoken(message, title) : message,
          named(place, `${where}, message ${index + 1}`),
          {
            origin,
            clock,
            session,
            startedAt,
          },
        ),
      ...files.flatMap(({ name, words }) =>
        words === null
          ? [passing('attachment')]
          : documentEntries(words, {
              session,
              origin,
              source: 'user',
              saidAt: readStated(isRecord(message) ? message.created_at : undefined) ?? startedAt,
              metadata: { file: name.slice(0, 500), ...(title === null ? {} : { title }) },
              tags: ['attachment'],
            }),
      ),
    ];
  });
}

/** Keeps only the text parts of a message (no thinking, no tool use); its `text` field where it has no parts. */
function spoken(message: Json, title: string | null): Json {
  const parts = Array.isArray(message.content) ? message.content.filter(isRecord) : [];
  const words = parts
    .flatMap((part) => (part.type === 'text' && typeof part.text === 'string' ? [part.text] : []))
    .join('\n')
    .trim();
  return {
    uuid: message.uuid,
    sender: message.sender,
    created_at: message.created_at,
    content: words === '' && parts.length === 0 ? (message.text ?? '') : words,
    ...(title === null ? {} : { metadata: { title } }),
  };
}

function attachmentsOf(
  message: unknown,
): { readonly name: string; readonly words: string | null }[] {
  if (!isRecord(message)) return [];
  const listed = [message.attachments, message.files, message.files_v2].flatMap((list) =>
    Array.isArray(list) ? list.filter(isRecord) : [],
  );
  const byName = new Map<string, string | null>();
  for (const file of listed) {
    const name = trimmed(file.file_name) ?? trimmed(file.filename) ?? 'a file';
    byName.set(name, byName.get(name) ?? trimmed(file.extracted_content));
  }
  return [...byName].map(([name, words]) => ({ name, words }));
}

function memories(record: Json, { origin, fallback }: Around): Entry[] {
  const projects = isRecord(record.project_memories) ? record.project_memories : {};
  const about = {
    session: origin,
    origin,
    source: 'agent',
    saidAt: fallback,
    tags: ['claude-memory'],
  } as const;
  return [
    ...documentEntries(trimmed(record.conversations_memory) ?? '', { ...about, metadata: {} }),
    ...Object.entries(projects).flatMap(([id, words]) =>
      documentEntries(trimmed(words) ?? '', { ...about, metadata: { project: id.slice(0, 200) } }),
    ),
  ];
}

function project(record: Json, { origin, fallback }: Around): Entry[] {
  const name = trimmed(record.name) ?? 'a project';
  const saidAt = readStated(record.created_at) ?? fallback;
  const base = {
    session: trimmed(record.uuid) ?? origin,
    origin,
    source: 'user',
    tags: ['project'],
  } as const;
  const docs = Array.isArray(record.docs) ? record.docs.filter(isRecord) : [];
  return [
    ...documentEntries(trimmed(record.description) ?? '', {
      ...base,
      saidAt,
      metadata: { project: name.slice(0, 500) },
    }),
    ...(trimmed(record.prompt_template) === null ? [] : [passing('system prompt')]),
    ...docs.flatMap((doc) =>
      documentEntries(trimmed(doc.content) ?? '', {
        ...base,
        saidAt: readStated(doc.created_at) ?? saidAt,
        metadata: {
          project: name.slice(0, 500),
          file: (trimmed(doc.filename) ?? 'a file').slice(0, 500),
        },
      }),
    ),
  ];
}

interface DocumentFields {
  readonly session: string;
  readonly origin: string;
  readonly source: 'user' | 'agent';
  readonly saidAt: Stated | undefined;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
}

/** Splits a document into parts, each with the headings above it. */
function documentEntries(words: string, fields: DocumentFields): Entry[] {
  return markdownParts(markdownBlocks(words.split(/\r?\n/))).map(
    ({ text: content, headings }, position): Entry => {
      const heading = headings.join(' > ').slice(0, 2_000);
      return (place) =>
        toItem(place, {
          ...fields,
          content,
          kind: 'fact',
          position,
          metadata: { ...fields.metadata, ...(heading === '' ? {} : { heading }) },
        });
    },
  );
}

const passing =
  (reason: SkipReason): Entry =>
  (place) =>
    skipped(place, reason);
