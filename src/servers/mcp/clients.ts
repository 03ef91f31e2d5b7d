import { join } from 'node:path';

/** Where a client looks for its servers, told apart from the machine so that it can be tested. */
export interface Surroundings {
  readonly home: string;
  /** The folder the command runs in: a project, for clients that are set up by project. */
  readonly folder: string;
  readonly platform: NodeJS.Platform;
}

/** How to start the server. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

interface ClientSetup {
  readonly title: string;
  /** The file, by the client's own documentation. */
  path(surroundings: Surroundings): string;
  /** The field of the file that holds the servers by name. */
  readonly field: 'mcpServers' | 'servers';
  readonly typed: boolean;
  /** What a person does afterwards. */
  readonly afterwards: string;
}

function applicationData({ home, platform }: Surroundings): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return platform === 'win32' ? join(home, 'AppData', 'Roaming') : join(home, '.config');
}

/** The clients that `mneme mcp install` knows. */
export const MCP_CLIENTS = {
  'claude-code': {
    title: 'Claude Code',
    path: ({ folder }) => join(folder, '.mcp.json'),
    field: 'mcpServers',
    typed: true,
    afterwards: 'Start Claude Code in this folder and allow the server.',
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    path: (surroundings) =>
      join(applicationData(surroundings), 'Claude', 'claude_desktop_config.json'),
    field: 'mcpServers',
    typed: false,
    afterwards: 'Quit Claude Desktop and start it again.',
  },
  cursor: {
    title: 'Cursor',
    path: ({ home }) => join(home, '.cursor', 'mcp.json'),
    field: 'mcpServers',
    typed: false,
    afterwards: 'Switch it on in Cursor’s settings, under MCP.',
  },
  vscode: {
    title: 'VS Code',
    path: ({ folder }) => join(folder, '.vscode', 'mcp.json'),
    field: 'servers',
    typed: true,
    afterwards: 'Open this folder in VS Code and start the server.',
  },
} as const satisfies Readonly<Record<string, ClientSetup>>;
export type McpClient = keyof typeof MCP_CLIENTS;

/** What the client's file says of the server. */
export function entryFor(
  client: McpClient,
  { command, args }: Launch,
): Readonly<Record<string, unknown>> {
  return { ...(MCP_CLIENTS[client].typed ? { type: 'stdio' } : {}), command, args: [...args] };
}
