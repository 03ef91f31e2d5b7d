import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { parseInput } from '@mneme/core/domain/input.js';
import { textUpTo } from '@mneme/core/domain/schema.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { type Admission, type Caller, homeBank } from '../auth/admission.js';
import { bearerKey, type BodyLimits } from '../auth/request.js';
import { type HttpApp, type HttpContext, parseObjectBody, readText } from './http.js';

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
function sessionCookie(request: IncomingMessage, id: string | null): string {
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

/** A file of the console, stored compressed. */
interface Asset {
  readonly type: string;
  readonly gzipped: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
};

const PAGE = 'index.html';

/**
 * Loads nothing from other origins, allows no inline script or style, turns no string into markup (trusted types),
 * and forbids framing.
 */
const SAFETY = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

/** The files of the console, read on first request. */
class ConsoleAssets {
  #files: ReadonlyMap<string, Asset> | null = null;

  /** `folder` holds the build; null where there is none. */
  constructor(private readonly folder: string | null) {}

  /** The page itself. Throws `unavailable` where the console was not built. */
  page(request: Request): Response {
    return this.file(PAGE, request);
  }

  /** A file by its name. Throws `not_found`, `unavailable`. */
  file(name: string, request: Request): Response {
    this.#files ??= readFiles(this.folder);
    const asset = this.#files.get(name);
    if (asset === undefined)
      throw new MnemeError('not_found', 'The console has no such file.', {
        field: 'path',
        value: name,
        hint: 'Load the page again: its files have new names after an update.',
      });
    const headers: Record<string, string> = {
      ...SAFETY,
      'content-type': asset.type,
      etag: asset.etag,
      vary: 'accept-encoding',
      // File names contain a hash of the content, except for the page that names the others.
      'cache-control': name === PAGE ? 'no-cache' : 'public, max-age=31536000, immutable',
    };
    if (request.headers.get('if-none-match') === asset.etag)
      return new Response(null, { status: 304, headers });
    if (/\bgzip\b/.test(request.headers.get('accept-encoding') ?? ''))
      return new Response(asset.gzipped, {
        headers: { ...headers, 'content-encoding': 'gzip' },
      });
    return new Response(new Uint8Array(gunzipSync(asset.gzipped)), { headers });
  }
}

function readFiles(folder: string | null): ReadonlyMap<string, Asset> {
  if (folder === null || !existsSync(join(folder, `${PAGE}.gz`)))
    throw new MnemeError('unavailable', 'The console was not built here.', {
      hint: 'In a checkout, run `npm run build`. REST at /v1 is served as ever.',
    });
  return new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.gz'))
      .map((name): [string, Asset] => {
        const gzipped = new Uint8Array(readFileSync(join(folder, name)));
        const plain = name.slice(0, -'.gz'.length);
        const hash = createHash('sha256').update(gzipped).digest('base64url').slice(0, 22);
        return [
          plain,
          {
            type: TYPES[plain.slice(plain.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
            gzipped,
            etag: `"${hash}"`,
          },
        ];
      }),
  );
}

interface ConsoleParts {
  readonly memory: Mneme;
  readonly admission: Admission;
  readonly sessions: ConsoleSessions;
  readonly limits: BodyLimits;
  readonly version: string;
  /** Folder of the console's build; null for none. */
  readonly folder: string | null;
}

const SessionInput = z.strictObject({
  key: textUpTo(200).optional().describe('The key, where one is asked for.'),
});

/** The user of a session, and their rights. */
export interface SessionOutput {
  /** Required in `x-mneme-token` for writes. */
  readonly token: string;
  /** The key's name; null on a server that requires none. */
  readonly name: string | null;
  readonly scopes: Caller['scopes'];
  /** The banks that the key opens; null for all. */
  readonly banks: readonly string[] | null;
  /** The bank to show first. */
  readonly bank: string;
  readonly version: string;
}

/** Serves the console and its sessions, where a cookie replaces the key. */
export function addConsole(app: HttpApp, parts: ConsoleParts): void {
  const { admission, sessions, limits } = parts;
  const assets = new ConsoleAssets(parts.folder);
  app.get('/', (asked) => assets.page(asked.req.raw));
  app.get('/console/:file', (asked) => assets.file(asked.req.param('file'), asked.req.raw));

  app.get('/v1/session', async (asked) => {
    const { incoming } = asked.env;
    const session = sessions.of(incoming);
    const caller = await admission.admit(session?.key ?? null, addressOf(asked));
    return asked.json(tell(session ?? begin(asked, null, sessions), caller, parts));
  });
  app.post('/v1/session', async (asked) => {
    const { key = null } = parseInput(
      SessionInput,
      parseObjectBody(await readText(asked.env.incoming, limits)),
      'session',
    );
    const caller = await admission.admit(key, addressOf(asked));
    return asked.json(tell(begin(asked, key, sessions), caller, parts), 201);
  });
  app.delete('/v1/session', (asked) => {
    const { incoming, outgoing } = asked.env;
    sessions.keyOf(incoming);
    const session = sessions.of(incoming);
    if (session !== null) sessions.close(session);
    outgoing.setHeader('set-cookie', sessionCookie(incoming, null));
    return new Response(null, { status: 204 });
  });
}

function begin(asked: HttpContext, key: string | null, sessions: ConsoleSessions): ConsoleSession {
  const session = sessions.open(key);
  const { incoming, outgoing } = asked.env;
  outgoing.setHeader('set-cookie', sessionCookie(incoming, session.id));
  return session;
}

const addressOf = ({ env }: HttpContext): string => env.incoming.socket.remoteAddress ?? '';

function tell(
  { token }: ConsoleSession,
  { actor, scopes, banks }: Caller,
  caller: Pick<ConsoleParts, 'memory' | 'version'>,
): SessionOutput {
  return {
    token,
    name: actor?.replace(/^key:/, '') ?? null,
    scopes,
    banks,
    bank: homeBank({ banks }, caller.memory.bankName),
    version: caller.version,
  };
}
