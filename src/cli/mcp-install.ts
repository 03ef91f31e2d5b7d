import type { Command } from 'commander';
import { userFolders } from '../config/surroundings.js';
import { MnemeError } from '../domain/errors.js';
import { CLIENT_NAMES, MCP_CLIENTS, type McpClient } from '../servers/mcp/clients.js';
import { applyChange, planChange, type ClientChange } from '../servers/mcp/install.js';
import { ownLaunch, sharedLaunch, type LaunchFlags } from './launch.js';
import type { Terminal } from './terminal.js';
import { accent, bad, dim } from '../format/style.js';

interface InstallOptions extends LaunchFlags {
  readonly print?: boolean;
  readonly remove?: boolean;
  readonly project?: boolean;
  readonly json?: boolean;
}

/** `mneme mcp install`: puts the server into a client's own settings, and takes it out again. */
export function addInstallCommand(mcp: Command, terminal: Terminal): void {
  const command = mcp
    .command('install')
    .summary('Set up a client to start the server.')
    .description(
      'Shows the change of the client’s own settings and makes it. --file, --bank, --user-id, --agent-id, --run-id, --tools, --owner, --reader, --reading and --read-only before `install` go into it.',
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
      const written = options.print !== true && change.action !== 'none';
      if (options.json !== true) terminal.out(describe(change));
      if (written) applyChange(change);
      if (options.json === true) {
        const { text: _text, old: _old, ...told } = change;
        terminal.out(JSON.stringify({ ...told, written }, null, 2));
      } else if (written)
        terminal.out(
          `Done. ${change.action === 'remove' ? '' : MCP_CLIENTS[change.client].afterwards}`.trim(),
        );
    });
}

/** Throws `invalid_input` for a client that is not known. */
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
