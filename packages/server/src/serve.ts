import { createAdaptorServer } from '@hono/node-server';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Mneme } from '@mneme/core/mneme.js';
import { addCompat } from './compat/mount.js';
import { Admission, TokenBuckets, homeBank, ratedAt } from './auth/admission.js';
import { type BodyLimits, isLoopback } from './auth/request.js';
import type { GrpcOptions, ServedGrpc } from './grpc/serve-grpc.js';
import { McpMount } from './mcp/server.js';
import type { McpTool } from './mcp/tool.js';
import { ConsoleSessions } from './rest/console.js';
import { createApp, type RestParts } from './rest/app.js';
import { askedBank, type HttpApp } from './rest/http.js';
import { AnswerOnce } from './running/answers.js';
import type { serveGrpc } from './grpc/serve-grpc.js';
import { ChangeFeeds, StreamSlots } from './running/change-feeds.js';
import { IdleWatch, type IdleWatchOptions } from './running/idle-work.js';
import { BackupDownloads, sweepSpoolFolders, UploadQuota } from './running/spooled-files.js';
import { LongWork } from './running/jobs.js';
import { RecallPool, type PoolOptions } from './running/recall-pool.js';
import { Runner, type RunnerEvents } from './running/runner.js';
import { WorkQueue } from './running/scheduling.js';
import { WorkThreads } from './running/work-threads.js';

export interface ServeOptions {
  readonly host: string;
  /** Whether to serve REST and the console in addition to the Model Context Protocol. */
  readonly rest: boolean;
  /** Folder of the console's build; null to serve none. */
  readonly console: string | null;
  /** 0 picks a free port. */
  readonly port: number;
  /** Host names under which it is reached, in addition to `host`. */
  readonly names: readonly string[];
  /** Other origins whose pages may call it. */
  readonly origins: readonly string[];
  /** gRPC on a separate port; null for none. */
  readonly grpc: GrpcOptions | null;
  /** Requests per second of one key; null for no limit. */
  readonly rate: number | null;
  /** Requests per second on one bank, of all keys together; null for no limit. */
  readonly bankRate: number | null;
  readonly limits: BodyLimits;
  /** Threads for queries and imports, in addition to this one. */
  readonly threads: PoolOptions;
  /** When banks that consolidate by themselves do so; null for never. */
  readonly idle: Pick<IdleWatchOptions, 'idleMs' | 'everyMs'> | null;
  readonly tools: readonly McpTool[];
  readonly version: string;
  /** Receives one line per event, without keys, queries or texts. */
  readonly report: (line: string) => void;
  /** Whether to report every request. */
  readonly log: boolean;
}

export interface Served {
  /** `http://127.0.0.1:4488` */
  readonly url: string;
  /** `127.0.0.1:4489`; null where gRPC is not served. */
  readonly grpc: string | null;
  /**
   * Accepts no more requests, lets those in progress finish, and stops long work between two commits. The memory
   * stays open.
   */
  close(): Promise<void>;
}

/** How long requests in progress may take once the server shuts down. */
const FINISH_MS = 3_000;
const SWEEP_MS = 50;
/**
 * Keep-alive timeout: with Node's five seconds, a client that pauses may use a connection that is just being closed.
 */
const IDLE_MS = 65_000;

/**
 * Serves a memory over HTTP: REST, the Model Context Protocol and the console, on one port, and gRPC on another.
 * Throws `invalid_input`, `unavailable`.
 */
export async function serveMemory(memory: Mneme, options: ServeOptions): Promise<Served> {
  const { host, version } = options;
  if (!isLoopback(host) && !(await memory.file.keys.asked())) {
    throw new MnemeError(
      'invalid_input',
      `Without a key it listens on this machine alone, not on ${host}.`,
      { field: '--host', value: host, hint: 'Make a key first: `mneme keys create <name>`.' },
    );
  }
  await sweepSpoolFolders(Date.now());
  const stopping = new AbortController();
  const fault = (error: unknown): void => options.report(describeFault(error));
  const idle = watchIdle(memory, options.idle, fault);
  const upkeep = dropDeleted(memory, fault);
  const webhooks = memory.webhooks.deliver(fault);
  const parts = partsOf(memory, options, { stopping: stopping.signal, fault, idle });
  const { runner, work, backups } = parts;
  const app = createApp(parts);
  const mcp = new McpMount({
    runner,
    work,
    admission: parts.admission,
    tools: options.tools,
    version,
    limits: options.limits,
    fault,
  });
  addMcp(app, mcp, memory.bankName);
  if (options.rest) addCompat(app, memory.bankName, parts);
  const server = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects: false,
    serverOptions: { headersTimeout: 10_000, requestTimeout: 600_000, keepAliveTimeout: IDLE_MS },
  }) as Server;
  let grpc: ServedGrpc | null = null;
  const close = async (): Promise<void> => {
    stopping.abort();
    clearInterval(upkeep);
    await Promise.all([
      finish(server),
      grpc?.close(),
      work.close(),
      mcp.close(),
      webhooks?.close(),
    ]);
    await Promise.all([idle?.close(), runner.close(), backups.close()]);
  };
  try {
    await listen(server, options);
    // Loaded only on demand.
    if (options.grpc !== null)
      grpc = await (
        await loadGrpc()
      ).serveGrpc({ ...parts, bank: memory.bankName }, options.grpc, FINISH_MS);
  } catch (error) {
    await close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    grpc: grpc?.address ?? null,
    close,
  };
}

