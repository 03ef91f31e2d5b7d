import { ERROR_CODES, MnemeError, type ErrorCode } from '@mneme/core/domain/errors.js';
import type { OperationName, OutputOf } from '@mneme/mneme/operations/table.js';
import { bankPath, type Place } from '@mneme/server/rest/places.js';
import type { Work } from '@mneme/server/running/long-work.js';
import { CALLS } from './calls.js';

export interface ConnectOptions {
  /** As `mneme keys create` showed it. A server of this machine may ask for none. */
  readonly key?: string | undefined;
  /** Default: `default`. */
  readonly bank?: string | undefined;
  /** The user whose memory in the bank it is, apart from all others. Default: what is nobody's alone. */
  readonly userId?: string;
  /** The agent and the run that what is told and asked is of. */
  readonly agentId?: string;
  readonly runId?: string;
  /** Another `fetch` than the platform’s. */
  readonly fetch?: typeof fetch | undefined;
}

/** How long work goes on. */
export interface Watch {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Of an input. */
export type Fields = Readonly<Record<string, unknown>>;

/** Milliseconds between two looks at long work. */
const LOOK_MS = 100;

/** One server, as requests go to it. */
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

  /** Runs an operation and gives its output; for long work, when it is done. Throws what the server refused, `unavailable`, `closed`. */
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
    // What another place is there for need not be denied at this one.
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

  /** One request. Throws what the server refused, `unavailable` when there is none, `interrupted` when it was stopped. */
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
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
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

/** Of several places, the one that settles what is asked for; else the first that takes it. */
function placeFor(name: OperationName, input: Fields): Place {
  const places = CALLS[name]?.places ?? [];
  const settles = ({ fixed }: Place): boolean =>
    fixed !== undefined && Object.entries(fixed).every(([field, value]) => input[field] === value);
  const given = (field: string): boolean => input[field] !== undefined && input[field] !== false;
  const takes = ({ path, without = [] }: Place): boolean =>
    !without.some(given) &&
    [...path.matchAll(/\{(\w+)\}/g)].every(([, field = '']) => given(field));
  return places.find(settles) ?? places.find(takes) ?? (places[0] as Place);
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
