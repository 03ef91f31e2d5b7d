import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import type { Mneme } from '@mneme/core/mneme.js';
import {
  allMemories,
  assertFields,
  type ForeignCall,
  unsupported,
  countIn,
} from '../foreign-call.js';
import {
  ENTITIES,
  FIRST_ID,
  locate,
  type Mem0View,
  type UserBank,
  existingUserBanks,
  RECALLED,
  viewOfMemory,
  viewOfRecalled,
} from './memories.js';
import { narrow, readFilter, type Narrowed } from './filters.js';

/** Results retrieved where a filter asks for what the bank's own filters cannot. */
const MAX_FILTERED = 200;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const NOT_RANKED = 'Results are ranked in one way. Leave it out.';
const NO_LOCK = 'Every change can be undone. Leave it out.';
const SEARCH_FIELDS = [
  'query',
  'filters',
  'top_k',
  'limit',
  'threshold',
  'rerank',
  'fields',
  'categories',
  'metadata',
  'output_format',
  'version',
  'latest_only',
  'show_expired',
  'source',
  'enable_graph',
  'org_id',
  'project_id',
  ...ENTITIES,
];

/** Recalls memories within filters, best first. Throws `invalid_input`. */
export async function search({ memory, body }: ForeignCall): Promise<Partial<Mem0View>[]> {
  assertFields(body, SEARCH_FIELDS, {
    keyword_search: NOT_RANKED,
    only_metadata_based_search: 'List memories instead.',
    reference_date: 'Say the date in the question, or leave it out.',
  });
  assertNoneExpired(body);
  if (typeof body['query'] !== 'string')
    throw new MnemeError('invalid_input', 'query: expected a text.', { field: 'query' });
  const filters = filtersIn(body);
  const passes = readFilter(filters);
  const narrowed = narrow(filters);
  const top = countIn({ top_k: body['top_k'] ?? body['limit'] }, 'top_k', 10, MAX_FILTERED, 1);
  const threshold = Number(body['threshold'] ?? 0);
  const found: (Mem0View & { readonly score: number })[] = [];
  for (const place of await existingUserBanks(memory, narrowed.user)) {
    const { results } = await place.memory.recall({
      query: body['query'],
      limit: narrowed.exact ? top : MAX_FILTERED,
      fields: [...RECALLED],
      expand: false,
      whole: true,
      ...conditionsIn(place, narrowed),
    });
    for (const each of results as Parameters<typeof viewOfRecalled>[0][])
      found.push(viewOfRecalled(each, place));
  }
  // The score is a probability, comparable between banks.
  const views = found
    .filter((view) => view.score >= threshold && passes(view))
    .sort((a, b) => b.score - a.score)
    .slice(0, top);
  const fields = body['fields'];
  return Array.isArray(fields) ? views.map((view) => chosen(view, fields)) : views;
}

/** The filters for one bank: in a user's own bank, the user needs none. */
function conditionsIn({ user }: UserBank, { user: asked, metadata, session }: Narrowed) {
  const within = {
    ...metadata,
    ...(user === null && asked !== undefined ? { user_id: asked } : {}),
  };
  return {
    ...(Object.keys(within).length === 0 ? {} : { metadata: within }),
    ...(session === undefined ? {} : { session }),
  };
}

function assertNoneExpired({ show_expired: asked }: Readonly<Record<string, unknown>>): void {
  if (asked === true || asked === 'true')
    throw unsupported(
      'show_expired',
      'show_expired',
      'What is over is listed by `mneme list --only-forgotten`.',
    );
}

function chosen(view: Mem0View, fields: readonly unknown[]): Partial<Mem0View> {
  return Object.fromEntries(
    Object.entries(view).filter(([name]) => name === 'id' || fields.includes(name)),
  ) as Partial<Mem0View>;
}

/** Filters are in different fields in different versions of mem0's API: all must match. */
function filtersIn(given: Readonly<Record<string, unknown>>): unknown {
  const conditions: unknown[] = [given['filters']];
  for (const field of [...ENTITIES, 'metadata'])
    if (given[field] !== undefined && given[field] !== null)
      conditions.push({ [field]: given[field] });
  const { categories } = given;
  if (Array.isArray(categories)) conditions.push({ categories: { in: categories } });
  return { AND: conditions.filter((each) => each !== undefined && each !== null) };
}

