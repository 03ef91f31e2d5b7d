import { Hono } from 'hono';
import { routePath } from 'hono/route';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { reportingRedactions } from '@mneme/core/operations/operation.js';
import {
  assertAllows,
  assertMayWatch,
  type Caller,
  isAnswerStored,
  isRepeatable,
} from '../auth/admission.js';
import {
  allowedOrigin,
  assertOurHost,
  type BodyLimits,
  type HostRules,
  requestLine,
} from '../auth/request.js';
import { addConsole, type ConsoleSessions } from './console.js';
import {
  addChangeStream,
  type ChangeStreamParts,
  type Endpoint,
  endpoints,
  readInput,
} from './routes.js';
import { addBackups, addKeys, BACKUPS, KEYS } from './file-administration.js';
import {
  askedBank,
  assertDeclared,
  disconnectSignal,
  faultResponse,
  type HttpApp,
  type HttpContext,
  type JsonAnswer,
  methodNotAllowed,
  methodsAt,
  parseObjectBody,
  problemOf,
  readText,
  sendJson,
} from './http.js';
import { describeApi } from './openapi.js';
import { type AnswerOnce, NOTICE, plainNotice } from '../running/answers.js';
import { createBank, getBank, listBanks, type Runner } from '../running/runner.js';
import type { LongWork } from '../running/jobs.js';
import { type BackupDownloads, takeUpload, type UploadQuota } from '../running/spooled-files.js';

/** Long work: visible to, and stoppable by, callers with at least the rights of the one who started it. */
function addWork(
  app: HttpApp,
  place: string,
  { runner, work }: { readonly runner: Runner; readonly work: LongWork },
): void {
  const known = (asked: HttpContext): readonly [Caller, string] => {
    const caller = asked.get('caller');
    const { bank } = askedBank(asked.req.param('bank') ?? '', asked.req.url);
    return [caller, runner.bankFor(caller, bank).bankName];
  };
  app.get(`${place}/operations`, (asked) => asked.json(work.list(...known(asked))));
  app.get(`${place}/operations/:id`, (asked) =>
    asked.json(work.get(...known(asked), asked.req.param('id') ?? '')),
  );
  app.delete(`${place}/operations/:id`, async (asked) => {
    const [caller, bank] = known(asked);
    assertAllows(caller, 'write');
    return asked.json(await work.cancel(caller, bank, asked.req.param('id') ?? ''));
  });
}

export interface RestParts extends ChangeStreamParts {
  readonly work: LongWork;
  readonly quota: UploadQuota;
  readonly backups: BackupDownloads;
  readonly hosts: HostRules;
  readonly once: AnswerOnce;
  readonly limits: BodyLimits;
  readonly version: string;
  readonly sessions: ConsoleSessions;
  /** Folder of the console's build; null for none. */
  readonly console: string | null;
  /** Whether to serve REST, in addition to health and what others add. */
  readonly rest: boolean;
  /** Receives a log line per request, where wanted. */
  readonly report?: (line: string) => void;
}

type Asked = HttpContext;

const JSON_HEADERS = { 'content-type': 'application/json' };
const BANK = '/v1/banks/:bank';

/** The REST API: every operation of the table at its path below /v1, and the server's own endpoints. */
export function createApp(parts: RestParts): HttpApp {
  const app: HttpApp = new Hono();
  app.onError((error) => {
    if (MnemeError.is(error)) return problemOf(error);
    parts.fault(error);
    return faultResponse();
  });
  app.notFound((asked) => refuseUnserved(app, asked));
  admitRequests(app, parts);
  app.get('/health/live', () => new Response('{"status":"live"}', { headers: JSON_HEADERS }));
  app.get('/health/ready', async () => {
    if (parts.stopping.aborted) throw new MnemeError('closed', 'The server is ending.');
    // Asks the store something that takes as long however many banks there are.
    await parts.runner.memory.file.keys.asked();
    await parts.runner.memory.file.assertInPlace();
    return new Response('{"status":"ready"}', { headers: JSON_HEADERS });
  });
  app.get('/metrics', async (asked) => {
    assertMayWatch(asked.get('caller'));
    return new Response(await parts.runner.metrics(), {
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
    });
  });
  if (parts.rest) addRest(app, parts);
  return app;
}

