import type { Command } from 'commander';
import { DEFAULT_TOOLS, TOOL_SETS } from '../servers/mcp/tool-set.js';
import { addInstallCommand } from './mcp-install.js';
import type { Terminal } from './terminal.js';
import type { McpOptions } from './serve-mcp.js';
import { MCP_PORT } from './port.js';
import { refuseUnknownVerbs } from './unknown-verb.js';

/** `mneme mcp`: the door for agents. Standard output is the protocol's; what is said to people goes to standard error. */
export function addMcpCommand(program: Command, terminal: Terminal, signal: AbortSignal): void {
  const command = program
    .command('mcp')
    .summary('Serve the memory to an agent over the Model Context Protocol.')
    .description(
      'Serve the memory to an agent over the Model Context Protocol: over standard input and output, or with --http to clients of this machine.',
    )
    .option(
      '--http [port]',
      `listen on 127.0.0.1 instead, at this port (default: ${MCP_PORT}; 0: a free one)`,
    )
    .option('--tools <set>', `which tools to offer: ${TOOL_SETS.join(', ')}`, DEFAULT_TOOLS)
    .option('--file <path>', 'the memory’s file')
    .option('--bank <name>', 'the bank')
    .option('--user-id <id>', 'the user whose memory in the bank it is')
    .option('--agent-id <id>', 'the agent that what is told and asked is of')
    .option('--run-id <id>', 'the run that what is told and asked is of')
    .option('--read-only', 'open only to read')
    .option('--owner <name>', 'whose memory it is; kept with the bank')
    .option('--facts', 'let the configured language model read facts off what is remembered')
    .action(async () => {
      // The protocol's packages are loaded by this command alone.
      const { serveMcp } = await import('./serve-mcp.js');
      await serveMcp(command.optsWithGlobals<McpOptions>(), signal);
    });
  addInstallCommand(command, terminal);
  refuseUnknownVerbs(command);
}
