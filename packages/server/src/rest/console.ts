import { z } from 'zod';
import { parseInput } from '@mneme/core/domain/parse-input.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { homeBank, type Admission, type Caller } from '../auth/admission.js';
import { sessionCookie, type ConsoleSession, type ConsoleSessions } from '../auth/sessions.js';
import type { BodyLimits } from '../auth/input-limits.js';
import { ConsoleAssets } from '../console/assets.js';
import type { HttpApp, HttpContext } from './http.js';
import { parseObjectBody, readText } from './read-request.js';
import { textUpTo } from '@mneme/core/domain/schema.js';

export interface ConsoleParts {
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
