import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { isRecord } from '@mneme/core/language/parse-json.js';
import {
  faultOf,
  type ImportItem,
  type ImportReader,
  malformed,
  type ReadOptions,
  readTime,
  SessionClock,
  shortOrigin,
  skipped,
  toItem,
} from '../item.js';
import {
  badTimeAt,
  type Entry,
  flatMetadata,
  heldBetween,
  type Json,
  named,
  readJsonDocument,
  recordsIn,
  shortText,
  tagsIn,
} from '../read-document.js';

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

const Text = z.string().nullish();

/** A memory as `get_all`, `search` and the exports of mem0 write it; other fields are ignored. */
const Mem0Memory = z.object({
  memory: Text,
  text: Text,
  data: Text,
  id: z.union([z.string(), z.number()]).nullish(),
  user_id: Text,
  agent_id: Text,
  app_id: Text,
  run_id: Text,
  actor_id: Text,
  created_at: z.union([z.string(), z.number()]).nullish(),
  updated_at: z.union([z.string(), z.number()]).nullish(),
  expiration_date: z.union([z.string(), z.number()]).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  categories: z.array(z.string()).nullish(),
});
type Mem0Memory = z.infer<typeof Mem0Memory>;

/** A relation of its graph memory; versions name the target differently. */
const Mem0Relation = z.object({
  source: z.string().min(1),
  relationship: z.string().min(1).optional(),
  relation: z.string().min(1).optional(),
  target: z.string().min(1).optional(),
  destination: z.string().min(1).optional(),
});

