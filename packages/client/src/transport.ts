import { ERROR_CODES, MnemeError, type ErrorCode } from '@mneme/core/domain/errors.js';
import type { OperationName, OutputOf } from '@mneme/mneme/operations/table.js';
import { bankPath, type HttpRoute } from '@mneme/server/rest/places.js';
import type { Work } from '@mneme/server/running/jobs.js';
import { CALLS } from './calls.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';

export interface ConnectOptions {
  /** As shown by `mneme keys create`. A server on the loopback may need none. */
  readonly key?: string | undefined;
  /** Default: `default`. */
  readonly bank?: string | undefined;
  /** The user whose separate memory in the bank is meant. Default: the memory shared by all. */
  readonly userId?: string;
  /** Default agent and run of what is remembered and recalled. */
  readonly agentId?: string;
  readonly runId?: string;
  /** Replaces the platform’s `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/** Cancellation and progress of long work. */
export interface Watch {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** The fields of an input. */
export type Fields = Readonly<Record<string, unknown>>;

/** Polling interval of long work, in milliseconds. */
const LOOK_MS = 100;

/** Sends requests to one server. */
export class Transport {
  readonly #base: string;
  readonly #fetch: typeof fetch;
  readonly #headers: Readonly<Record<string, string>>;
  #closed = false;

  constructor(url: string, { key, fetch: given }: ConnectOptions) {
    this.#base = url.replace(/(?<!\/)\/+$/, '');
    this.#fetch = given ?? fetch;
    this.#headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  }

  /**
   * Runs an operation and returns its output; for long work, waits until it is done. Throws the server's error,
   * `unavailable`, `closed`.
   */
  async call<Name extends OperationName>(
    bank: string,
    name: Name,
    input: Fields,
    watch: Watch = {},
  ): Promise<OutputOf<Name>> {
    const place = placeFor(name, input);
    const settled = new Set(Object.keys(place.fixed ?? {}));
    const path = place.path.replace(/\{(\w+)\}/g, (_, field: string) => {
      settled.add(field);
      return encodeURIComponent(String(input[field]));
    });
    // `false` need not be sent where another path stands for `true`.
    const isDenied = (field: string, value: unknown): boolean =>
      value === false && place.without?.includes(field) === true;
    const fields = Object.fromEntries(
      Object.entries(input).filter(
        ([field, value]) => !settled.has(field) && !isDenied(field, value),
      ),
    );
    const inAddress = place.method === 'GET' || place.method === 'DELETE';
    const response = await this.send(
      place.method,
      `${bankPath(bank)}${path}${inAddress ? addressed(fields) : ''}`,
      inAddress ? undefined : JSON.stringify(fields),
      watch.signal,
    );
    const answer = (await response.json()) as unknown;
    return (
      response.status === 202 ? await this.follow(bank, answer as Work, watch) : answer
    ) as OutputOf<Name>;
  }

  /** Waits until work is done. */
  async follow(bank: string, work: Work, { signal, onProgress }: Watch): Promise<unknown> {
    const path = `${bankPath(bank)}/operations/${work.id}`;
    for (let now = work; ; now = (await (await this.send('GET', path)).json()) as Work) {
      if (now.progress !== null) onProgress?.(now.progress.done, now.progress.total);
      if (now.state === 'done') return now.result;
      if (now.state !== 'running') throw refusalOf(now.error as Fields, 'interrupted');
      if (signal?.aborted === true) await this.send('DELETE', path);
      else await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  /** One request. Throws the server's error, `unavailable` when it does not answer, `interrupted` when aborted. */
  async send(
    method: string,
    path: string,
    body?: string | Blob,
    signal?: AbortSignal,
  ): Promise<Response> {
    if (this.#closed)
      throw new MnemeError('closed', 'The memory is closed.', {
        hint: 'Connect again with connect().',
      });
    const headers = {
      ...this.#headers,
      ...(body === undefined
        ? {}
        : {
            'content-type':
              typeof body === 'string' ? 'application/json' : 'application/octet-stream',
          }),
    };
    let response: Response;
    try {
      response = await this.#fetch(`${this.#base}${path}`, {
        method,
        headers,
        ...definedOnly({ body, signal }),
      });
    } catch (cause) {
      if (signal?.aborted === true)
        throw new MnemeError('interrupted', 'The request was stopped.', { cause });
      throw new MnemeError('unavailable', `There is no answer from ${this.#base}.`, {
        field: 'url',
        value: this.#base,
        hint: 'Is `mneme serve` running there?',
        cause,
      });
    }
    if (response.ok) return response;
    throw refusalOf(
      (await response.json().catch(() => ({}))) as Fields,
      response.status >= 500 ? 'unavailable' : 'invalid_input',
    );
  }

  close(): void {
    this.#closed = true;
  }
}

/** Of several paths, the first that accepts the input; one whose fixed fields match goes first. */
function placeFor(name: OperationName, input: Fields): HttpRoute {
  const places = CALLS[name]?.places ?? [];
  const given = (field: string): boolean => input[field] !== undefined && input[field] !== false;
  const takes = ({ path, fixed = {}, without = [] }: HttpRoute): boolean =>
    Object.entries(fixed).every(([field, value]) => input[field] === value) &&
    !without.some((field) => given(field) && fixed[field] === undefined) &&
    [...path.matchAll(/\{(\w+)\}/g)].every(([, field = '']) => given(field));
  const taking = places.filter(takes);
  return taking.find(({ fixed }) => fixed !== undefined) ?? taking[0] ?? (places[0] as HttpRoute);
}

function addressed(fields: Fields): string {
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    query.set(
      field,
      value instanceof Date
        ? value.toISOString()
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value),
    );
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

function refusalOf(
  { code, detail, message, field, value, hint }: Fields,
  otherwise: ErrorCode,
): MnemeError {
  const known = ERROR_CODES.find((each) => each === code) ?? otherwise;
  const words = [detail, message].find((each) => typeof each === 'string') ?? 'The server refused.';
  return new MnemeError(known, words as string, {
    ...(typeof field === 'string' ? { field } : {}),
    ...(value === undefined ? {} : { value }),
    ...(typeof hint === 'string' ? { hint } : {}),
  });
}
