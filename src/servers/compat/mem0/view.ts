import { expiryOf } from '../../../domain/expiry.js';
import type { Memory } from '../../../domain/memory.js';
import type { Recalled } from '../../../domain/recollection.js';
import { RESERVED_TAGS } from '../../../domain/reserved-tags.js';
import { FIRST_AT, FIRST_ID, toldMetadata, type EntityField } from './entities.js';
import { toldId, type Place } from './places.js';

/** A memory as mem0 writes it. */
export interface Mem0View extends Readonly<Record<EntityField, string | null>> {
  readonly id: string;
  readonly memory: string;
  readonly hash: string | null;
  readonly actor_id: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly categories: readonly string[] | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** The last day that it is found on. */
  readonly expiration_date: string | null;
  readonly score?: number;
}

type Told = Pick<Memory, 'id' | 'content' | 'metadata' | 'session' | 'speaker' | 'tags' | 'saidAt'>;

const iso = (instant: number): string => new Date(instant).toISOString();

/** A memory keeps the id that it was first known by, however often its text is changed. */
export function viewOf(memory: Told, place: Place, hash: string | null = null): Mem0View {
  const { owners, told } = toldMetadata(memory);
  const { [FIRST_ID]: first, [FIRST_AT]: at } = memory.metadata;
  const categories = memory.tags.filter((tag) => !tag.startsWith(RESERVED_TAGS));
  const saidAt = iso(memory.saidAt);
  const end = expiryOf(memory.tags);
  return {
    id: toldId(place, first === undefined ? memory.id : String(first)),
    memory: memory.content,
    hash,
    ...owners,
    user_id: place.user ?? owners.user_id,
    actor_id: memory.speaker,
    metadata: told,
    categories: categories.length === 0 ? null : categories,
    created_at: at === undefined ? saidAt : String(at),
    updated_at: saidAt,
    expiration_date: end === null ? null : iso(end - 1).slice(0, 10),
  };
}

export const viewOfMemory = (memory: Memory, place: Place): Mem0View =>
  viewOf(memory, place, memory.contentHash);

/** The fields of a recalled memory that {@link viewOfRecalled} takes. */
export const RECALLED = [
  'id',
  'content',
  'metadata',
  'session',
  'speaker',
  'tags',
  'saidAt',
  'probability',
  'why',
] as const;

/** With its score: the chance that it answers, comparable between questions, where that can be told. */
export function viewOfRecalled(
  found: Pick<Recalled, (typeof RECALLED)[number]>,
  place: Place,
): Mem0View & { readonly score: number } {
  return { ...viewOf(found, place), score: found.probability ?? found.why.score };
}
