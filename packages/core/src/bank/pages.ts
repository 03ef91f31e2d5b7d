import { createHash } from 'node:crypto';
import { MnemeError } from '../domain/errors.js';
import type { Page } from '../ports/store.js';

/** Where an item stands in its list: lists are in ascending order of these, compared part by part. */
export type Place = readonly (string | number)[];

/** One call of a list verb: how many items, and behind which place. */
export interface Walk {
  readonly limit: number;
  /** The place of the last item that the pages before showed; null on the first page. */
  readonly from: Place | null;
  /** The cursor that goes on behind a place. */
  cursor(place: Place): string;
  /** The error for a place that this list never gave. */
  foreign(): MnemeError;
}

interface Asked {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** The older name of `cursor`, which may still hold a cursor of an older form. */
  readonly after?: string | undefined;
}

/** Reads the place of a cursor's older form; null if it is none. */
type ReadOld = (after: string) => Place | null;
const readNumber: ReadOld = (after) => (/^\d{1,15}$/.test(after) ? [after] : null);

/**
 * Reads what a list verb was asked. A cursor holds a place and no state: nothing is kept between two pages,
 * and it outlives the process. Throws `invalid_input` for one of another bank, verb or filter.
 */
export function startWalk(
  verb: string,
  bank: string,
  { limit, cursor, after, ...filter }: Asked,
  readOld: ReadOld = readNumber,
): Walk {
  const marks = [verb, print(bank), print(canonical(filter))];
  const given = cursor ?? after;
  const fault = (why: string, hint: string): MnemeError =>
    new MnemeError('invalid_input', `cursor: ${why}.`, { field: 'cursor', value: given, hint });
  const foreign = (): MnemeError =>
    fault('it is none that a page gave', 'Pass on `next` of the page before, unchanged.');
  return { limit, from: read(), cursor: (place) => write([...marks, ...place]), foreign };

  function read(): Place | null {
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
 * One page of a list, whose order is that of its places. What stands throughout a walk is on exactly one page,
 * whatever comes and goes meanwhile, as long as its own place stays the same.
 */
export function pageOf<Item>(
  items: Iterable<Item>,
  { limit, from, cursor, foreign }: Walk,
  placeOf: (item: Item) => Place,
  /** So many more are passed over: the older way to page. */
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

/** One page that a store reads: its own cursor is the place. */
export async function storePageOf<Item>(
  { from, cursor }: Walk,
  read: (after: string | undefined) => Promise<Page<Item>>,
): Promise<Page<Item>> {
  const { items, next } = await read(from === null ? undefined : String(from[0]));
  return { items, next: next === null ? null : cursor([next]) };
}

/** A ranking is walked no further: its cursor names what was shown. */
export const MAX_RANKED = 500;
/** Of an id's print: among 10,000 ids, two agree with a chance of 2 in 10 million. */
const PRINT_LETTERS = 8;

/**
 * One page of a ranking by likeness, best first. Every score may move when something comes or goes, so a
 * place would skip or repeat; what was shown is left out instead.
 */
export function rankedPageOf<Item>(
  ranked: readonly Item[],
  { limit, from, cursor }: Walk,
  idOf: (item: Item) => string,
): { readonly page: readonly Item[]; readonly next: string | null } {
  const shown = shownBefore(from);
  const left = ranked.filter((item) => !shown.includes(print(idOf(item))));
  const page = left.slice(0, Math.min(limit, MAX_RANKED - shown.length));
  const prints = [...shown, ...page.map((item) => print(idOf(item)))];
  const more = left.length > page.length && prints.length < MAX_RANKED;
  return { page, next: more ? cursor([prints.join('')]) : null };
}

/** How far down a ranking has to reach for the next page of it, and to tell whether there is one more. */
export const reachOf = ({ limit, from }: Walk): number => shownBefore(from).length + limit + 1;

function shownBefore(from: Place | null): string[] {
  return from === null ? [] : (String(from[0]).match(/.{8}/g) ?? []);
}

function isAlike(place: Place, other: Place): boolean {
  return (
    place.length === other.length && place.every((part, at) => typeof part === typeof other[at])
  );
}

function compare(a: Place, b: Place): number {
  for (const [at, part] of a.entries()) {
    const other = b[at] ?? '';
    if (part !== other) return part < other ? -1 : 1;
  }
  return 0;
}

const print = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, PRINT_LETTERS);

/** The same text for the same filter, in whatever order its fields were given. */
function canonical(filter: object): string {
  return JSON.stringify(filter, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

const write = (parts: Place): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

function decode(cursor: string): Place | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const isPart = (part: unknown): boolean => typeof part === 'string' || Number.isFinite(part);
    return Array.isArray(parts) && parts.every(isPart) ? (parts as Place) : null;
  } catch {
    return null;
  }
}
