import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { memoryFlags, type OpenFlags, openOptions } from './flags.js';
import { packageRoot, untilStopped } from './process.js';
import { type Config, type ConfigInput, readConfig } from '@mneme/core/config/config.js';
import { foreignEnvironment } from '@mneme/core/config/environment.js';
import { readKey } from '@mneme/core/config/secrets.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { openMemory, type OpenOptions } from '@mneme/mneme/open.js';
import { DEFAULT_TOOLS, toolSetNamed } from '@mneme/server/mcp/clients.js';
import type { ServeOptions } from '@mneme/server/serve.js';

/** Default ports: of the Model Context Protocol alone, with REST, and of gRPC. */
export const MCP_PORT = 4477;
const SERVER_PORT = 4488;
const GRPC_PORT = 4489;

/** The port in a flag; 0 picks a free one. Throws `invalid_input` naming the flag. */
function portOf(given: string, flag: string): number {
  const port = Number(given);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535 && given.trim() !== '') return port;
  throw new MnemeError('invalid_input', `${flag} takes a port from 0 to 65535.`, {
    field: flag,
    value: given,
  });
}

const HOST = '127.0.0.1';
const MEGABYTE = 1_048_576;
/**
 * Concurrent queries per thread: enough to stay busy while the main thread commits, or many where it waits for a
 * model’s server.
 */
const [COMPUTING_AT_ONCE, WAITING_AT_ONCE] = [6, 32];
/** Timeout for a JSON body, and for the next chunk of a file. */
const PATIENCE_MS = 30_000;
/** The process exits this long after a signal, whatever is in progress: acknowledged writes are on disk. */
const LATEST_END_MS = 4_500;

/** Interval of the check whether consolidation is due. */
const IDLE_LOOK_MS = 15_000;

interface ServeFlags {
  readonly port?: string;
  readonly host?: string;
  readonly allowHost?: readonly string[];
  readonly cors?: readonly string[];
  readonly rate?: string;
  readonly bankRate?: string;
  readonly bodyLimit?: string;
  readonly uploadLimit?: string;
  readonly threads?: string;
  readonly bankMemory?: string;
  readonly tools?: string;
  readonly idle?: string;
  readonly log?: boolean;
  readonly grpc?: string | true;
  /** Whether to serve REST and the console in addition to the Model Context Protocol. */
  readonly rest?: boolean;
}

const another = (value: string, before: readonly string[] = []): string[] => [...before, value];

/** `mneme serve`: every bank of the file over HTTP, for programs. Messages for people go to standard error. */
export function addServeCommand(program: Command, signal: AbortSignal): void {
  const command = program
    .command('serve')
    .summary('Serve the memory over HTTP: REST, the Model Context Protocol and the console.')
    .description(
      'Serve every bank of the file over HTTP on one port: REST at /v1, the Model Context Protocol at /mcp, the console at /. Without a key (mneme keys create) it serves this machine alone.',
    )
    .option('--port <port>', `0 takes a free one (default: ${SERVER_PORT})`)
    .option(
      '--host <address>',
      `where to listen; beyond this machine only once a key was made (default: ${HOST})`,
    )
    .option(
      '--grpc [port]',
      `gRPC beside it, on a port of its own (default: ${GRPC_PORT}); 0 takes a free one`,
    )
    .option('--allow-host <name>', 'a host name it is reached by; may be given again', another)
    .option('--cors <origin>', 'a site whose pages may call it; may be given again', another)
    .option('--rate <n>', 'requests a second of one key; 0: no limit (default: 1000)')
    .option(
      '--bank-rate <n>',
      'requests a second to one bank, of all keys together; 0: no limit (default: 0)',
    )
    .option('--body-limit <MB>', 'largest JSON body (default: 8)')
    .option('--upload-limit <MB>', 'largest file to import (default: 512)')
    .option(
      '--threads <n>',
      'threads that answer questions beside the main one (default: one less than there are cores, at least 1)',
    )
    .option(
      '--bank-memory <MB>',
      'what the indexes of open banks may take in all threads together; banks that nobody asks for are let go and woken again; 0: no bound (default: 0)',
    )
    .option(
      '--tools <set>',
      'which tools the Model Context Protocol offers: agent (default), core, graph, full',
    )
    .option(
      '--idle <minutes>',
      'banks that are to dream by themselves (mneme dream --schedule) do after so long without a request; 0: never (default: 10)',
    )
    .option('--log', 'a line of JSON for every request, without keys, names of banks and texts');
  memoryFlags(command, 'the bank that /mcp serves').action(async () => {
    await serve(command.optsWithGlobals<ServeFlags & OpenFlags>(), signal);
  });
}