/** Answers where no handler matched: 405 with the allowed methods where the path exists (RFC 9110, 15.5.6). */
function refuseUnserved(app: HttpApp, asked: Asked): Response {
  const allowed = methodsAt(app.routes, asked.req.path);
  if (allowed.length > 0) return methodNotAllowed(asked.req.method, allowed);
  return problemOf(
    new MnemeError('not_found', 'There is nothing here.', {
      hint: 'GET /v1/openapi.json tells what there is.',
    }),
  );
}

function addRest(app: HttpApp, parts: RestParts): void {
  const all = endpoints();
  const description = JSON.stringify(describeApi(all, parts.version));
  app.get('/v1/openapi.json', () => new Response(description, { headers: JSON_HEADERS }));
  addConsole(app, { ...parts, memory: parts.runner.memory, folder: parts.console });
  addBanks(app, parts);
  addKeys(app, { ...parts, memory: parts.runner.memory });
  addBackups(app, parts);
  addChangeStream(app, BANK, parts);
  for (const endpoint of all) {
    const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1');
    app.on(endpoint.method, `${BANK}${path}`, (asked) =>
      endpoint.upload ? takeFile(endpoint, asked, parts) : answer(endpoint, asked, parts),
    );
  }
  addWork(app, BANK, parts);
}

/** The checks that every request passes first: host, origin, and a key for everything below /v1 and /mcp. */
function admitRequests(app: HttpApp, parts: RestParts): void {
  const { admission, hosts, sessions, stopping, report } = parts;
  if (report !== undefined) app.use('*', (asked, next) => logRequest(asked, next, report));
  app.use('*', async (asked, next) => {
    if (stopping.aborted) return leaving();
    const { headers } = asked.env.incoming;
    const { host } = headers;
    assertOurHost(host, hosts);
    const origin = allowedOrigin(headers.origin, host, hosts);
    if (origin !== null && asked.req.method === 'OPTIONS')
      return new Response(null, { status: 204, headers: preflight(origin) });
    if (origin !== null)
      asked.env.outgoing
        .setHeader('access-control-allow-origin', origin)
        .setHeader('vary', 'Origin');
    await next();
    // A keep-alive connection would outlive the server.
    if (stopping.aborted && !asked.env.outgoing.headersSent)
      asked.env.outgoing.setHeader('connection', 'close');
    return undefined;
  });
  const admit = async (asked: Asked, next: () => Promise<void>): Promise<void> => {
    asked.set(
      'caller',
      await admission.admit(
        sessions.keyOf(asked.env.incoming),
        asked.env.incoming.socket.remoteAddress ?? '',
      ),
    );
    await next();
  };
  app.use('/v1/banks/*', admit);
  for (const place of [KEYS, BACKUPS]) {
    app.use(place, admit);
    app.use(`${place}/*`, admit);
  }
  app.use('/mcp', admit);
  app.use('/metrics', admit);
}

function leaving(): Response {
  const response = problemOf(
    new MnemeError('closed', 'The server is ending.', { hint: 'Try again in a moment.' }),
  );
  response.headers.set('connection', 'close');
  return response;
}

async function logRequest(
  asked: Asked,
  next: () => Promise<void>,
  report: (line: string) => void,
): Promise<void> {
  const began = performance.now();
  await next();
  report(
    requestLine({
      method: asked.req.method,
      place: routePath(asked, -1),
      status: asked.res.status,
      began,
      caller: asked.get('caller') as Caller | undefined,
    }),
  );
}

const preflight = (origin: string): Record<string, string> => ({
  'access-control-allow-origin': origin,
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, last-event-id, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name',
  'access-control-max-age': '600',
  vary: 'Origin',
});

const bankOf = (asked: Asked): string =>
  askedBank(asked.req.param('bank') ?? '', asked.req.url).bank;

