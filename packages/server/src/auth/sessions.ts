import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { bearerKey } from './request.js';

/** Somebody who looks through the console: their key stays here, and their browser has a cookie instead. */
export interface ConsoleSession {
  readonly id: string;
  /** Goes along with whatever changes something; other sites cannot read it. */
  readonly token: string;
  /** Null on a server that asks for none. */
  readonly key: string | null;
}

interface Held extends ConsoleSession {
  used: number;
}

/** A session ends when it was not used for so long. */
const IDLE_MS = 12 * 3_600_000;
/** Sessions of one key, and of all. */
const MAX_SESSIONS = { key: 20, all: 1_000 };
const TOKEN_HEADER = 'x-mneme-token';
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Sessions of the console, of this process alone: with it they end. */
export class ConsoleSessions {
  readonly #held = new Map<string, Held>();

  /** `ticks` gives milliseconds that only go on. */
  constructor(private readonly ticks: () => number) {}

  /** Begins one for a key that was admitted. The key's own longest unused makes room; where all are too many, that of the key that has most. */
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

  /** The session that a request's cookie names; null for none. */
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
   * The key of a request: of its header, else of its session; null for none. Throws `unauthorised` for a session that is over, `denied`
   * for a change that comes without its token.
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

/** What a browser is told to keep: for this server alone, sent with no request of another site's page, read by no script. */
export function sessionCookie(request: IncomingMessage, id: string | null): string {
  const secure = request.headers.origin?.startsWith('https:') === true ? '; Secure' : '';
  const age = id === null ? '; Max-Age=0' : '';
  return `${cookieName(request)}=${id ?? ''}; Path=/v1; HttpOnly; SameSite=Strict${secure}${age}`;
}

/** Cookies know no ports: two servers of one machine would take each other's. */
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