async function serve(flags: ServeFlags & OpenFlags, signal: AbortSignal): Promise<void> {
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const server = await startServer(openOptions(flags), flags, say);
  say(connectionHelp(server, flags.bank ?? 'default'));
  await untilStopped(signal);
  const late = setTimeout(() => process.exit(0), LATEST_END_MS);
  await server.close();
  clearTimeout(late);
}

/** A memory being served. */
export interface Serving {
  readonly url: string;
  /** Address of gRPC; null where it is off. */
  readonly grpc: string | null;
  close(): Promise<void>;
}

/** Opens the memory and serves it; `close` closes both. */
export async function startServer(
  opened: OpenOptions,
  flags: ServeFlags,
  report: (line: string) => void,
): Promise<Serving> {
  const limits = {
    bodyBytes: wholeNumber(flags.bodyLimit ?? '8', '--body-limit', 1) * MEGABYTE,
    uploadBytes: wholeNumber(flags.uploadLimit ?? '512', '--upload-limit', 1) * MEGABYTE,
    patienceMs: PATIENCE_MS,
  };
  const port = portOf(flags.port ?? String(SERVER_PORT), '--port');
  const grpcPort =
    flags.grpc === undefined
      ? null
      : flags.grpc === true
        ? GRPC_PORT
        : portOf(flags.grpc, '--grpc');
  const rates = ratesOf(flags);
  const asked = threadsOf(flags);
  const [{ serveMemory }, { toolsOf }, { keepHeapsSmall }] = await Promise.all([
    import('@mneme/server/serve.js'),
    import('@mneme/server/mcp/tool-sets.js'),
    import('@mneme/server/running/idle-work.js'),
  ]);
  const heaps = keepHeapsSmall();
  const tools = toolsOf(toolSetNamed(flags.tools ?? DEFAULT_TOOLS));
  const config = readConfig(opened as ConfigInput);
  const { embedder, reranker, languageModel } = config;
  const waits = [embedder, reranker, languageModel].some((model) => model !== undefined);
  const bankMemory = sharedBy(asked + 1, flags.bankMemory);
  // Read once: its command may ask a person, and threads open the memory, too.
  const key = readKey(config);
  const sized = {
    ...opened,
    ...(bankMemory === null ? {} : { bankMemory }),
    ...(key === undefined ? {} : { key }),
  };
  const memory = await openMemory(sized);
  try {
    const served = await serveMemory(memory, {
      host: flags.host ?? HOST,
      rest: flags.rest !== false,
      port,
      names: flags.allowHost ?? [],
      origins: flags.cors ?? [],
      grpc:
        grpcPort === null
          ? null
          : { port: grpcPort, protoFolder: join(packageRoot().folder, 'proto') },
      ...rates,
      limits,
      // A memory in this process alone cannot be opened by a thread.
      threads: {
        threads: inProcess(config) ? 0 : asked,
        atOnce: waits ? WAITING_AT_ONCE : COMPUTING_AT_ONCE,
        open: inProcess(config) ? null : sized,
      },
      idle: idleOf(flags),
      tools,
      console: join(packageRoot().folder, 'dist', 'bin', 'console'),
      version: packageRoot().version,
      report,
      log: flags.log === true,
    });
    return {
      url: served.url,
      grpc: served.grpc,
      close: async () => {
        await served.close();
        await memory.close();
        clearInterval(heaps);
      },
    };
  } catch (error) {
    await memory.close();
    throw error;
  }
}

function threadsOf({ threads }: ServeFlags): number {
  return threads === undefined
    ? Math.max(1, availableParallelism() - 1)
    : wholeNumber(threads, '--threads', 0);
}

