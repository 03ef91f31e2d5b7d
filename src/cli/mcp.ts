import type { Command } from 'commander';
import { openMemory } from '../open.js';
import { serveOverStdio } from '../servers/mcp/stdio.js';
import { TOOL_SETS, toolSetNamed, toolsOf } from '../servers/mcp/tool-sets.js';
import { addInstallCommand } from './mcp-install.js';
import { openOptions, type OpenFlags } from './open-options.js';
import { packageVersion } from './package-version.js';
import type { Terminal } from './program.js';
import { startServer } from './serve.js';
import { untilStopped } from './until-stopped.js';

const DEFAULT_PORT = 4477;

interface McpOptions extends OpenFlags {
  readonly http?: string | true;
  readonly tools: string;
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
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  if (options.http !== undefined) {
    // The same server as `mneme serve`, without its REST part: one door, one policy.
    const server = await startServer(openOptions(options), { port: options.http === true ? String(DEFAULT_PORT) : options.http, tools: options.tools, rest: false }, say);
    say(`Listening at ${server.url}/mcp`);
    await untilStopped(signal);
    await server.close();
    return;
  }
  const memory = await openMemory(openOptions(options));
  try {
    const serving = serveOverStdio({ memory, tools, version: packageVersion() }, say);
    await Promise.race([serving.ended, untilStopped(signal)]);
    await serving.close();
  } finally {
    await memory.close();
  }
}
