import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { MnemeError } from '../domain/errors.js';
import { openMemory, type OpenOptions } from '../open.js';
import { serveOverHttp, serveOverStdio, type Serving } from '../servers/mcp/serve.js';
import { TOOL_SETS, toolSetNamed, toolsOf } from '../servers/mcp/tool-sets.js';
import { addInstallCommand } from './mcp-install.js';
import type { Terminal } from './program.js';

const DEFAULT_PORT = 4477;

interface McpOptions {
  readonly http?: string | true;
  readonly tools: string;
  readonly file?: string;
  readonly bank?: string;
  readonly readOnly?: boolean;
}

/** `mneme mcp`: the door for agents. Standard output is the protocol's; what is said to people goes to standard error. */
export function addMcpCommand(program: Command, terminal: Terminal, signal: AbortSignal): void {
  const command = program
    .command('mcp')
    .summary('Serve the memory to an agent over the Model Context Protocol.')
    .description('Serve the memory to an agent over the Model Context Protocol: over standard input and output, or with --http to clients of this machine.')
    .option('--http [port]', `listen on 127.0.0.1 instead, at this port (default: ${DEFAULT_PORT}; 0: a free one)`)
    .option('--tools <set>', `which tools to offer: ${TOOL_SETS.join(', ')}`, 'core')
    .option('--file <path>', 'the memory’s file')
    .option('--bank <name>', 'the bank')
    .option('--read-only', 'open only to read')
    .action(async () => {
      await serve(command.optsWithGlobals<McpOptions>(), signal);
    });
  addInstallCommand(command, terminal);
}

async function serve(options: McpOptions, signal: AbortSignal): Promise<void> {
  const tools = toolsOf(toolSetNamed(options.tools));
  const port = options.http === undefined ? null : portOf(options.http);
  const memory = await openMemory(openOptions(options));
  try {
    const parts = { memory, tools, version: packageVersion() };
    const say = (line: string): void => void process.stderr.write(`${line}\n`);
    const serving = port === null ? serveOverStdio(parts, say) : await serveOverHttp(parts, port, say);
    if ('url' in serving) say(`Listening at ${String(serving.url)}`);
    await untilStopped(serving, signal);
    await serving.close();
  } finally {
    await memory.close();
  }
}

function openOptions({ file, bank, readOnly }: Pick<McpOptions, 'file' | 'bank' | 'readOnly'>): OpenOptions {
  return { ...(file === undefined ? {} : { file }), ...(bank === undefined ? {} : { bank }), ...(readOnly === undefined ? {} : { readOnly }) };
}

/** Until the client is gone, or a person or the system ends it. */
async function untilStopped({ ended }: Serving, signal: AbortSignal): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    for (const name of ['SIGTERM', 'SIGHUP'] as const) process.once(name, () => resolve());
  });
  await Promise.race([ended, stopped]);
}

function portOf(given: string | true): number {
  const port = given === true ? DEFAULT_PORT : Number(given);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535 && given !== '') return port;
  throw new MnemeError('invalid_input', '--http takes a port from 0 to 65535.', { field: '--http', value: given });
}

/** Of the package, which lies above the built program and above its sources alike. */
function packageVersion(): string {
  for (const up of ['../../package.json', '../../../package.json']) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(up, import.meta.url), 'utf8')) as { name: string; version: string };
      if (name === 'mneme') return version;
    } catch {
      // The other place has it.
    }
  }
  return '0.0.0';
}
