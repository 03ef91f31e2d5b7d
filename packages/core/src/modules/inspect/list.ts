import { damageNotice } from '../../domain/errors.js';
import { z } from 'zod';
import { SessionId, type BankName, type MemoryId } from '../../domain/ids.js';
import { boundedIn, occurrenceIn } from '../../domain/occurrence.js';
import { BoundInput, Tag } from '../../domain/input.js';
import { MemoryKind, type Memory } from '../../domain/memory.js';
import { NOTE_FILTER, noteTest } from '../../domain/note.js';
import { readMetadataFilter } from '../../domain/metadata-filter.js';
import { REFLECTED_TAG } from '../../domain/reflection.js';
import { isUndone } from '../../domain/reversal.js';
import { RecallProfile } from '../../domain/profile.js';
import { parseInput } from '../../domain/parse-input.js';
import { narrowedTags, type OfUser } from '../../domain/scope.js';
import type { OffsetAt } from '../../domain/time.js';
import { bankOffset } from '../../indexes/owner-and-zone.js';
import { contentTerms } from '../../language/terms.js';
import { detectLanguage } from '../../language/detect-language.js';
import type { Filter, Page, Store } from '../../ports/store.js';
import type { Stemmer } from '../../language/stem.js';
import { QuarantinePage } from '../privacy/index.js';
import { type Of, type SchemaOf, textUpTo } from '../../domain/schema.js';
import { OldCursor, pageInput } from '../../domain/page.js';
import {
  rankedPageOf,
  rankedItemsNeeded,
  parsePageRequest,
  storePageOf,
} from '../../bank/pages.js';
import { definedOnly } from '../../domain/well-formed.js';

/** Which memories to list. */
export const ListFilter = z.strictObject({
  kinds: z.array(MemoryKind).min(1).optional().describe('Only these kinds.'),
  tags: z.array(Tag).min(1).optional().describe('All of these tags.'),
  metadata: RecallProfile.shape.metadata,
  speaker: textUpTo(200).optional().describe('Only what this person said.'),
  session: SessionId.optional().describe('Only this session.'),
  agentId: RecallProfile.shape.agentId,
  runId: RecallProfile.shape.runId,
  ...NOTE_FILTER,
  from: BoundInput.optional().describe('Only what happened at or after this moment.'),
  to: BoundInput.optional().describe(
    'Only what happened before this moment; a day is its whole day.',
  ),
  asOf: BoundInput.optional().describe('What the bank held at that moment.'),
  forgotten: z.boolean().optional().describe('Also what was forgotten.'),
  onlyForgotten: z
    .boolean()
    .optional()
    .describe('Only what was forgotten; `undo` brings a memory back.'),
  order: z
    .enum(['recorded', 'newest'])
    .default('recorded')
    .describe('newest: what was remembered last first, without what reflection wrote.'),
  match: textUpTo(500).optional().describe('Only what has these words, best match first.'),
  ...pageInput('Memories a page.', 20, 500),
  after: OldCursor,
});
export type ListFilter = z.input<typeof ListFilter> & OfUser;

const listPageShape = z.strictObject({
  ...QuarantinePage.shape,
  /** Parts of the bank that could not be read. */
  notices: z.array(z.string()),
});
export interface ListPage extends Of<typeof listPageShape> {}
export const ListPage: SchemaOf<ListPage, typeof listPageShape> = listPageShape;

export async function listMemories(
  raw: unknown,
  bank: { readonly name: BankName },
  { store, stemmer }: { store: Store; stemmer: Stemmer },
): Promise<ListPage> {
  const given = parseInput(ListFilter, raw, 'filter');
  const offset = await bankOffset(bank.name, store);
  const parsed = boundedIn(given, offset);
  const isMeant = noteTest(parsed);
  const asked = storeFilter(given, offset);
  const filter: Filter = {
    ...asked,
    ...(asked.occurred === undefined ? {} : { occurred: { ...asked.occurred, retold: true } }),
    ...(isMeant !== null && parsed.kinds === undefined ? { kinds: ['note'] } : {}),
    ...(parsed.order === 'newest' ? { newestFirst: true, withoutTag: REFLECTED_TAG } : {}),
  };
  const walk = parsePageRequest('list', bank.name, given);
  if (parsed.match === undefined) {
    const { items, next } = await storePageOf(walk, (from) =>
      isMeant === null
        ? store.find(bank.name, filter, parsed.limit, from)
        : findNotes(isMeant, parsed.limit, from, (limit, after) =>
            store.find(bank.name, filter, limit, after),
          ),
    );
    return {
      memories: parsed.onlyForgotten === true ? items.filter((each) => !isUndone(each)) : items,
      next,
      notices: await noticesOf(bank, store),
    };
  }
  const terms = contentTerms(parsed.match, detectLanguage(parsed.match), stemmer);
  const found = await store.search.lexical(
    bank.name,
    terms.join(' '),
    filter,
    rankedItemsNeeded(walk),
  );
  const hits =
    isMeant === null
      ? found
      : withIds(
          found,
          (
            await store.get(
              bank.name,
              found.map(({ id }) => id),
              parsed.asOf,
            )
          ).filter(({ note }) => isMeant(note)),
        );
  const { page, next } = rankedPageOf(hits, walk, ({ id }) => id);
  return {
    memories: await store.get(
      bank.name,
      page.map(({ id }) => id),
      parsed.asOf,
    ),
    next,
    notices: await noticesOf(bank, store),
  };
}

/** A page of notes that match a filter: at least half full, unless there are no more. */
async function findNotes(
  isMeant: (note: Memory['note']) => boolean,
  limit: number,
  from: string | undefined,
  find: (limit: number, after: string | undefined) => Promise<Page<Memory>>,
): Promise<Page<Memory>> {
  const items: Memory[] = [];
  for (let after = from; ;) {
    // The store's cursor is after a whole page, so never read more than there is room for.
    const page = await find(limit - items.length, after);
    items.push(...page.items.filter(({ note }) => isMeant(note)));
    if (page.next === null || items.length * 2 > limit) return { items, next: page.next };
    after = page.next;
  }
}

function withIds<Hit extends { readonly id: MemoryId }>(
  hits: readonly Hit[],
  memories: readonly Memory[],
): readonly Hit[] {
  const ids = new Set(memories.map(({ id }) => id));
  return hits.filter(({ id }) => ids.has(id));
}

async function noticesOf(bank: { readonly name: BankName }, store: Store): Promise<string[]> {
  return damageNotice(await store.unreadable(bank.name));
}

/** Converts a list filter to the store's form. */
export function storeFilter(given: Partial<z.output<typeof ListFilter>>, offset: OffsetAt): Filter {
  const { kinds, speaker, session, asOf, forgotten, onlyForgotten, metadata } = boundedIn(
    given,
    offset,
  );
  const tags = narrowedTags(given);
  const occurred = occurrenceIn(given, offset);
  return {
    ...definedOnly({ kinds, tags, speaker, session, asOf }),
    ...(metadata === undefined ? {} : { metadata: readMetadataFilter(metadata) }),
    ...(forgotten === true ? { includeRetracted: true } : {}),
    ...(onlyForgotten === true ? { onlyRetracted: true } : {}),
    ...(occurred === undefined ? {} : { occurred }),
  };
}
