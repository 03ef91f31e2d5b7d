import { MnemeError } from '../../../domain/errors.js';
import type { Memory } from '../../../domain/memory.js';
import type { Mneme } from '../../../mneme.js';
import { allMemories } from '../all-memories.js';
import { assertFields, unserved } from '../refuse.js';
import type { ForeignCall } from '../route.js';
import { ENTITIES } from './entities.js';
import { narrow, readFilter } from './filters.js';
import { RECALLED, viewOfMemory, viewOfRecalled, type Mem0View } from './view.js';

/** As many results as are looked through where a filter asks for what the bank itself cannot. */
const LOOKED_THROUGH = 200;
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

/** What bears on a question, within filters, the best first. Throws `invalid_input`. */
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
  const { exact, metadata, session } = narrow(filters);
  const top = countIn(body['top_k'] ?? body['limit'], 'top_k', 10, LOOKED_THROUGH);
  const threshold = Number(body['threshold'] ?? 0);
  const { results } = await memory.recall({
    query: body['query'],
    breadth: exact ? top : LOOKED_THROUGH,
    fields: [...RECALLED],
    expand: false,
    whole: true,
    ...(metadata === undefined ? {} : { metadata }),
    ...(session === undefined ? {} : { session }),
  });
  const views = (results as Parameters<typeof viewOfRecalled>[0][])
    .map(viewOfRecalled)
    .filter((view) => view.score >= threshold && passes(view))
    .slice(0, top);
  const fields = body['fields'];
  return Array.isArray(fields) ? views.map((view) => chosen(view, fields)) : views;
}

function assertNoneExpired({ show_expired: asked }: Readonly<Record<string, unknown>>): void {
  if (asked === true || asked === 'true')
    throw unserved('show_expired', 'show_expired', 'What is over is listed by `mneme tombstones`.');
}

function chosen(view: Mem0View, fields: readonly unknown[]): Partial<Mem0View> {
  return Object.fromEntries(
    Object.entries(view).filter(([name]) => name === 'id' || fields.includes(name)),
  ) as Partial<Mem0View>;
}

/** Filters of every place where versions of mem0 have them: all must hold. */
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

/** All memories within filters, the newest first. Throws `invalid_input`. */
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
  return (await matching(memory, { AND: asked })).map(viewOfMemory).reverse();
}

/** The memories that filters let through, in order of recording. */
export async function matching(memory: Mneme, filters: unknown): Promise<Memory[]> {
  const passes = readFilter(filters);
  const { metadata, session } = narrow(filters);
  const found: Memory[] = [];
  for await (const each of allMemories(memory, {
    ...(metadata === undefined ? {} : { metadata }),
    ...(session === undefined ? {} : { session }),
  }))
    if (passes(viewOfMemory(each))) found.push(each);
  return found;
}

export interface Mem0Page {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly unknown[];
}

const MAX_PAGE = 500;

/** One page of a list, with the addresses of those beside it. */
export function pageOf(
  all: readonly unknown[],
  url: URL,
  given: Readonly<Record<string, unknown>>,
): Mem0Page {
  const page = countIn(given['page'], 'page', 1, 1_000_000);
  const size = countIn(given['page_size'], 'page_size', 100, MAX_PAGE);
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

function countIn(given: unknown, field: string, usual: number, most: number): number {
  if (given === undefined || given === null) return usual;
  const count = typeof given === 'string' ? Number(given) : given;
  if (Number.isInteger(count) && (count as number) >= 1) return Math.min(count as number, most);
  throw new MnemeError('invalid_input', `${field}: expected a whole number from 1.`, {
    field,
    value: given,
  });
}

/** A memory by the id it was first known by, as it stands now. Throws `not_found`, `invalid_input` for what is no id. */
export async function current(memory: Mneme, id: string): Promise<Memory> {
  const last = (await versions(memory, id)).at(-1);
  if (last !== undefined && last.retractedAt === null) return last;
  throw gone(id);
}

/** Every text that a memory had, in order. */
export async function versions(memory: Mneme, id: string): Promise<Memory[]> {
  if (UUID.test(id)) throw gone(id);
  const chain: Memory[] = [];
  for (let next: string | null = id; next !== null && chain.length < 10_000;) {
    const { memory: found } = await memory.show(next);
    chain.push(found);
    next = found.retractedAt === null ? null : found.supersededBy;
  }
  return chain;
}

function gone(id: string): MnemeError {
  return new MnemeError('not_found', `There is no memory ${id}.`, { field: 'id', value: id });
}
