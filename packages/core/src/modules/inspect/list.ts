import { z } from 'zod';
import { reversalHash } from '../../bank/bank-handle.js';
import {
  parsePageRequest,
  rankedItemsNeeded,
  rankedPageOf,
  storePageOf,
} from '../../bank/pages.js';
import { isUndone, type LoggedChange, REVERSIBLE_FOR, Verb, VERBS } from '../../domain/change.js';
import { damageNotice } from '../../domain/errors.js';
import { ResultId } from '../../domain/feedback.js';
import {
  type BankName,
  EntityId,
  MemoryId,
  narrowedTags,
  type OfUser,
  SessionId,
} from '../../domain/ids.js';
import { BoundInput, parseInput, Tag } from '../../domain/input.js';
import { boundedIn, occurrenceIn } from '../../domain/memory-times.js';
import { type Memory, MemoryKind } from '../../domain/memory.js';
import { readMetadataFilter } from '../../domain/metadata-filter.js';
import { NOTE_FILTER, noteTest } from '../../domain/note.js';
import { RecallProfile } from '../../domain/profile.js';
import { REFLECTED_TAG } from '../../domain/reflection.js';
import {
  type Of,
  OldCursor,
  OwnText,
  pageInput,
  type SchemaOf,
  textUpTo,
  wholeNumber,
} from '../../domain/schema.js';
import { Instant, type OffsetAt } from '../../domain/time.js';
import { definedOnly } from '../../domain/well-formed.js';
import { bankOffset } from '../../indexes/owner-and-zone.js';
import { detectLanguage } from '../../language/detect-language.js';
import type { Stemmer } from '../../language/stem.js';
import { contentTerms } from '../../language/terms.js';
import { QuarantinePage } from '../privacy/index.js';
import type { Filter, JournalQuery, Page, Store } from '../../ports/store.js';
import type { Clock } from '../../ports/system.js';

