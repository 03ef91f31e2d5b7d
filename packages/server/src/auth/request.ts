import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Caller } from './admission.js';

const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether nothing but this machine reaches that address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

export interface HostRules {
  /** Where it listens. */
  readonly host: string;
  /** Names under which it is reached besides. */
  readonly names: readonly string[];
  /** Other sites whose pages may call it. */
  readonly origins: readonly string[];
}

/**
 * Refuses a request that names a host which is not ours: a page that made its own name point here (DNS rebinding) is told apart by
 * that. Beyond the loopback, an address in figures is always ours, as no name stands behind it. Throws `denied`.
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

/** The origin that may read the answer; null when the request comes from no page, or from our own. Throws `denied` for any other site. */
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

/** The key as clients of other memories send theirs: `Bearer` or `Token` before it, or in `X-API-Key`. */
export function foreignKey({ authorization, ...headers }: IncomingHttpHeaders): string | null {
  const alone = headers['x-api-key'];
  const [, key] = /^(?:Bearer|Token) +(\S+)$/i.exec(authorization ?? '') ?? [];
  return key ?? (typeof alone === 'string' ? alone : null);
}

interface Answered {
  readonly method: string;
  /** The place of a request, never its address: banks, ids and words stay out of a log. */
  readonly place: string;
  readonly status: number | string;
  /** When it came in, by `performance.now()`. */
  readonly began: number;
  readonly caller: Caller | undefined;
}

/** A request as a log has it: one line of JSON. */
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
