import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { jsonExcess, MAX_JSON_VALUES } from '@mneme/core/domain/well-formed.js';
import type { Caller } from './admission.js';

export interface BodyLimits {
  /** Maximum bytes of a JSON body, or of a message. */
  readonly bodyBytes: number;
  /** Maximum bytes of a file sent to be imported; it is never held in memory. */
  readonly uploadBytes: number;
  /** Timeout in milliseconds: for a whole JSON body, or for the next chunk of a file. */
  readonly patienceMs: number;
}

/**
 * The chunks of a body. Throws `too_large`, and `invalid_input` where the next chunk takes longer than `patience`
 * milliseconds.
 */
export async function* limitedBody(
  body: ReadableStream<Uint8Array>,
  bytes: number,
  patience: () => number,
): AsyncGenerator<Uint8Array> {
  const reader = (body as NodeReadableStream<Uint8Array>).getReader();
  let read = 0;
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), patience());
      if (done) return;
      read += value.length;
      if (read > bytes) throw tooLarge(bytes);
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function within<T>(work: Promise<T>, patienceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooSlow()), Math.max(0, patienceMs));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export const tooSlow = (): MnemeError =>
  new MnemeError('invalid_input', 'The body comes too slowly.', { field: 'body' });

export function tooLarge(bytes: number): MnemeError {
  return new MnemeError('too_large', `The body is longer than ${bytes} bytes.`, {
    field: 'body',
    hint: 'Send less at once; a file goes to /import.',
  });
}

/** Refuses JSON that is nested too deeply or has too many values, before it is parsed. Throws `invalid_input`. */
export function assertParsable(body: string): void {
  const excess = jsonExcess(body, MAX_JSON_VALUES);
  if (excess === null) return;
  throw new MnemeError('invalid_input', `In the body, ${excess.reason}.`, {
    field: 'body',
    value: `at character ${excess.at + 1}`,
    hint: 'Send a JSON object as GET /v1/openapi.json describes it; a file goes to /import.',
  });
}

/** Fields that hold images, which a local program may give as a path. */
const PICTURES: ReadonlySet<string> = new Set(['image', 'images']);

/**
 * Refuses images given as paths and the path fields in `files`: over a protocol they would name files of the server.
 * Throws `invalid_input`.
 */
export function refuseServerFiles(input: unknown, files: readonly string[] = []): void {
  if (typeof input !== 'object' || input === null) return;
  const named = files.find(
    (field) => (input as Readonly<Record<string, unknown>>)[field] !== undefined,
  );
  if (named !== undefined)
    throw new MnemeError(
      'invalid_input',
      `${named}: a path would be the server’s; send what the file holds.`,
      { field: named },
    );
  for (const [field, value] of Object.entries(input)) {
    if (Array.isArray(input) || !PICTURES.has(field)) refuseServerFiles(value);
    else for (const picture of [value].flat()) refusePath(field, picture);
  }
}

function refusePath(field: string, picture: unknown): void {
  const named =
    typeof picture === 'string'
      ? !picture.startsWith('data:')
      : typeof picture === 'object' && picture !== null && 'path' in picture;
  if (named)
    throw new MnemeError(
      'invalid_input',
      `${field}: a picture is sent as a data: URL or in base64; a path would be the server’s.`,
      { field },
    );
}

const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether the address can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

export interface HostRules {
  /** Address it listens on. */
  readonly host: string;
  /** Further host names under which it is reached. */
  readonly names: readonly string[];
  /** Other origins whose pages may call it. */
  readonly origins: readonly string[];
}

/**
 * Refuses a request for a foreign host name, which is how DNS rebinding shows itself. Beyond the loopback, a literal
 * IP address is always accepted, as no name can be rebound to it. Throws `denied`.
 */
export function assertOurHost(header: string | undefined, { host, names }: HostRules): void {
  const name = hostnameOf(`http://${header ?? ''}`);
  const figures = !isLoopback(host) && name !== null && isIP(name.replace(/^\[|\]$/g, '')) !== 0;
  if (
    name !== null &&
    (LOOPBACK_NAMES.includes(name) || name === host || names.includes(name) || figures)
  )
    return;
  throw new MnemeError('denied', 'This server does not answer to that host name.', {
    field: 'host',
    hint: 'Start it with --allow-host and the name.',
  });
}

/**
 * The origin that may read the answer; null when the request comes from no page, or from our own. Throws `denied` for
 * any other origin.
 */
export function allowedOrigin(
  origin: string | undefined,
  header: string | undefined,
  { origins }: HostRules,
): string | null {
  if (origin === undefined) return null;
  if (origins.includes(origin)) return origin;
  if (header !== undefined && (origin === `http://${header}` || origin === `https://${header}`))
    return null;
  throw new MnemeError('denied', 'Pages of other sites may not call this server.', {
    field: 'origin',
    hint: 'Start it with --cors and the origin.',
  });
}

function hostnameOf(url: string): string | null {
  try {
    return new URL(url).hostname;
  } catch {
    return null;
  }
}

/** The key of `Authorization: Bearer <key>`; null where there is none. */
export function bearerKey(header: string | undefined): string | null {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}

/** The key as clients of other memory servers send it: after `Bearer` or `Token`, or in `X-API-Key`. */
export function foreignKey({ authorization, ...headers }: IncomingHttpHeaders): string | null {
  const alone = headers['x-api-key'];
  const [, key] = /^(?:Bearer|Token) +(\S+)$/i.exec(authorization ?? '') ?? [];
  return key ?? (typeof alone === 'string' ? alone : null);
}

interface Answered {
  readonly method: string;
  /** Route pattern of the request, never its address: banks, ids and texts stay out of the log. */
  readonly place: string;
  readonly status: number | string;
  /** Start, by `performance.now()`. */
  readonly began: number;
  readonly caller: Caller | undefined;
}

/** The log line of a request, as JSON. */
export function requestLine({ method, place, status, began, caller }: Answered): string {
  return JSON.stringify({
    at: new Date().toISOString(),
    method,
    place,
    status,
    ms: Math.round(performance.now() - began),
    by: caller?.actor ?? caller?.id ?? null,
  });
}
