import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../config/config.js';
import { MnemeError } from '../domain/errors.js';
import { MCP_CLIENTS, type Launch, type McpClient } from '../servers/mcp/clients.js';
import { applyChange, planChange, type ClientChange } from '../servers/mcp/install.js';
import { DEFAULT_TOOLS, toolSetNamed } from '../servers/mcp/tool-set.js';
import { settingsOf } from './open-options.js';
import type { Terminal } from './terminal.js';
import { accent, bad, dim } from '../screen/style.js';

interface InstallOptions {
  readonly print?: boolean;
  readonly remove?: boolean;
  readonly json?: boolean;
  readonly tools: string;
  readonly file?: string;
  readonly bank?: string;
  readonly readOnly?: boolean;
  readonly owner?: string;
  readonly facts?: boolean;
}

const CLIENTS = Object.keys(MCP_CLIENTS) as McpClient[];

/** `mneme mcp install`: puts the server into a client's own settings, and takes it out again. */
export function addInstallCommand(mcp: Command, terminal: Terminal): void {
  const command = mcp
    .command('install')
    .summary('Set up a client to start the server.')
    .description(
      'Shows the change of the client’s own settings and makes it. --file, --bank, --tools, --owner, --facts and --read-only before `install` go into it.',
    )
    .argument('<client>', CLIENTS.join(', '))
    .option('--print', 'only show the change')
    .option('--remove', 'take the server out again')
    .action((name: string) => {
      const options = command.optsWithGlobals<InstallOptions>();
      const launch = options.remove === true ? null : launchOf(options);
      const change = planChange(clientOf(name), launch, {
        home: homedir(),
        folder: process.cwd(),
        platform: process.platform,
      });
      const written = options.print !== true && change.action !== 'none';
      if (options.json !== true) terminal.out(describe(change));
      if (written) applyChange(change);
      if (options.json === true) {
        const { text: _text, ...told } = change;
        terminal.out(JSON.stringify({ ...told, written }, null, 2));
      } else if (written)
        terminal.out(
          `Done. ${change.action === 'remove' ? '' : MCP_CLIENTS[change.client].afterwards}`.trim(),
        );
    });
}

function clientOf(name: string): McpClient {
  const client = CLIENTS.find((each) => each === name);
  if (client !== undefined) return client;
  throw new MnemeError('invalid_input', `There is no client ${name}.`, {
    field: 'client',
    value: name,
    hint: `One of: ${CLIENTS.join(', ')}.`,
  });
}

/** This very program on the memory that holds here, with paths that hold in any folder: the client has neither our environment nor our folder. */
function launchOf({ tools, ...flags }: InstallOptions): Launch {
  const program = process.argv[1] ?? 'mneme';
  const { file, store, bank, readOnly, owner } = readConfig(settingsOf(flags));
  return {
    command: process.execPath,
    args: [
      ...process.execArgv,
      resolve(program),
      'mcp',
      ...(store === undefined ? ['--file', file] : ['--store', store]),
      ...(bank === 'default' ? [] : ['--bank', bank]),
      ...(tools === DEFAULT_TOOLS ? [] : ['--tools', toolSetNamed(tools)]),
      ...(readOnly ? ['--read-only'] : []),
      ...(owner === undefined ? [] : ['--owner', owner]),
      ...(flags.facts === true ? ['--facts'] : []),
    ],
  };
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
