import { MnemeError } from '../../domain/errors.js';
import type { Random, Wait } from '../../ports/system.js';

export type Settled<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

/** Runs work with a signal that is aborted after `milliseconds` or with the outer one; returns its outcome. */
export async function runWithin<T>(
  milliseconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly outcome: Settled<T>; readonly timedOut: boolean }> {
  const timeout = AbortSignal.timeout(milliseconds);
  const signal = outer === undefined ? timeout : AbortSignal.any([outer, timeout]);
  const outcome = await work(signal).then(
    (value): Settled<T> => ({ ok: true, value }),
    (error: unknown): Settled<T> => ({ ok: false, error }),
  );
  return { outcome, timedOut: timeout.aborted };
}

/** An endpoint of a model server. */
export interface Endpoint {
  /** The part it serves, as named in the configuration; the `field` of errors. */
  readonly part: 'embedder' | 'reranker' | 'languageModel';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Must never be shown. */
  readonly key: string | undefined;
  /** Time limit per request, in milliseconds. */
  readonly timeoutMs: number;
}

/** Dependencies of the adapters in addition to the network. */
export interface ModelRuntime {
  readonly wait: Wait;
  readonly random: Random;
}

/** Maximum number of tries per request. */
const MAX_TRIES = 3;
const FIRST_PAUSE_MS = 250;
/** If a server requests a longer pause, it counts as unavailable. */
const LONGEST_PAUSE_MS = 5_000;
const MAX_SHOWN = 300;

type Outcome =
  | { readonly kind: 'answer'; readonly json: unknown }
  | { readonly kind: 'again'; readonly reason: string; readonly pauseMs: number | null }
  | { readonly kind: 'refused'; readonly error: MnemeError };

/**
 * Posts JSON and returns the JSON of the response. Lost connections, 408, 425, 429 and 5xx are retried with
 * exponential backoff and full jitter (Brooker, "Exponential Backoff and Jitter", 2015), or after the pause that the
 * server requests. Time-outs are not: the caller has waited long enough. Errors: `unavailable`, `invalid_input` if
 * the request itself is refused (400, 413, 422), `interrupted`.
 */
export async function postJson(
  endpoint: Endpoint,
  body: unknown,
  { wait, random }: ModelRuntime,
  signal?: AbortSignal,
): Promise<unknown> {
  const text = JSON.stringify(body);
  for (let tries = 1; ; tries++) {
    const outcome = await attempt(endpoint, text, signal);
    if (outcome.kind === 'answer') return outcome.json;
    if (outcome.kind === 'refused') throw outcome.error;
    const pause =
      outcome.pauseMs ?? (FIRST_PAUSE_MS * 2 ** (tries - 1) * random.uint32()) / 2 ** 32;
    if (tries >= MAX_TRIES || pause > LONGEST_PAUSE_MS) {
      throw away(
        endpoint,
        `${outcome.reason}${tries > 1 ? `, ${tries} times` : ''}`,
        'Look whether the server runs and is not overloaded.',
      );
    }
    await wait(pause, signal);
    assertGoingOn(endpoint, signal);
  }
}

async function attempt(
  endpoint: Endpoint,
  body: string,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const { outcome, timedOut } = await runWithin(endpoint.timeoutMs, signal, (inner) =>
    exchange(endpoint, body, inner),
  );
  assertGoingOn(endpoint, signal);
  if (outcome.ok) return outcome.value;
  if (timedOut)
    return {
      kind: 'refused',
      error: away(
        endpoint,
        `did not answer within ${endpoint.timeoutMs} ms`,
        'Raise timeoutMs, or look at the server.',
      ),
    };
  return { kind: 'again', reason: `cannot be reached (${reasonOf(outcome.error)})`, pauseMs: null };
}

async function exchange(endpoint: Endpoint, body: string, signal: AbortSignal): Promise<Outcome> {
  // A redirect could send the key to another server.
  const response = await fetch(endpoint.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...endpoint.headers },
    body,
    signal,
    redirect: 'manual',
  });
  const text = await response.text();
  if (response.ok) {
    try {
      return { kind: 'answer', json: JSON.parse(text) as unknown };
    } catch {
      return { kind: 'refused', error: wrongAnswer(endpoint, 'the answer is not JSON') };
    }
  }
  const { status } = response;
  const said = `answered with status ${status}`;
  if (status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501)) {
    return {
      kind: 'again',
      reason: said,
      pauseMs: pauseAsked(response.headers.get('retry-after')),
    };
  }
  return { kind: 'refused', error: refusal(endpoint, status, said, text) };
}

function refusal(endpoint: Endpoint, status: number, said: string, text: string): MnemeError {
  // A server's message about a wrong key may contain it.
  if (status === 401 || status === 403)
    return away(endpoint, `${said}: it does not accept the key`, `Look at ${endpoint.part}.key.`);
  const shown = conceal(
    endpoint,
    `${said}: ${text.replace(/\s+/g, ' ').trim().slice(0, MAX_SHOWN)}`,
  );
  if (status === 400 || status === 413 || status === 422) {
    return new MnemeError(
      'invalid_input',
      `The server of the ${endpoint.part} at ${place(endpoint.url)} refuses the request: it ${shown}.`,
      { field: endpoint.part },
    );
  }
  return away(
    endpoint,
    shown,
    status === 404
      ? `Look at ${endpoint.part}.url and ${endpoint.part}.model.`
      : 'Look at the server.',
  );
}

function away(endpoint: Endpoint, what: string, hint: string): MnemeError {
  return new MnemeError(
    'unavailable',
    `The server of the ${endpoint.part} at ${place(endpoint.url)} ${conceal(endpoint, what)}.`,
    { field: endpoint.part, hint },
  );
}

/** The error for an unusable answer. */
export function wrongAnswer(endpoint: Endpoint, what: string): MnemeError {
  return new MnemeError(
    'unavailable',
    `The server of the ${endpoint.part} at ${place(endpoint.url)} answered wrongly: ${conceal(endpoint, what)}.`,
    {
      field: endpoint.part,
      hint: `Look at ${endpoint.part}.url and ${endpoint.part}.model.`,
    },
  );
}

function assertGoingOn(endpoint: Endpoint, signal: AbortSignal | undefined): void {
  if (signal?.aborted === true)
    throw new MnemeError('interrupted', `The request to the ${endpoint.part} was stopped.`, {
      field: endpoint.part,
    });
}

/** Milliseconds of a `retry-after` in seconds; null for a date or none. */
function pauseAsked(header: string | null): number | null {
  if (header === null || !/^\d+(\.\d+)?$/.test(header.trim())) return null;
  return Number(header) * 1_000;
}

/** The URL without its query, which may contain a key. */
export function place(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function conceal({ key }: Endpoint, text: string): string {
  return key === undefined ? text : text.replaceAll(key, '[key]');
}

/** The reason of a failed `fetch`, which is hidden in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause as { code?: unknown; message?: unknown } | undefined;
  return String(cause?.code ?? cause?.message ?? error.message);
}

/** The URL of an endpoint: `…/v1` + `embeddings`; a base without a version gets `v1`; a complete URL stays. */
export function endpointUrl(base: string, name: string): string {
  const url = new URL(base);
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  if (!path.endsWith(`/${name}`))
    url.pathname = /\/v\d[a-z0-9]*$/.test(path) ? `${path}/${name}` : `${path}/v1/${name}`;
  return url.href;
}

export function bearer(key: string | undefined): Readonly<Record<string, string>> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}
