import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import {
  badTimeAt,
  type Entry,
  flatMetadata,
  named,
  readJsonDocument,
  shortText,
  tagsIn,
} from '../read-json.js';
import {
  faultOf,
  type ImportItem,
  type ImportReader,
  malformed,
  type ReadOptions,
  shortOrigin,
  toItem,
} from '../item.js';
import { isRecord } from '@mneme/core/language/parse-json.js';
import { readTime } from '../read-time.js';

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
