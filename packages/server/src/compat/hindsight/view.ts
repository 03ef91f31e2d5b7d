import type { Memory, MemoryKind } from '@mneme/core/domain/memory.js';
import type { Recalled } from '@mneme/core/domain/recollection.js';
import { RESERVED_TAGS } from '@mneme/core/domain/scope.js';
import { DOCUMENT_TAG } from '@mneme/core/domain/document.js';
import { iso } from '../foreign-call.js';

/** Metadata fields for what Hindsight has outside the metadata. */
export const CONTEXT = 'context';
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
