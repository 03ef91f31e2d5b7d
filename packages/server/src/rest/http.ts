import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import { type ErrorCode, MnemeError } from '@mneme/core/domain/errors.js';
import { bankOfUser, takeUser } from '@mneme/core/domain/user-bank.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';
import type { Caller } from '../auth/admission.js';
import { assertParsable, type BodyLimits, tooLarge, tooSlow } from '../auth/request.js';

interface HttpEnvironment {
  Bindings: HttpBindings;
  Variables: { caller: Caller };
}
/** The Hono app to which every part of the server adds routes. */
export type HttpApp = Hono<HttpEnvironment>;
/** Context of a request. */
export type HttpContext = Context<HttpEnvironment>;

/** An answer that is already serialised as JSON. */
export interface JsonAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** With this header, the adapter sends nothing (`RESPONSE_ALREADY_SENT` of @hono/node-server). */
const SENT: Readonly<Record<string, string>> = { 'x-hono-already-sent': 'true' };

/**
 * Writes an answer directly to the connection and returns a placeholder: a web `Response` turns a string into a
 * stream, which the adapter reads in chunks. That costs as much as the rest of a cached recall.
 */
export function sendJson(
  outgoing: ServerResponse,
  { status, body, headers = {} }: JsonAnswer,
): Response {
  outgoing.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...headers,
  });
  outgoing.end(body);
  return new Response(null, { status, headers: SENT });
}

/** Aborts when the client disconnects before it has its answer. */
export function disconnectSignal(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** A route as the router lists it: its method, or ALL for middleware; `:name` stands for one segment. */
interface Route {
  readonly method: string;
  readonly path: string;
}

/** The methods served at a path, sorted; empty for an unknown path. */
export function methodsAt(routes: readonly Route[], path: string): string[] {
  const served = new Set(
    routes
      .filter(({ method, path: pattern }) => method !== 'ALL' && matches(pattern, path))
      .map(({ method }) => method),
  );
  // GET implies HEAD.
  if (served.has('GET')) served.add('HEAD');
  return [...served].sort();
}

function matches(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  );
}

/** The HTTP status of each error code. */
const HTTP_STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_input: 400,
  not_found: 404,
  malformed_import: 422,
  not_a_bank: 500,
  // Another server may have been upgraded with the store.
  newer_version: 503,
  locked: 503,
  read_only: 403,
  disk_full: 507,
  corrupt: 500,
  conflict: 409,
  unavailable: 503,
  interrupted: 503,
  closed: 503,
  unauthorised: 401,
  denied: 403,
  rate_limited: 429,
  too_large: 413,
};

/** An error as `application/problem+json` (RFC 9457), with its code. `status` overrides the status of the code. */
export function problemOf(error: MnemeError, status = HTTP_STATUS[error.code]): Response {
  const { message, ...rest } = JSON.parse(JSON.stringify(error)) as { message: string };
  const headers: Record<string, string> = { 'content-type': 'application/problem+json' };
  if (error.code === 'unauthorised') headers['www-authenticate'] = 'Bearer';
  if (error.code === 'rate_limited') headers['retry-after'] = String(error.value);
  // Do not wait for the rest of a body that is too long or too slow.
  if (error.code === 'too_large' || error.field === 'body') headers['connection'] = 'close';
  return new Response(
    JSON.stringify({
      type: `urn:mneme:${error.code}`,
      title: TITLES[status] ?? 'Refused',
      status,
      detail: message,
      ...rest,
    }),
    { status, headers },
  );
}

/** The answer 405, with the allowed methods. */
export function methodNotAllowed(method: string, allowed: readonly string[]): Response {
  const names = allowed.join(', ');
  const response = problemOf(
    new MnemeError('invalid_input', `${method} is not served here.`, {
      field: 'method',
      value: method,
      hint: `Here is served: ${names}. GET /v1/openapi.json tells what there is.`,
    }),
    405,
  );
  response.headers.set('allow', names);
  return response;
}

/** An internal failure; its cause is not disclosed. */
export function faultResponse(): Response {
  const body = {
    type: 'about:blank',
    title: TITLES[500],
    status: 500,
    detail: 'A fault of the server.',
  };
  return new Response(JSON.stringify(body), {
    status: 500,
    headers: { 'content-type': 'application/problem+json' },
  });
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorised',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Too large',
  422: 'Unreadable import',
  429: 'Too many requests',
  500: 'Server fault',
  503: 'Unavailable',
  507: 'No space',
};

/** Bank and parameters of a request. */
interface AskedBank {
  readonly bank: string;
  /** Query and body without the user field. */
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The bank of a request: the user's own where query or body name one. Throws `invalid_input`. */
export function askedBank(
  bank: string,
  url: string,
  body: Readonly<Record<string, unknown>> = {},
): AskedBank {
  const query = new URL(url).searchParams;
  const inAddress = query.get('userId') ?? query.get('user_id') ?? undefined;
  for (const name of ['userId', 'user_id']) query.delete(name);
  const { userId: inBody, rest } = takeUser(body);
  const { userId } = takeUser(definedOnly({ userId: inBody, user_id: inAddress }));
  return { bank: bankOfUser(bank, userId), query, body: rest };
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The whole body as text, directly from the connection: a web stream for each small body costs more than the rest of
 * the handling. Throws `too_large`, `invalid_input` for one that is too slow or not UTF-8, `interrupted` when the
 * sender disconnected.
 */
export async function readText(incoming: IncomingMessage, limits: BodyLimits): Promise<string> {
  assertDeclared(incoming.headers['content-length'], limits.bodyBytes);
  const body = await readBytes(incoming, limits);
  try {
    return UTF8.decode(body);
  } catch (cause) {
    throw new MnemeError('invalid_input', 'The body is not UTF-8.', { field: 'body', cause });
  }
}

function readBytes(
  incoming: IncomingMessage,
  { bodyBytes, patienceMs }: BodyLimits,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let read = 0;
    const settle = (done: () => void): void => {
      clearTimeout(timer);
      incoming.off('data', take).off('end', end).off('close', gone).off('error', gone).pause();
      done();
    };
    const take = (part: Buffer): void => {
      parts.push(part);
      read += part.length;
      if (read > bodyBytes) settle(() => reject(tooLarge(bodyBytes)));
    };
    const end = (): void =>
      settle(() =>
        resolve(parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)),
      );
    const gone = (): void =>
      settle(() =>
        reject(
          new MnemeError('interrupted', 'The sender went before the body was there.', {
            field: 'body',
          }),
        ),
      );
    const timer = setTimeout(() => settle(() => reject(tooSlow())), patienceMs);
    incoming.on('data', take).on('end', end).on('close', gone).on('error', gone);
    // A client that disconnected during authentication emits no event any more.
    if (incoming.destroyed) gone();
  });
}

/** Parses a JSON object. Throws `invalid_input` saying what is wrong, without quoting the body. */
export function parseObjectBody(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  assertParsable(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new MnemeError('invalid_input', 'The body is not JSON.', {
      field: 'body',
      hint: 'Send a JSON object with content-type application/json.',
      cause,
    });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new MnemeError('invalid_input', 'The body is not a JSON object.', { field: 'body' });
}

/** Refuses a body by its declared length, before reading it. */
export function assertDeclared(contentLength: string | undefined, bytes: number): void {
  if (Number(contentLength ?? 0) > bytes) throw tooLarge(bytes);
}
