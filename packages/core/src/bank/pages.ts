import { createHash } from 'node:crypto';
import type { JournalEntry, LoggedChange } from '../domain/change.js';
import { MnemeError } from '../domain/errors.js';
import type { BankName } from '../domain/ids.js';
import type { Instant } from '../domain/time.js';
import { canonical } from '../domain/well-formed.js';
import type { JournalQuery, Page, Store } from '../ports/store.js';

/** The sort key of an item: lists are in ascending order of these, compared part by part. */
export type SortKey = readonly (string | number)[];

/** The paging of one call of a list verb: page size and start. */
export interface PageRequest {
  readonly limit: number;
  /** The sort key of the last item of the previous page; null on the first page. */
  readonly from: SortKey | null;
  /** The cursor that continues after a sort key. */
  cursor(place: SortKey): string;
  /** The error for a cursor that this list never returned. */
  foreign(): MnemeError;
}

interface Asked {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** The former name of `cursor`; may hold a cursor in the former format. */
  readonly after?: string | undefined;
}

/** Parses a cursor in the former format; null if it is none. */
type ReadOld = (after: string) => SortKey | null;
const readNumber: ReadOld = (after) => (/^\d{1,15}$/.test(after) ? [after] : null);

/**
 * Parses the paging of a list verb. A cursor holds a sort key: it needs no state on the server and outlives the
 * process. Throws `invalid_input` for a cursor of another bank, verb or filter.
 */
export function parsePageRequest(
  verb: string,
  bank: string,
  { limit, cursor, after, ...filter }: Asked,
  readOld: ReadOld = readNumber,
): PageRequest {
  const marks = [verb, print(bank), print(canonical(filter))];
  const given = cursor ?? after;
  const fault = (why: string, hint: string): MnemeError =>
    new MnemeError('invalid_input', `cursor: ${why}.`, { field: 'cursor', value: given, hint });
  const foreign = (): MnemeError =>
    fault('it is none that a page gave', 'Pass on `next` of the page before, unchanged.');
  return { limit, from: read(), cursor: (place) => write([...marks, ...place]), foreign };

  function read(): SortKey | null {
    if (given === undefined) return null;
    const old = cursor === undefined ? readOld(given) : null;
    if (old !== null) return old;
    const [ofVerb, ofBank, ofFilter, ...place] = decode(given) ?? [];
    if (place.length === 0) throw foreign();
    if (ofVerb !== marks[0])
      throw fault(
        `it is of ${String(ofVerb)}, not of ${verb}`,
        'A cursor goes on in the list that gave it.',
      );
    if (ofBank !== marks[1])
      throw fault(
        'it is of another bank',
        'Name the bank of the page before, or leave the cursor out.',
      );
    if (ofFilter !== marks[2])
      throw fault(
        'it is of a list with another filter',
        'Repeat what the page before was asked; only `limit` may change.',
      );
    return place;
  }
}

/**
 * One page of a list, sorted by key. An item that exists throughout is on exactly one page, whatever else is added or
 * removed, as long as its own key does not change.
 */
export function pageOf<Item>(
  items: Iterable<Item>,
  { limit, from, cursor, foreign }: PageRequest,
  placeOf: (item: Item) => SortKey,
  /** Number of further items to skip: offset paging. */
  passed = 0,
): { readonly page: readonly Item[]; readonly next: string | null } {
  const placed = Array.from(items, (item) => ({ item, place: placeOf(item) }));
  if (from !== null && placed.some(({ place }) => !isAlike(place, from))) throw foreign();
  const left = placed
    .filter(({ place }) => from === null || compare(place, from) > 0)
    .sort((a, b) => compare(a.place, b.place))
    .slice(passed);
  const last = left[limit - 1];
  return {
    page: left.slice(0, limit).map(({ item }) => item),
    next: last === undefined || left.length <= limit ? null : cursor(last.place),
  };
}

/** One page from a store, whose own cursor serves as the sort key. */
export async function storePageOf<Item>(
  { from, cursor }: PageRequest,
  read: (after: string | undefined) => Promise<Page<Item>>,
): Promise<Page<Item>> {
  const { items, next } = await read(from === null ? undefined : String(from[0]));
  return { items, next: next === null ? null : cursor([next]) };
}

/** Maximum length of a paged ranking: its cursor lists the items shown. */
const MAX_RANKED = 500;
/** Letters of an id's hash (48 bits): among 10,000 ids, the chance of any collision is 2 in 10 million. */
const PRINT_LETTERS = 8;

/**
 * One page of a ranking by similarity, best first. Any change may shift all scores, so paging by key would skip or
 * repeat items; items already shown are excluded instead.
 */
export function rankedPageOf<Item>(
  ranked: readonly Item[],
  { limit, from, cursor }: PageRequest,
  idOf: (item: Item) => string,
): { readonly page: readonly Item[]; readonly next: string | null } {
  const shown = shownBefore(from);
  const left = ranked.filter((item) => !shown.includes(print(idOf(item))));
  const page = left.slice(0, Math.min(limit, MAX_RANKED - shown.length));
  const prints = [...shown, ...page.map((item) => print(idOf(item)))];
  const more = left.length > page.length && prints.length < MAX_RANKED;
  return { page, next: more ? cursor([prints.join('')]) : null };
}

/** Number of ranked items needed for the next page, and to know whether there is another. */
export const rankedItemsNeeded = ({ limit, from }: PageRequest): number =>
  shownBefore(from).length + limit + 1;

function shownBefore(from: SortKey | null): string[] {
  return from === null ? [] : (String(from[0]).match(/.{8}/g) ?? []);
}

function isAlike(place: SortKey, other: SortKey): boolean {
  return (
    place.length === other.length && place.every((part, at) => typeof part === typeof other[at])
  );
}

function compare(a: SortKey, b: SortKey): number {
  for (const [at, part] of a.entries()) {
    const other = b[at] ?? '';
    if (part !== other) return part < other ? -1 : 1;
  }
  return 0;
}

const print = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, PRINT_LETTERS);

const write = (parts: SortKey): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

function decode(cursor: string): SortKey | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const isPart = (part: unknown): boolean => typeof part === 'string' || Number.isFinite(part);
    return Array.isArray(parts) && parts.every(isPart) ? (parts as SortKey) : null;
  } catch {
    return null;
  }
}

const PAGE = 500;

/**
 * The changes of a bank after a sequence number, in their order. Throws `not_found` if the bank of that name was created
 * at another time than `createdAt`.
 */
export async function* journalAfter(
  bank: BankName,
  sequence: number,
  store: Pick<Store, 'since'>,
  createdAt?: Instant,
): AsyncGenerator<JournalEntry, void, undefined> {
  for (let after = sequence; ;) {
    const page = await store.since(bank, after, PAGE, createdAt);
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)?.sequence ?? after;
  }
}

/** The changes of a bank that match a query, the newest first. */
export async function* journalBackwards(
  bank: BankName,
  query: JournalQuery,
  store: Pick<Store, 'journal'>,
): AsyncGenerator<LoggedChange, void, undefined> {
  for (let asked = query; ;) {
    const page = await store.journal(bank, asked, PAGE);
    yield* page;
    const before = page.at(-1)?.sequence;
    if (page.length < PAGE || before === undefined) return;
    asked = { ...query, before };
  }
}