/** mem0: its memories are distilled statements, so they are imported as facts with an agent as source. */
export const mem0: ImportReader = Object.freeze({
  name: 'mem0',
  describes:
    'mem0 memories as JSON: what get_all or an export gives, with "results" and "relations", or a bare array.',
  extensions: ['.json'],

  looksLike(_path: string, head: string): boolean {
    return (
      /^\uFEFF?\s*[[{]/.test(head) &&
      /"(?:memory|data)"\s*:\s*"/.test(head) &&
      /"(?:hash|user_id|agent_id|run_id|created_at|categories)"\s*:/.test(head)
    );
  },

  read(chunks: AsyncIterable<string>, options: ReadOptions): AsyncIterable<ImportItem> {
    return readJsonDocument(chunks, (json) => {
      const { memories, relations } = listsIn(json);
      return [
        ...memories.map((raw, index) => memoryEntry(raw, index, options)),
        ...relations.map((raw, index) => relationEntry(raw, index, options)),
      ];
    });
  },
} satisfies ImportReader);

function listsIn(json: unknown): { memories: readonly unknown[]; relations: readonly unknown[] } {
  if (Array.isArray(json)) return { memories: json, relations: [] };
  const lists = isRecord(json)
    ? [json.results, json.memories, json.data].find((list) => Array.isArray(list))
    : undefined;
  if (!isRecord(json) || lists === undefined) {
    throw new MnemeError('malformed_import', 'The file holds no list of memories.', {
      field: 'results',
      hint: 'A mem0 export is an array of memories, or an object with "results".',
    });
  }
  return {
    memories: lists as readonly unknown[],
    relations: Array.isArray(json.relations) ? json.relations : [],
  };
}

function memoryEntry(raw: unknown, index: number, options: ReadOptions): Entry {
  return (place) => {
    const at = named(place, `Memory ${index + 1}`);
    const parsed = Mem0Memory.safeParse(raw);
    if (!parsed.success)
      return malformed(
        at,
        faultOf(parsed.error, 'memory', 'A memory has its text in "memory".', raw),
      );
    const content = parsed.data.memory ?? parsed.data.text ?? parsed.data.data;
    if (content === null || content === undefined)
      return malformed(at, {
        problem: 'the memory has no text',
        hint: 'Put its text into "memory".',
        field: 'memory',
        value: raw,
      });
    return (
      badTimeAt(at, parsed.data, TIMES) ??
      toItem(at, { content, ...fieldsOf(parsed.data, options) })
    );
  };
}

const TIMES = ['created_at', 'updated_at', 'expiration_date'] as const;

function fieldsOf(
  memory: Mem0Memory,
  { origin, fallbackTime }: ReadOptions,
): Parameters<typeof toItem>[1] {
  const {
    id,
    user_id,
    agent_id,
    app_id,
    run_id,
    actor_id,
    created_at,
    updated_at,
    expiration_date,
    metadata,
    categories,
  } = memory;
  // The text is that of the last update.
  const saidAt = readTime(updated_at ?? created_at) ?? fallbackTime;
  const expires = readTime(expiration_date);
  const owners = Object.fromEntries(
    Object.entries({ user_id, agent_id, app_id }).filter(
      ([, value]) => typeof value === 'string' && value !== '',
    ),
  );
  const tags = tagsIn(categories);
  const more = { ...flatMetadata(metadata ?? {}), ...owners };
  return {
    kind: 'fact',
    source: 'agent',
    speaker: shortText(actor_id ?? user_id),
    session: shortText(run_id),
    turn: shortText(id),
    saidAt,
    ...(expires === undefined || expires <= saidAt
      ? {}
      : { occurredFrom: saidAt, occurredTo: expires }),
    origin: shortOrigin(origin),
    ...(tags.length === 0 ? {} : { tags }),
    ...(Object.keys(more).length === 0 ? {} : { metadata: more }),
  };
}

function relationEntry(raw: unknown, index: number, { origin, fallbackTime }: ReadOptions): Entry {
  return (place) => {
    const at = named(place, `Relation ${index + 1}`);
    const parsed = Mem0Relation.safeParse(raw);
    const {
      source = '',
      relationship,
      relation = relationship,
      target,
      destination = target,
    } = parsed.data ?? {};
    if (relation === undefined || destination === undefined)
      return malformed(at, {
        problem: 'the relation is not whole',
        hint: 'A relation has "source", "relationship" and "destination".',
        field: 'relations',
        value: raw,
      });
    const plain = [source, relation, destination].map((name) => name.replace(/_+/g, ' ').trim());
    return toItem(at, {
      content: `${plain.join(' ')}.`,
      kind: 'fact',
      source: 'agent',
      turn: shortText(plain.join(' ')),
      saidAt: fallbackTime,
      origin: shortOrigin(origin),
      metadata: { relation: relation.slice(0, 200) },
    });
  };
}

const KINDS: Readonly<Record<string, 'fact' | 'experience' | 'observation'>> = {
  world: 'fact',
  experience: 'experience',
  bank: 'experience',
  observation: 'observation',
};

/** Hindsight: extracted facts and observations, as returned by its memory list and recall. */
export const hindsight: ImportReader = Object.freeze({
  name: 'hindsight',
  describes:
    'Hindsight memories as JSON: what memories/list or recall gives, with "items" or "results".',
  extensions: ['.json'],

  looksLike(_path: string, head: string): boolean {
    return (
      /^\uFEFF?\s*[[{]/.test(head) &&
      /"text"\s*:\s*"/.test(head) &&
      /"(?:fact_type|mentioned_at|chunk_id|occurred_start)"\s*:/.test(head)
    );
  },

  read(chunks: AsyncIterable<string>, options: ReadOptions): AsyncIterable<ImportItem> {
    return readJsonDocument(chunks, (json) => {
      const found = Array.isArray(json)
        ? json
        : isRecord(json)
          ? (json.items ?? json.results)
          : null;
      if (Array.isArray(found)) return recordsIn(found).map((raw, at) => entryOf(raw, at, options));
      throw new MnemeError('malformed_import', 'The file holds no list of memories.', {
        field: 'items',
        hint: 'It is an array, or an object with "items" or "results".',
      });
    });
  },
} satisfies ImportReader);

const HINDSIGHT_TIMES = ['mentioned_at', 'date', 'occurred_start', 'occurred_end', 'created_at'];

function entryOf(raw: Json, at: number, { origin, fallbackTime }: ReadOptions): Entry {
  return (place) => {
    const here = named(place, `Memory ${at + 1}`);
    const fault = badTimeAt(here, raw, HINDSIGHT_TIMES);
    if (fault !== null) return fault;
    if (typeof raw.text !== 'string')
      return malformed(here, {
        problem: 'the memory has no text',
        hint: 'A memory has its text in "text".',
        field: 'text',
        value: raw,
      });
    const context = shortText(raw.context);
    const metadata = {
      ...flatMetadata(isRecord(raw.metadata) ? raw.metadata : {}),
      ...(context === undefined ? {} : { context }),
    };
    const tags = tagsIn(raw.tags);
    return toItem(here, {
      content: raw.text,
      kind: KINDS[String(raw.fact_type ?? raw.type)] ?? 'fact',
      source: 'agent',
      session: shortText(raw.document_id),
      turn: shortText(raw.id),
      saidAt: readTime(raw.mentioned_at ?? raw.date ?? raw.created_at) ?? fallbackTime,
      origin: shortOrigin(origin),
      ...heldBetween(raw.occurred_start, raw.occurred_end),
      ...(tags.length === 0 ? {} : { tags }),
      ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    });
  };
}