/** The parts shared by every protocol. */
function partsOf(
  memory: Mneme,
  options: ServeOptions,
  {
    stopping,
    fault,
    idle,
  }: Pick<RestParts, 'stopping' | 'fault'> & { readonly idle: IdleWatch | null },
): RestParts {
  const { host, report, version, names, origins, rate, limits, rest } = options;
  const ticks = (): number => performance.now();
  const work = new LongWork(fault);
  return {
    runner: makeRunner(memory, options, fault, {
      asked: () => idle?.asked(),
      erased: (names) => work.forgetNames(names),
    }),
    work,
    feeds: new ChangeFeeds(memory),
    streams: new StreamSlots(),
    quota: new UploadQuota(limits.uploadBytes, (pieces) => memory.file.asSealed(pieces)),
    backups: new BackupDownloads(memory),
    admission: new Admission(memory, { loopback: isLoopback(host), rate, ticks }),
    hosts: { host, names, origins },
    once: new AnswerOnce(memory.file.replies),
    limits,
    stopping,
    fault,
    version,
    rest,
    console: options.console,
    sessions: new ConsoleSessions(ticks),
    ...(options.log ? { report } : {}),
  };
}

/** The caller installs its packages. Throws `unavailable` where they are missing. */
async function loadGrpc(): Promise<{ readonly serveGrpc: typeof serveGrpc }> {
  try {
    return await import('./grpc/serve-grpc.js');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new MnemeError('unavailable', 'gRPC needs packages that are not installed.', {
      field: '--grpc',
      hint: 'Run `npm install @grpc/grpc-js @grpc/proto-loader grpc-health-check`, or serve without --grpc.',
      cause,
    });
  }
}

/** How often to check for deleted banks past their time. */
const UPKEEP_MS = 3_600_000;

/** Purges deleted banks that can no longer be restored. */
function dropDeleted(memory: Mneme, fault: (error: unknown) => void): NodeJS.Timeout {
  const look = (): void => void memory.file.dropDue().catch(fault);
  look();
  return setInterval(look, UPKEEP_MS).unref();
}

function watchIdle(
  memory: Mneme,
  when: ServeOptions['idle'],
  fault: (error: unknown) => void,
): IdleWatch | null {
  if (when === null) return null;
  return new IdleWatch(memory, { ...when, ticks: () => performance.now(), fault });
}

/** Minimum slots for long computations: two, so that one caller leaves one to others. */
const MIN_SLOTS = 2;
/** Slots for erasures and examinations, and as many for verifications. */
const OWN_SLOTS = { atOnce: 2, each: 1 };
/** Maximum queued jobs per caller and queue. */
const MAX_WAITING = 32;
/** How long a thread for long computations may be idle before it ends. */
const REST_MS = 10_000;

function makeRunner(
  memory: Mneme,
  { threads, bankRate }: Pick<ServeOptions, 'threads' | 'bankRate'>,
  fault: (error: unknown) => void,
  told: RunnerEvents,
): Runner {
  const { open } = threads;
  const slots = Math.max(MIN_SLOTS, threads.threads + 1);
  return new Runner(
    memory,
    {
      pool: threads.threads === 0 ? null : new RecallPool(threads, fault),
      threads:
        open === null
          ? null
          : new WorkThreads({ open, bank: memory.bankName, restMs: REST_MS }, fault),
      lines: {
        general: new WorkQueue({ atOnce: slots, each: slots - 1, waiting: MAX_WAITING }),
        urgent: new WorkQueue({ ...OWN_SLOTS, waiting: MAX_WAITING }),
        solving: new WorkQueue({ ...OWN_SLOTS, waiting: MAX_WAITING }),
      },
    },
    told,
    bankRate === null ? null : new TokenBuckets(ratedAt(bankRate), () => performance.now()),
  );
}

/**
 * `/mcp` serves the bank the server was started with, or the only one that the key opens; `/v1/banks/{bank}/mcp` any
 * other.
 */
function addMcp(app: HttpApp, mcp: McpMount, bank: string): void {
  app.all('/mcp', (asked) => {
    const caller = asked.get('caller');
    return mcp.serve(asked.req.raw, caller, askedBank(homeBank(caller, bank), asked.req.url).bank);
  });
  app.all('/v1/banks/:bank/mcp', (asked) =>
    mcp.serve(
      asked.req.raw,
      asked.get('caller'),
      askedBank(asked.req.param('bank'), asked.req.url).bank,
    ),
  );
}

function listen(
  server: Server,
  { host, port }: Pick<ServeOptions, 'host' | 'port'>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const what =
        cause.code === 'EADDRINUSE'
          ? `Port ${port} is taken.`
          : `${host}:${port} cannot be listened on: ${cause.code ?? 'a fault'}.`;
      reject(
        new MnemeError('unavailable', what, {
          field: '--port',
          value: port,
          hint: 'Name another port; 0 takes a free one.',
          cause,
        }),
      );
    });
    server.listen(port, host, resolve);
  });
}

/** Closes idle connections, the others after their answer, and in the end all by force. */
async function finish(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const end = setTimeout(() => server.closeAllConnections(), FINISH_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(end);
}

/** The stack without its message: a message may quote somebody's input. */
function describeFault(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const places = [
    ...stack.matchAll(
      /^ +at (?:async )?(?:(\S+) \()?(?:node:)?(?:[^()\s/\\]*[/\\])*([\w.-]+:\d+):\d+\)?$/gm,
    ),
  ]
    .slice(0, 6)
    .map(([, name, place]) => `${name ?? ''} ${place ?? ''}`.trim());
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  const kind = error instanceof Error ? error.name : typeof error;
  return `fault: ${kind}${typeof code === 'string' ? ` (${code})` : ''} at ${places.join(' < ')}`;
}
