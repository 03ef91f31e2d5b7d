import { z } from 'zod';
import { VERBS, type JournalEntry } from '../../domain/change.js';
import { type BankName, MemoryId, EntityId } from '../../domain/ids.js';
import { parseInput } from '../../domain/parse-input.js';
import type { Store } from '../../ports/store.js';
import { Instant } from '../../domain/time.js';
import { ResultId } from '../../domain/feedback.js';
import type { Of, SchemaOf } from '../../domain/schema.js';

/** Which changes to list. */
export const ChangesFilter = z.strictObject({
  after: z
    .int()
    .min(0, 'must be 0 or more')
    .default(0)
    .describe('The number of the last change that is known; `next` of the page before.'),
  limit: z
    .int()
    .min(1, 'must be 1 to 500')
    .max(500, 'must be 1 to 500')
    .default(50)
    .describe('Changes a page.'),
});
export type ChangesFilter = z.input<typeof ChangesFilter>;

const listedChangeShape = z.strictObject({
  sequence: z.number(),
  at: Instant,
  verb: z.enum(VERBS),
  actor: z.string(),
  reason: z.string(),
  /** The memories, entities and votes it put; the follower reads their current state. */
  memories: z.array(MemoryId),
  entities: z.array(EntityId),
  votes: z.array(ResultId),
  links: z.number(),
  removedLinks: z.number(),
});
/** One change, as in the journal. */
export interface ListedChange extends Of<typeof listedChangeShape> {}
export const ListedChange: SchemaOf<ListedChange, typeof listedChangeShape> = listedChangeShape;

const changePageShape = z.strictObject({
  changes: z.array(ListedChange),
  /** Pass it as `after` in the next call, now or later; the same number while nothing changes. */
  next: z.number(),
});
export interface ChangePage extends Of<typeof changePageShape> {}
export const ChangePage: SchemaOf<ChangePage, typeof changePageShape> = changePageShape;

/** Changes of a bank in order, after a number. Numbers are per file, so a bank's have gaps. */
export async function listChanges(
  raw: unknown,
  { name }: { readonly name: BankName },
  { store }: { readonly store: Store },
): Promise<ChangePage> {
  const { after, limit } = parseInput(ChangesFilter, raw, 'changes');
  const entries = await store.since(name, after, limit);
  return {
    changes: entries.map(tellChange),
    next: entries.at(-1)?.sequence ?? after,
  };
}

/** A change as followers are told of it. */
export const tellChange = (entry: JournalEntry): ListedChange => ({
  sequence: entry.sequence,
  at: entry.at,
  verb: entry.verb,
  actor: entry.actor,
  reason: entry.reason,
  memories: [...entry.memories],
  entities: [...entry.entities],
  votes: [...entry.votes],
  links: entry.edges.length,
  removedLinks: entry.removedEdges.length,
});