/** Which memories to list. */
export const ListFilter = z.strictObject({
  kinds: z.array(MemoryKind).min(1).optional().describe('Only these kinds.'),
  tags: z.array(Tag).min(1).optional().describe('All of these tags.'),
  metadata: RecallProfile.shape.metadata,
  speaker: textUpTo(200).optional().describe('Only what this person said.'),
  session: SessionId.optional().describe('Only this session.'),
  agentId: RecallProfile.shape.agentId,
  runId: RecallProfile.shape.runId,
  for: RecallProfile.shape.for,
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

/** The change that undid this one and was not undone itself; null if this one is in effect. */
export async function standingReversal(
  { revertedBy }: LoggedChange,
  bank: BankName,
  store: Store,
): Promise<LoggedChange | null> {
  if (revertedBy === null) return null;
  const [by] = await store.journal(bank, { before: revertedBy + 1 }, 1);
  if (by === undefined) return null;
  return (await standingReversal(by, bank, store)) === null ? by : null;
}

/** Verbs that cannot be undone, with the hint on what to do instead. */
export const NOT_UNDONE: Readonly<Partial<Record<Verb, string>>> = {
  erase: 'Nothing brings back what was erased.',
  embed: 'It only made vectors; `mneme reindex` makes them anew.',
  seal: 'Sealed values are kept for good; `mneme reveal` shows them.',
  reindex: 'Give the bank its former encoder with `mneme reindex`.',
};

/** Groups of verbs, by a name that people ask for. */
const OF_TYPE = {
  all: VERBS,
  remembered: ['remember', 'import', 'learn'],
  forgotten: ['forget', 'restore', 'erase'],
  quarantine: ['quarantine', 'release', 'reject'],
  conflicts: ['resolve', 'unresolve', 'scan', 'prune'],
  curation: ['merge', 'manifest', 'update', 'annotate', 'boost', 'undo'],
  reflection: ['reflect', 'observe', 'foresee', 'extract', 'read'],
  dreamed: ['dream'],
} as const satisfies Readonly<Record<string, readonly Verb[]>>;
const LOG_TYPES = Object.keys(OF_TYPE) as (keyof typeof OF_TYPE)[];

export const LogFilter = z.strictObject({
  type: z.enum(LOG_TYPES).default('all').describe('Which changes.'),
  verb: z.enum(VERBS).optional().describe('Only changes by this verb.'),
  memory: MemoryId.optional().describe('Only changes of this memory.'),
  from: BoundInput.optional().describe('Only changes made at or after this moment.'),
  to: BoundInput.optional().describe(
    'Only changes made before this moment; a day is its whole day.',
  ),
  limit: wholeNumber(1, 500).default(20).describe('Changes a page.'),
  before: z
    .int()
    .min(1, 'must be 1 or more')
    .optional()
    .describe('`next` of the page before: only changes older than this number.'),
  after: z
    .int()
    .min(0, 'must be 0 or more')
    .optional()
    .describe(
      'For programs that follow: the changes after this number, the oldest first; 0 begins with the first. `next` goes on from there, now or later.',
    ),
});
export type LogFilter = z.input<typeof LogFilter>;

/**
 * `reversible`: can be undone; `undone`: was undone, and the undo is in effect; `expired`: 30 days have passed;
 * `never`: there is nothing to undo.
 */
const REVERSIBILITIES = ['reversible', 'undone', 'expired', 'never'] as const;

const logLineShape = z.strictObject({
  sequence: z.number(),
  at: Instant,
  verb: Verb,
  actor: z.string(),
  reason: z.string(),
  /** The memories, entities and votes it wrote; at most twenty of each if newest first. */
  memories: z.array(MemoryId),
  entities: z.array(EntityId),
  votes: z.array(ResultId),
  memoryCount: z.number(),
  links: z.number(),
  removedLinks: z.number(),
  reversal: OwnText,
  state: z.enum(REVERSIBILITIES),
  /** The hash of the change that it undoes. */
  undid: OwnText.nullable(),
});
export interface LogLine extends Of<typeof logLineShape> {}
export const LogLine: SchemaOf<LogLine, typeof logLineShape> = logLineShape;

const logPageShape = z.strictObject({
  changes: z.array(LogLine),
  /**
   * Pass it as `before` in the next call, null at the end; or as `after` if that was given: unchanged while nothing
   * is committed.
   */
  next: z.number().nullable(),
});
export interface LogPage extends Of<typeof logPageShape> {}
export const LogPage: SchemaOf<LogPage, typeof logPageShape> = logPageShape;

const SHOWN = 20;

/**
 * The journal of a bank, newest first, or in order after a sequence number: who changed what, when and why, and the
 * reversal hash. Sequence numbers are per file, so a bank's have gaps.
 */
export async function listLog(
  raw: unknown,
  bank: BankName,
  { store, clock }: { readonly store: Store; readonly clock: Clock },
): Promise<LogPage> {
  const { limit, type, verb, from, to, memory, before, after } = boundedIn(
    parseInput(LogFilter, raw, 'log'),
    await bankOffset(bank, store),
  );
  const verbs = OF_TYPE[type].filter((each) => verb === undefined || each === verb);
  const query = {
    verbs,
    ...definedOnly({ from, to, memory, before }),
  };
  const lines = (changes: readonly LoggedChange[], shown: number): Promise<LogLine[]> =>
    Promise.all(changes.map((change) => logLine(change, bank, store, clock.now(), shown)));
  if (after !== undefined) {
    const { found, next } = await changesAfter(after, limit, bank, store, query);
    return { changes: await lines(found, Infinity), next };
  }
  const found = await store.journal(bank, query, limit + 1);
  const shown = found.slice(0, limit);
  return {
    changes: await lines(shown, SHOWN),
    next: found.length > limit ? (shown.at(-1)?.sequence ?? null) : null,
  };
}

/** The next matching changes in order, and the number of the last one examined. */
async function changesAfter(
  after: number,
  limit: number,
  bank: BankName,
  store: Store,
  query: JournalQuery,
): Promise<{ readonly found: readonly LoggedChange[]; readonly next: number }> {
  for (let next = after; ;) {
    const entries = await store.since(bank, next, limit);
    next = entries.at(-1)?.sequence ?? next;
    const sequences = entries.map(({ sequence }) => sequence);
    const found =
      sequences.length === 0 ? [] : await store.journal(bank, { ...query, sequences }, limit);
    if (found.length > 0 || entries.length < limit) return { found: [...found].reverse(), next };
  }
}

/** A change as shown in the journal of a bank. */
export async function logLine(
  change: LoggedChange,
  bank: BankName,
  store: Store,
  now: Instant,
  shown = SHOWN,
): Promise<LogLine> {
  const { sequence, at, verb, actor, reason, memories, edges, removedEdges, reverts } = change;
  const undone = (await standingReversal(change, bank, store)) !== null;
  return {
    sequence,
    at,
    verb,
    actor,
    reason,
    memories: memories.toSorted().slice(0, shown),
    entities: change.entities.toSorted().slice(0, shown),
    votes: change.votes.slice(0, shown),
    memoryCount: memories.length,
    links: edges.length,
    removedLinks: removedEdges.length,
    reversal: reversalHash(bank, sequence),
    state: undone
      ? 'undone'
      : NOT_UNDONE[verb] !== undefined
        ? 'never'
        : now - at > REVERSIBLE_FOR
          ? 'expired'
          : 'reversible',
    undid: reverts === null ? null : reversalHash(bank, reverts),
  };
}