function ratesOf({
  rate = '1000',
  bankRate = '0',
}: ServeFlags): Pick<ServeOptions, 'rate' | 'bankRate'> {
  const orNone = (given: string, flag: string): number | null =>
    wholeNumber(given, flag, 0) || null;
  return { rate: orNone(rate, '--rate'), bankRate: orNone(bankRate, '--bank-rate') };
}

/** Divides a limit on memory among threads, as each has its own indexes. */
function sharedBy(threads: number, given: string | undefined): number | null {
  const megabytes = given === undefined ? 0 : wholeNumber(given, '--bank-memory', 0);
  return given === undefined ? null : Math.ceil(megabytes / threads);
}

const inProcess = ({ store, file }: Config): boolean => store === undefined && file === ':memory:';

function idleOf({ idle = '10' }: ServeFlags): ServeOptions['idle'] {
  const minutes = wholeNumber(idle, '--idle', 0);
  return minutes === 0 ? null : { idleMs: minutes * 60_000, everyMs: IDLE_LOOK_MS };
}

/** Help on connecting to the server, for people. */
export function connectionHelp({ url, grpc }: Pick<Serving, 'url' | 'grpc'>, bank: string): string {
  return `Listening at ${url}
  console      ${url}/
  REST         curl ${url}/v1/banks/${encodeURIComponent(bank)}/recall -H 'content-type: application/json' -d '{"query":"Where does Tom live?"}'
  agents       ${url}/mcp
  description  ${url}/v1/openapi.json${grpc === null ? '' : `\n  gRPC         ${grpc}`}`;
}

function wholeNumber(given: string, flag: string, least: number): number {
  const value = Number(given);
  if (Number.isInteger(value) && value >= least && given.trim() !== '') return value;
  throw new MnemeError('invalid_input', `${flag} takes a whole number from ${least}.`, {
    field: flag,
    value: given,
  });
}

interface ConsoleFlags extends OpenFlags, Pick<ServeFlags, 'port'> {
  readonly open?: boolean;
}

/** The command that opens a URL in the default browser, by platform. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** `mneme console`: serves the memory on this machine and shows it in the browser. */
export function addConsoleCommand(program: Command, signal: AbortSignal): void {
  const command = program
    .command('console')
    .summary('Look into the memory in the browser, and put it right.')
    .description(
      'Serve the memory on this machine, as `mneme serve` does, and open its console in the browser: what it holds, why it answers as it does, what changed, and what needs a look. It ends with this command.',
    )
    .option('--port <port>', 'default: that of `mneme serve`, or a free one where that is taken')
    .option('--no-open', 'only say where it is')
    .option('--file <path>', 'the memory’s file')
    .option('--bank <name>', 'the bank to begin with')
    .option('--read-only', 'open only to read')
    .action(async () => {
      const flags = command.optsWithGlobals<ConsoleFlags>();
      const say = (line: string): void => void process.stderr.write(`${line}\n`);
      const server = await serving(flags, say);
      try {
        say(`The console is at ${server.url}/ (end it with Ctrl-C).`);
        if (flags.open !== false && process.stderr.isTTY === true) show(`${server.url}/`, say);
        await untilStopped(signal);
      } finally {
        await server.close();
      }
    });
}

/** On the port given, else the usual one, or a free one where that is taken. */
async function serving(flags: ConsoleFlags, say: (line: string) => void): Promise<Serving> {
  const options = openOptions(flags);
  try {
    return await startServer(options, flags, say);
  } catch (error) {
    const taken = MnemeError.is(error) && error.code === 'unavailable' && error.field === '--port';
    if (!taken || flags.port !== undefined) throw error;
    return startServer(options, { port: '0' }, say);
  }
}

/** Opens the browser; without one, the address printed before has to do. */
function show(url: string, say: (line: string) => void): void {
  const [program = '', ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(program, [...args, url], {
    stdio: 'ignore',
    detached: true,
    env: foreignEnvironment(),
  });
  opener.on('error', () => say('No browser opened by itself; open that address in one.'));
  opener.unref();
}
