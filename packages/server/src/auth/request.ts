import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Caller } from './admission.js';

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