const LIST_FIELDS = [
  'filters',
  'page',
  'page_size',
  'top_k',
  'limit',
  'start_date',
  'end_date',
  'categories',
  'metadata',
  'keywords',
  'fields',
  'latest_only',
  'show_expired',
  'output_format',
  'version',
  'enable_graph',
  'org_id',
  'project_id',
  ...ENTITIES,
];

/** All memories within filters, newest first. Throws `invalid_input`. */
export async function listAll(
  memory: Mneme,
  given: Readonly<Record<string, unknown>>,
): Promise<Mem0View[]> {
  assertNoneExpired(given);
  assertFields(given, LIST_FIELDS, { immutable: NO_LOCK });
  const { start_date: since, end_date: until, keywords } = given;
  const asked = [
    filtersIn(given),
    ...(since === undefined ? [] : [{ created_at: { gte: since } }]),
    ...(until === undefined ? [] : [{ created_at: { lte: until } }]),
    ...(keywords === undefined ? [] : [{ keywords }]),
  ];
  return (await matching(memory, { AND: asked }))
    .map(({ memory: each, place }) => ({ at: each.recordedAt, view: viewOfMemory(each, place) }))
    .reverse()
    .sort((a, b) => b.at - a.at)
    .map(({ view }) => view);
}

export interface Found {
  readonly memory: Memory;
  readonly place: UserBank;
}

/** The memories that match filters, bank by bank in order of recording. */
export async function matching(memory: Mneme, filters: unknown): Promise<Found[]> {
  const passes = readFilter(filters);
  const narrowed = narrow(filters);
  const found: Found[] = [];
  for (const place of await existingUserBanks(memory, narrowed.user))
    for await (const each of allMemories(place.memory, conditionsIn(place, narrowed)))
      if (passes(viewOfMemory(each, place))) found.push({ memory: each, place });
  return found;
}

export interface Mem0Page {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly unknown[];
}

const MAX_PAGE = 500;

/** One page of a list, with the URLs of the previous and next one. */
export function pageOf(
  all: readonly unknown[],
  url: URL,
  given: Readonly<Record<string, unknown>>,
): Mem0Page {
  const page = countIn(given, 'page', 1, 1_000_000, 1);
  const size = countIn(given, 'page_size', 100, MAX_PAGE, 1);
  const at = (other: number): string => {
    const address = new URL(url);
    address.searchParams.set('page', String(other));
    return address.href;
  };
  return {
    count: all.length,
    next: page * size < all.length ? at(page + 1) : null,
    previous: page > 1 ? at(page - 1) : null,
    results: all.slice((page - 1) * size, page * size),
  };
}

/** The current version of a memory, by its first id. Throws `not_found`, `invalid_input` for a malformed id. */
export async function current(memory: Mneme, told: string): Promise<Found> {
  const { chain, place } = await versions(memory, told);
  const last = chain.at(-1);
  if (last !== undefined && last.retractedAt === null) return { memory: last, place };
  throw gone(told);
}

/** Every version of a memory's text, oldest first. */
export async function versions(
  memory: Mneme,
  told: string,
): Promise<{ readonly chain: readonly Memory[]; readonly place: UserBank }> {
  if (UUID.test(told)) throw gone(told);
  const { place, id } = await locate(memory, told);
  const chain: Memory[] = [];
  for (let next: string | null = id; next !== null && chain.length < 10_000;) {
    const { memory: found } = await place.memory.show(next);
    const before = chain.at(-1);
    // A fact that superseded it because the world changed is another memory.
    if (before !== undefined && !isNewText(found, before, id)) break;
    chain.push(found);
    next = found.retractedAt === null ? null : found.supersededBy;
  }
  return { chain, place };
}

/** Whether a memory is a new text of this id: by a mem0 client, or by an update over any other protocol. */
const isNewText = (memory: Memory, before: Memory, id: string): boolean =>
  memory.metadata[FIRST_ID] === id || before.retraction === `updated by ${memory.id}`;

function gone(id: string): MnemeError {
  return new MnemeError('not_found', `There is no memory ${id}.`, { field: 'id', value: id });
}
