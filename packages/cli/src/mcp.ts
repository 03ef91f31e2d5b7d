import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { memoryFlags, type OpenFlags, openOptions } from './flags.js';
import { changeSettings, type Terminal } from './process.js';
import type { McpOptions } from './serve-agents.js';
import { MCP_PORT } from './serve.js';
import { refuseUnknownVerbs } from './verbs.js';
import { readConfig } from '@mneme/core/config/config.js';
import { userFolders } from '@mneme/core/config/environment.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';
import { accent, bad, dim } from '@mneme/core/format/style.js';
import {
  applyChange,
  CLIENT_NAMES,
  type ClientChange,
  DEFAULT_TOOLS,
  type Launch,
  MCP_CLIENTS,
  type McpClient,
  planChange,
  TOOL_SETS,
  toolSetNamed,
} from '@mneme/server/mcp/clients.js';

interface LaunchFlags extends OpenFlags {
  readonly tools: string;
  readonly files?: string;
}

/**
 * A launch of this very program on the current memory, with absolute paths: the client has neither our environment
 * nor our working directory.
 */
export function ownLaunch({ tools, files, ...flags }: LaunchFlags): Launch {
  const { file, store, bank, userId, agentId, runId, readOnly, owner, keyCommand } = readConfig(
    openOptions(flags),
  );
  return {
    command: process.execPath,
    args: [
      ...process.execArgv,
      resolve(process.argv[1] ?? 'mneme'),
      'mcp',
      ...(store === undefined ? ['--file', file] : ['--store', store]),
      ...(bank === 'default' ? [] : ['--bank', bank]),
      ...(keyCommand === undefined ? [] : ['--key-command', keyCommand.map(quoted).join(' ')]),
      ...chosen({
        ...flags,
        ...definedOnly({ userId, agentId, runId, owner }),
        tools,
        readOnly,
        ...(files === undefined ? {} : { files: resolve(files) }),
      }),
    ],
  };
}

/** A word of a command that is given as one line. */
const quoted = (word: string): string => (word.includes('"') ? `'${word}'` : `"${word}"`);

/**
 * A launch for a shared file: no path of this machine, and everyone's own memory, unless a file inside the project is
 * named. Throws `invalid_input` for any other file.
 */
export function sharedLaunch(
  { tools, file, bank, files, ...flags }: LaunchFlags,
  folder: string,
): Launch {
  return {
    command: 'npx',
    args: [
      '-y',
      'mneme',
      'mcp',
      ...(file === undefined ? [] : ['--file', insideProject(file, folder, '--file')]),
      ...(bank === undefined || bank === 'default' ? [] : ['--bank', bank]),
      ...chosen({
        ...flags,
        tools,
        ...(files === undefined ? {} : { files: insideProject(files, folder, '--files') }),
      }),
    ],
  };
}

function chosen({
  tools,
  files,
  userId,
  agentId,
  runId,
  readOnly,
  owner,
  reading,
  reader,
}: LaunchFlags): string[] {
  return [
    ...(userId === undefined ? [] : ['--user-id', userId]),
    ...(agentId === undefined ? [] : ['--agent-id', agentId]),
    ...(runId === undefined ? [] : ['--run-id', runId]),
    ...(tools === DEFAULT_TOOLS ? [] : ['--tools', toolSetNamed(tools)]),
    ...(files === undefined ? [] : ['--files', files]),
    ...(readOnly === true ? ['--read-only'] : []),
    ...(owner === undefined ? [] : ['--owner', owner]),
    ...(reader === undefined ? [] : ['--reader', reader]),
    ...(reading === true && reader === undefined ? ['--reading'] : []),
  ];
}

function insideProject(file: string, folder: string, field: '--file' | '--files'): string {
  const path = relative(folder, resolve(folder, file)).replaceAll('\\', '/');
  if (path !== '' && !path.startsWith('..') && resolve(folder, path) === resolve(folder, file))
    return path;
  throw new MnemeError(
    'invalid_input',
    `${file} is a path of this machine, and the settings are shared.`,
    {
      field,
      value: file,
      hint: `Leave ${field} out, so that everybody has their own, or name one inside the project.`,
    },
  );
}

interface InstallOptions extends LaunchFlags {
  readonly print?: boolean;
  readonly remove?: boolean;
  readonly project?: boolean;
  readonly json?: boolean;
}

/** `mneme mcp install`: adds the server to a client's settings, or removes it. */
function addInstallCommand(mcp: Command, terminal: Terminal): void {
  const command = mcp
    .command('install')
    .summary('Set up a client to start the server.')
    .description(
      'Shows the change of the client’s own settings and makes it. --file, --bank, --user-id, --agent-id, --run-id, --tools, --files, --owner, --reader, --reading, --key-command and --read-only before `install` go into it.',
    )
    .argument('<client>', CLIENT_NAMES.join(', '))
    .option(
      '--project',
      'in this folder’s project, in a file that is shared: without paths of this machine',
    )
    .option('--print', 'only show the change')
    .option('--remove', 'take the server out again')
    .action((name: string) => {
      const options = command.optsWithGlobals<InstallOptions>();
      const client = clientNamed(name);
      const around = userFolders();
      const project = options.project === true;
      const launch = project ? sharedLaunch(options, around.folder) : ownLaunch(options);
      const wanted = options.remove === true ? null : launch;
      const change = planChange(client, wanted, around, project ? 'project' : 'user');
      changeSettings(change, options, terminal, {
        render: describe,
        apply: applyChange,
        afterwards: ({ action }) => (action === 'remove' ? '' : MCP_CLIENTS[client].afterwards),
      });
    });
}

/** Throws `invalid_input` for an unknown client. */
export function clientNamed(name: string): McpClient {
  const client = CLIENT_NAMES.find((each) => each === name);
  if (client !== undefined) return client;
  throw new MnemeError('invalid_input', `There is no client ${name}.`, {
    field: 'client',
    value: name,
    hint: `One of: ${CLIENT_NAMES.join(', ')}.`,
  });
}

function describe({ client, path, action, field, before, after }: ClientChange): string {
  const { title } = MCP_CLIENTS[client];
  if (action === 'none') return `${title} (${path}): nothing to change.`;
  const entry = (sign: string, value: unknown): string[] =>
    value === null
      ? []
      : `"mneme": ${JSON.stringify(value, null, 2)}`.split('\n').map((line) => `${sign} ${line}`);
  return [
    `${title}, ${dim(path)}, in "${field}":`,
    ...entry('-', before).map(bad),
    ...entry('+', after).map(accent),
  ].join('\n');
}

/** `mneme mcp`: serves agents. Standard output belongs to the protocol; messages for people go to standard error. */
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
    .option('--files <dir>', 'also offer Anthropic’s memory tool, over this folder of notes');
  memoryFlags(command, 'the bank')
    .option('--user-id <id>', 'the user whose memory in the bank it is')
    .option('--agent-id <id>', 'the agent that what is told and asked is of')
    .option('--run-id <id>', 'the run that what is told and asked is of')
    .action(async () => {
      // Only this command loads the protocol's packages.
      const { serveMcp } = await import('./serve-agents.js');
      await serveMcp(command.optsWithGlobals<McpOptions>(), signal);
    });
  addInstallCommand(command, terminal);
  refuseUnknownVerbs(command);
}
