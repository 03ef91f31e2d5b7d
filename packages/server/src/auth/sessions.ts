import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { bearerKey } from './request.js';

/** A session of the console: the key stays on the server, the browser has a cookie instead. */
export interface ConsoleSession {
  readonly id: string;
  /** CSRF token, sent with every write; other sites cannot read it. */
  readonly token: string;
  /** Null on a server that requires no key. */
  readonly key: string | null;
}

interface Held extends ConsoleSession {
  used: number;
}

/** A session expires when unused for this long. */
const IDLE_MS = 12 * 3_600_000;
/** Maximum sessions per key, and in total. */
const MAX_SESSIONS = { key: 20, all: 1_000 };
const TOKEN_HEADER = 'x-mneme-token';
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Sessions of the console, held in memory: they end with the process. */
export class ConsoleSessions {
  readonly #held = new Map<string, Held>();

  /** `ticks` gives milliseconds of a monotonic clock. */
  constructor(private readonly ticks: () => number) {}

  /**
   * Opens a session for an admitted key. At the limit of a key, its least recently used one is dropped; at the total
   * limit, one of the key that has most.
   */
  open(key: string | null): ConsoleSession {
    const session = { id: secret(), token: secret(), key, used: this.ticks() };
    this.#makeRoom(key);
    this.#held.set(session.id, session);
    return session;
  }

  #makeRoom(key: string | null): void {
    const own = this.#of(key);
    const most = [...new Set([...this.#held.values()].map((held) => held.key))]
      .map((each) => this.#of(each))
      .reduce((a, b) => (b.length > a.length ? b : a), own);
    const [oldest] =
      own.length >= MAX_SESSIONS.key ? own : this.#held.size >= MAX_SESSIONS.all ? most : [];
    if (oldest !== undefined) this.#held.delete(oldest.id);
  }

  #of(key: string | null): readonly Held[] {
    return [...this.#held.values()].filter((held) => held.key === key);
  }

  close({ id }: ConsoleSession): void {
    this.#held.delete(id);
  }

  /** The session named by a request's cookie; null for none. */
  of(request: IncomingMessage): ConsoleSession | null {
    const id = cookieOf(request, cookieName(request));
    const held = id === null ? undefined : this.#held.get(id);
    if (held === undefined) return null;
    this.#held.delete(held.id);
    const now = this.ticks();
    if (now - held.used > IDLE_MS) return null;
    held.used = now;
    this.#held.set(held.id, held);
    return held;
  }

  /**
   * The key of a request: of its header, else of its session; null for none. Throws `unauthorised` for an expired
   * session, `denied` for a write without its token.
   */
  keyOf(request: IncomingMessage): string | null {
    const { authorization } = request.headers;
    const name = cookieName(request);
    if (authorization !== undefined || cookieOf(request, name) === null)
      return bearerKey(authorization);
    const session = this.of(request);
    if (session === null)
      throw new MnemeError('unauthorised', 'This session of the console is over.', {
        field: 'session',
        hint: 'Open it again: POST /v1/session.',
      });
    if (!READS.has(request.method ?? '') && !same(request.headers[TOKEN_HEADER], session.token))
      throw new MnemeError('denied', 'What changes something takes the token of its session.', {
        field: TOKEN_HEADER,
        hint: 'GET /v1/session tells it.',
      });
    return session.key;
  }
}

/**
 * The cookie of a session: for this host only, never sent with another site's requests, and not readable by scripts.
 * Null clears it.
 */
export function sessionCookie(request: IncomingMessage, id: string | null): string {
  const secure = request.headers.origin?.startsWith('https:') === true ? '; Secure' : '';
  const age = id === null ? '; Max-Age=0' : '';
  return `${cookieName(request)}=${id ?? ''}; Path=/v1; HttpOnly; SameSite=Strict${secure}${age}`;
}

/** Cookies ignore ports: without the port in the name, two servers of one machine would overwrite each other's. */
function cookieName({ socket }: IncomingMessage): string {
  return `mneme-console-${socket.localPort ?? 0}`;
}

function cookieOf({ headers }: IncomingMessage, name: string): string | null {
  for (const part of (headers.cookie ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

function same(given: string | readonly string[] | undefined, token: string): boolean {
  if (typeof given !== 'string' || given.length !== token.length) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(token));
}

const secret = (): string => randomBytes(24).toString('base64url');
