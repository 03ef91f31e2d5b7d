import { DOCUMENT_TAG } from '@mneme/core/domain/document.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { RESERVED_TAGS } from '@mneme/core/domain/ids.js';
import type { RememberInput } from '@mneme/core/domain/input.js';
import type { Memory, MemoryKind } from '@mneme/core/domain/memory.js';
import type { Recalled } from '@mneme/core/domain/recollection.js';
import { isRecord } from '@mneme/core/language/parse-json.js';
import type { Mneme } from '@mneme/core/mneme.js';
import {
  assertFields,
  type ForeignCall,
  type Given,
  iso,
  neededText,
  textIn,
  textsIn,
} from '../foreign-call.js';

/** Metadata fields for what Hindsight has outside the metadata. */
const CONTEXT = 'context';
const KEPT_APART: readonly string[] = [CONTEXT, 'document', 'key'];

export const TYPES: Readonly<Record<MemoryKind, string>> = {
  fact: 'world',
  note: 'world',
  claim: 'world',
  decision: 'world',
  signal: 'world',
  experience: 'experience',
  opinion: 'observation',
  observation: 'observation',
  strategy: 'observation',
  principle: 'observation',
};

export const kindsOf = (types: readonly string[]): MemoryKind[] =>
  (Object.keys(TYPES) as MemoryKind[]).filter((kind) => types.includes(TYPES[kind]));

export const ownTags = (tags: readonly string[]): string[] =>
  tags.filter((tag) => !tag.startsWith(RESERVED_TAGS) && tag !== DOCUMENT_TAG);

type FactFields = Pick<Memory, 'id' | 'content' | 'kind' | 'metadata' | 'tags' | 'saidAt'>;

/** A memory in Hindsight's format. */
function factOf({ id, content, kind, metadata, tags, saidAt }: FactFields) {
  const text = (name: string): string | null =>
    metadata[name] === undefined ? null : String(metadata[name]);
  const told = Object.entries(metadata).flatMap(([name, value]): [string, string][] =>
    KEPT_APART.includes(name) ? [] : [[name, String(value)]],
  );
  return {
    id: id as string,
    text: content,
    type: TYPES[kind],
    context: text(CONTEXT),
    mentioned_at: iso(saidAt),
    document_id: metadata['document'] === undefined ? null : text('key'),
    metadata: told.length === 0 ? null : Object.fromEntries(told),
    tags: ownTags(tags),
    chunk_id: null,
  };
}

export function viewOfMemory(memory: Memory) {
  const { occurredFrom, occurredTo, saidAt } = memory;
  return {
    ...factOf(memory),
    fact_type: TYPES[memory.kind],
    date: iso(saidAt),
    occurred_start: iso(occurredFrom),
    occurred_end: iso(occurredTo),
  };
}

/** The fields of a recalled memory that {@link viewOfRecalled} takes. */
export const RECALLED = [
  'id',
  'content',
  'kind',
  'metadata',
  'tags',
  'saidAt',
  'occurred',
  'entities',
  'probability',
  'why',
] as const;
export type Found = Pick<Recalled, (typeof RECALLED)[number]>;

export function viewOfRecalled(found: Found) {
  const { occurred, entities, probability, why } = found;
  return {
    ...factOf(found),
    entities: entities.map(({ name }) => name),
    occurred_start: iso(occurred.from),
    occurred_end: iso(occurred.to),
    scores: { final: probability ?? why.score },
  };
}

export const DOCUMENTS = ['hindsight', 'documents'];
const READ_HERE = 'Texts are read by the rules of this memory. Leave it out.';
const WITHOUT = {
  entities: READ_HERE,
  resolve_entities: READ_HERE,
  observation_scopes: READ_HERE,
  strategy: READ_HERE,
};

/**
 * Stores texts verbatim before the request is answered; those of a document replace its former text. Throws
 * `invalid_input`.
 */
export async function retain({ memory, body }: ForeignCall): Promise<object> {
  assertFields(body, ['items', 'async', 'document_tags', 'operation_id']);
  const { items } = body;
  if (!Array.isArray(items) || items.length === 0 || !items.every(isRecord))
    throw new MnemeError('invalid_input', 'items: expected a list of items.', {
      field: 'items',
      hint: 'An item is {"content": "…"}.',
    });
  const shared = textsIn(body, 'document_tags') ?? [];
  const read = items.map((item) => ({ input: inputOf(item, shared), ...documentOf(item) }));
  const alone = read.filter(({ document }) => document === undefined);
  if (alone.length > 0) await memory.rememberAll(alone.map(({ input }) => input));
  const documents = new Map<string, typeof read>();
  for (const each of read)
    if (each.document !== undefined)
      documents.set(each.document, [...(documents.get(each.document) ?? []), each]);
  for (const [key, parts] of documents) await keepDocument(memory, key, parts);
  return {
    success: true,
    bank_id: memory.bankName,
    items_count: items.length,
    async: false,
    operation_id: null,
    usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
  };
}

function documentOf(item: Given): { readonly document?: string; readonly append: boolean } {
  const document = textIn(item, 'document_id');
  const mode = textIn(item, 'update_mode') ?? 'replace';
  if (mode !== 'replace' && mode !== 'append')
    throw new MnemeError('invalid_input', 'update_mode: expected replace or append.', {
      field: 'update_mode',
      value: mode,
    });
  return { append: mode === 'append', ...(document === undefined ? {} : { document }) };
}

function inputOf(item: Given, shared: readonly string[]): RememberInput {
  assertFields(
    item,
    ['content', 'timestamp', 'context', 'metadata', 'document_id', 'tags', 'update_mode'],
    WITHOUT,
  );
  const { metadata } = item;
  const context = textIn(item, 'context');
  const saidAt = textIn(item, 'timestamp');
  const tags = [...new Set([...shared, ...(textsIn(item, 'tags') ?? [])])];
  const told = {
    ...((metadata ?? {}) as Record<string, string>),
    ...(context === undefined ? {} : { [CONTEXT]: context }),
  };
  return {
    content: neededText(item, 'content'),
    ...(saidAt === undefined || saidAt === 'unset' ? {} : { saidAt }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(Object.keys(told).length === 0 ? {} : { metadata: told }),
  };
}

/** All items that one request has for a document become one text. */
async function keepDocument(
  memory: Mneme,
  key: string,
  parts: readonly { readonly input: RememberInput; readonly append: boolean }[],
): Promise<void> {
  const [document = null] = (await memory.documents.list({ namespace: DOCUMENTS, key })).documents;
  const before =
    parts[0]?.append === true && document !== null ? [String(document.value['text'])] : [];
  const content = [...before, ...parts.map(({ input }) => input.content)].join('\n');
  const { content: _, ...about } = parts[0]?.input ?? { content };
  const value = { text: content, tags: about.tags ?? [], metadata: about.metadata ?? {} };
  const text = { ...about, content };
  await memory.documents.change({
    put: [{ namespace: DOCUMENTS, key, value, text, ifVersion: document?.version ?? 0 }],
  });
}
