import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import type { Mneme } from '@mneme/core/mneme.js';

/** A request in another memory's words, with what of its path, address and body was read. */
export interface ForeignCall {
  readonly memory: Mneme;
  /** Parts of the path by name, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  /** As it was asked for, with the address. */
  readonly url: URL;
}

/** One place that another memory serves, answered by this one. */
export interface ForeignRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the peer's own root, as in `/v1/memories/:id`; a slash at its end makes no difference. */
  readonly path: string;
  /** What a key must allow. */
  readonly effect: 'read' | 'write';
  /** Answers for a bank that is not there, too, as the peer does. */
  readonly anyBank?: true;
  /** Gives what is sent as JSON; undefined sends nothing. */
  readonly run: (call: ForeignCall) => Promise<unknown>;
}

/** Another memory whose clients are served. Where its own paths name a bank, `:bank`, that is the one. */
export interface Peer {
  /** In the address: `/compat/NAME`. */
  readonly name: string;
  readonly routes: readonly ForeignRoute[];
}

type Given = Readonly<Record<string, unknown>>;

/** A text of a request; undefined where it is not given. Throws `invalid_input` for anything else. */
export function textIn(given: Given, field: string): string | undefined {
  const value = given[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  throw new MnemeError('invalid_input', `${field}: expected a text.`, { field, value });
}

/** {@link textIn}, where it must be given. */
export function neededText(given: Given, field: string): string {
  const text = textIn(given, field);
  if (text !== undefined) return text;
  throw new MnemeError('invalid_input', `${field}: expected a text.`, { field });
}

/** A list of texts; undefined where it is not given. */
export function textsIn(given: Given, field: string): string[] | undefined {
  const value = given[field];
  if (value === undefined || value === null) return undefined;
  const listed = typeof value === 'string' ? [value] : value;
  if (Array.isArray(listed) && listed.every((each) => typeof each === 'string')) return listed;
  throw new MnemeError('invalid_input', `${field}: expected a list of texts.`, { field, value });
}

/** A whole number within bounds, of a body or an address. */
export function countIn(given: Given, field: string, usual: number, most: number): number {
  const value = given[field];
  if (value === undefined || value === null) return usual;
  const count = typeof value === 'string' ? Number(value) : value;
  if (typeof count === 'number' && Number.isInteger(count) && count >= 0)
    return Math.min(count, most);
  throw new MnemeError('invalid_input', `${field}: expected a whole number.`, { field, value });
}

/** The fields of an address as one object; what is given several times is a list. */
export function addressOf(query: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const all = query.getAll(name);
      return [name.replace(/\[\]$/, ''), all.length === 1 ? all[0] : all];
    }),
  );
}

/** What a peer has and this memory has not, told instead of passed over. */
export function unserved(what: string, field: string, hint: string): MnemeError {
  return new MnemeError('invalid_input', `${what} is not served here.`, { field, hint });
}

/** Throws `invalid_input` for the first field of a request that is none of those known, and for one that asks for what is not there. */
export function assertFields(
  given: Readonly<Record<string, unknown>>,
  known: readonly string[],
  without: Readonly<Record<string, string>> = {},
): void {
  for (const field of Object.keys(given)) {
    if (given[field] === undefined || given[field] === null) continue;
    if (Object.hasOwn(without, field))
      throw unserved(field, field, without[field] ?? 'Leave it out.');
    if (!known.includes(field))
      throw new MnemeError('invalid_input', `${field}: is no field of this request.`, {
        field,
        hint: `It takes ${known.join(', ')}.`,
      });
  }
}

const PAGE = 500;

/** Every memory that meets a filter and stands, in order of recording, page by page. */
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
    // Others want a turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
