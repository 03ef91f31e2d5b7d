import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import type { Mneme } from '@mneme/core/mneme.js';

/** A request in another memory server's API, with its parsed path, query and body. */
export interface ForeignCall {
  readonly memory: Mneme;
  /** Path parameters by name, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  /** The full URL as requested. */
  readonly url: URL;
}

/** A route of another memory server, answered by this one. */
export interface ForeignRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the peer's root, as in `/v1/memories/:id`; a trailing slash makes no difference. */
  readonly path: string;
  /** The scope that a key needs. */
  readonly effect: 'read' | 'write';
  /** Also answers for a bank that does not exist, as the peer does. */
  readonly anyBank?: true;
  /** Returns the JSON answer; undefined for an empty one. */
  readonly run: (call: ForeignCall) => Promise<unknown>;
}

/** Another memory server whose clients are served. The path parameter `:bank` names the bank, where there is one. */
export interface Peer {
  /** Name in the URL: `/compat/NAME`. */
  readonly name: string;
  readonly routes: readonly ForeignRoute[];
}

export type Given = Readonly<Record<string, unknown>>;
export const iso = (instant: number): string => new Date(instant).toISOString();

/** A string field of a request; undefined where absent. Throws `invalid_input` for any other type. */
export function textIn(given: Given, field: string): string | undefined {
  const value = given[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  throw new MnemeError('invalid_input', `${field}: expected a text.`, { field, value });
}

/** {@link textIn} for a required field. */
export function neededText(given: Given, field: string): string {
  const text = textIn(given, field);
  if (text !== undefined) return text;
  throw new MnemeError('invalid_input', `${field}: expected a text.`, { field });
}

/** A field that is a list of strings; undefined where absent. */
export function textsIn(given: Given, field: string): string[] | undefined {
  const value = given[field];
  if (value === undefined || value === null) return undefined;
  const listed = typeof value === 'string' ? [value] : value;
  if (Array.isArray(listed) && listed.every((each) => typeof each === 'string')) return listed;
  throw new MnemeError('invalid_input', `${field}: expected a list of texts.`, { field, value });
}

/** A whole number of a body or a query, cut to `most`; `usual` where absent. */
export function countIn(
  given: Given,
  field: string,
  usual: number,
  most: number,
  least = 0,
): number {
  const value = given[field];
  if (value === undefined || value === null) return usual;
  const count = typeof value === 'string' ? Number(value) : value;
  if (typeof count === 'number' && Number.isInteger(count) && count >= least)
    return Math.min(count, most);
  const from = least === 0 ? '' : ` from ${least}`;
  throw new MnemeError('invalid_input', `${field}: expected a whole number${from}.`, {
    field,
    value,
  });
}

/** Query parameters as an object; a repeated one is a list. */
export function queryFieldsOf(query: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const all = query.getAll(name);
      return [name.replace(/\[\]$/, ''), all.length === 1 ? all[0] : all];
    }),
  );
}

/** The error for a feature of the peer that this memory lacks, refused instead of ignored. */
export function unsupported(what: string, field: string, hint: string): MnemeError {
  return new MnemeError('invalid_input', `${what} is not served here.`, { field, hint });
}

/** Throws `invalid_input` for the first unknown field, and for a field whose feature is not available. */
export function assertFields(
  given: Readonly<Record<string, unknown>>,
  known: readonly string[],
  without: Readonly<Record<string, string>> = {},
): void {
  for (const field of Object.keys(given)) {
    if (given[field] === undefined || given[field] === null) continue;
    if (Object.hasOwn(without, field))
      throw unsupported(field, field, without[field] ?? 'Leave it out.');
    if (!known.includes(field))
      throw new MnemeError('invalid_input', `${field}: is no field of this request.`, {
        field,
        hint: `It takes ${known.join(', ')}.`,
      });
  }
}

const PAGE = 500;

/** Every current memory that matches a filter, in order of recording, page by page. */
export async function* allMemories(
  memory: Pick<Mneme, 'list'>,
  filter: Omit<NonNullable<Parameters<Mneme['list']>[0]>, 'limit' | 'after'> = {},
): AsyncGenerator<Memory> {
  for (let after: string | undefined; ;) {
    const page = await memory.list({
      ...filter,
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    yield* page.memories;
    if (page.next === null) return;
    after = page.next;
    // Let other requests run.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