function addBanks(app: HttpApp, { runner }: RestParts): void {
  app.get('/v1/banks', async (asked) => asked.json(await listBanks(runner, asked.get('caller'))));
  app.get(BANK, async (asked) =>
    asked.json(await getBank(runner, asked.get('caller'), bankOf(asked))),
  );
  app.put(BANK, async (asked) => {
    const { bank, founded } = await createBank(runner, asked.get('caller'), bankOf(asked));
    return asked.json(bank, founded ? 201 : 200);
  });
}

async function answer(
  endpoint: Endpoint,
  asked: Asked,
  { runner, work, limits, once, stopping, admission }: RestParts,
): Promise<Response> {
  const { operation, method } = endpoint;
  if (operation.former !== undefined) asked.env.outgoing.setHeader('deprecation', 'true');
  // Check access before validating: a bank of others must look missing, whatever is requested.
  const [caller, url] = [asked.get('caller'), new URL(asked.req.url)];
  runner.bankFor(caller, bankOf(asked));
  const text = method === 'GET' ? '' : await readText(asked.env.incoming, limits);
  admission.charge(caller, text.length);
  const { bank, query, body } = askedBank(
    asked.req.param('bank') ?? '',
    asked.req.url,
    parseObjectBody(text),
  );
  const perform = async (): Promise<{ status: number; body: string }> => {
    const input = readInput(endpoint, asked.req.param(), query, body);
    const call = { caller, bank, operation, input };
    if (!endpoint.long) {
      const { answer: given, takenOut } = await reportingRedactions(
        () => runner.run(call, { signal: disconnectSignal(asked.env.outgoing) }),
        (written) => JSON.parse(written) as unknown,
      );
      if (takenOut !== '') asked.env.outgoing.setHeader(NOTICE, plainNotice(takenOut));
      return { status: 200, body: given };
    }
    const parsed = await runner.admitted(call);
    return {
      status: 202,
      body: JSON.stringify(
        work.start({ caller, bank, operation: operation.name }, (context) =>
          runner.perform(call, parsed, context),
        ),
      ),
    };
  };
  const key = asked.env.incoming.headers['idempotency-key'];
  if (typeof key !== 'string' || !isAnswerStored(operation))
    return respond(asked, await perform(), bank, stopping);
  const request = {
    owner: JSON.stringify([caller.id, bank]),
    key,
    parts: [method, url.pathname, url.search, text],
    repeatable: isRepeatable(operation),
  };
  const { replayed, ...answered } = await once.answer(request, perform);
  return respond(
    asked,
    { ...answered, ...(replayed ? { headers: { 'idempotent-replayed': 'true' } } : {}) },
    bank,
    stopping,
  );
}

function respond(
  asked: Asked,
  { status, body, headers }: JsonAnswer,
  bank: string,
  stopping: AbortSignal,
): Response {
  const location =
    status === 202
      ? {
          location: `/v1/banks/${encodeURIComponent(bank)}/operations/${(JSON.parse(body) as { id: string }).id}`,
        }
      : {};
  const leaving = stopping.aborted ? { connection: 'close' } : {};
  return sendJson(asked.env.outgoing, {
    status,
    body,
    headers: { ...headers, ...location, ...leaving },
  });
}

async function takeFile(endpoint: Endpoint, asked: Asked, parts: RestParts): Promise<Response> {
  const { operation } = endpoint;
  const caller = asked.get('caller');
  const { bank, query } = askedBank(asked.req.param('bank') ?? '', asked.req.url);
  const input = readInput(endpoint, {}, query, {});
  const body = (): Request['body'] => {
    assertDeclared(asked.env.incoming.headers['content-length'], parts.limits.uploadBytes);
    return asked.req.raw.body;
  };
  const { outgoing } = asked.env;
  // Do not wait for the rest of a refused upload.
  outgoing.setHeader('connection', 'close');
  const work = await takeUpload({ call: { caller, bank, operation, input }, body }, parts);
  outgoing.removeHeader('connection');
  return respond(asked, { status: 202, body: JSON.stringify(work) }, bank, parts.stopping);
}
