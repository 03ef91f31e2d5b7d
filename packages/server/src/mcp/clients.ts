import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Facts of the machine that determine where a client's settings are, passed in for tests. */
export interface Surroundings {
  readonly home: string;
  /** Working directory: the project, for what is set up by project. */
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  /** Folders that the client's environment variables set in place of the defaults. */
  readonly moved?: MovedFolders;
}

export interface MovedFolders {
  /** `CLAUDE_CONFIG_DIR` */
  readonly claude?: string | undefined;
  /** `CODEX_HOME` */
  readonly codex?: string | undefined;
  /** `XDG_CONFIG_HOME` */
  readonly config?: string | undefined;
  /** `APPDATA`, on Windows */
  readonly roaming?: string | undefined;
}

/** How to start the server. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

/** Settings of this user on this machine, or of a project, shared by those who work on it. */
export type Scope = 'user' | 'project';

export interface ClientSetup {
  readonly title: string;
  /** The file as documented by the client; null where it has none of this scope. */
  path(scope: Scope, surroundings: Surroundings): string | null;
  /** Files or folders that exist where this user has the client installed. */
  traces(surroundings: Surroundings): readonly string[];
  /** Field of the file that holds the servers by name. */
  readonly field: string;
  /** A server's entry in the file. */
  entry(launch: Launch): Readonly<Record<string, unknown>>;
  /** What the user has to do afterwards. */
  readonly afterwards: string;
}

const plainEntry = ({ command, args }: Launch): Readonly<Record<string, unknown>> => ({
  command,
  args: [...args],
});
const typedEntry = (launch: Launch): Readonly<Record<string, unknown>> => ({
  type: 'stdio',
  ...plainEntry(launch),
});

/** The clients that `mneme setup` and `mneme mcp install` support. */
export const MCP_CLIENTS = {
  'claude-code': {
    title: 'Claude Code',
    path: (scope, { home, folder, moved }) =>
      scope === 'project' ? join(folder, '.mcp.json') : join(moved?.claude ?? home, '.claude.json'),
    traces: ({ home, moved }) => [
      moved?.claude ?? join(home, '.claude'),
      join(home, '.claude.json'),
    ],
    field: 'mcpServers',
    entry: typedEntry,
    afterwards: 'Start a new session of Claude Code.',
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    path: (scope, surroundings) =>
      scope === 'project'
        ? null
        : join(applicationData(surroundings), 'Claude', 'claude_desktop_config.json'),
    traces: (surroundings) => [join(applicationData(surroundings), 'Claude')],
    field: 'mcpServers',
    entry: plainEntry,
    afterwards: 'Quit Claude Desktop and start it again.',
  },
  cursor: {
    title: 'Cursor',
    path: (scope, { home, folder }) =>
      join(scope === 'project' ? folder : home, '.cursor', 'mcp.json'),
    traces: ({ home }) => [join(home, '.cursor')],
    field: 'mcpServers',
    entry: plainEntry,
    afterwards: 'Switch it on in Cursor’s settings, under MCP.',
  },
  vscode: {
    title: 'VS Code',
    path: (scope, surroundings) =>
      scope === 'project'
        ? join(surroundings.folder, '.vscode', 'mcp.json')
        : join(applicationData(surroundings), 'Code', 'User', 'mcp.json'),
    traces: (surroundings) => [join(applicationData(surroundings), 'Code', 'User')],
    field: 'servers',
    entry: typedEntry,
    afterwards: 'Start the server in VS Code: “MCP: List Servers”.',
  },
  codex: {
    title: 'Codex',
    path: (scope, { home, folder, moved }) =>
      scope === 'project'
        ? join(folder, '.codex', 'config.toml')
        : join(moved?.codex ?? join(home, '.codex'), 'config.toml'),
    traces: ({ home, moved }) => [moved?.codex ?? join(home, '.codex')],
    field: 'mcp_servers',
    entry: plainEntry,
    afterwards: 'Start a new session of Codex; `/mcp` lists it.',
  },
  gemini: {
    title: 'Gemini CLI',
    path: (scope, { home, folder }) =>
      join(scope === 'project' ? folder : home, '.gemini', 'settings.json'),
    traces: ({ home }) => [join(home, '.gemini')],
    field: 'mcpServers',
    entry: plainEntry,
    afterwards: 'Start Gemini CLI again; `/mcp` lists it.',
  },
  opencode: {
    title: 'OpenCode',
    path: (scope, surroundings) =>
      jsonOrCommented(
        join(scope === 'project' ? surroundings.folder : openCodeFolder(surroundings), 'opencode'),
      ),
    traces: (surroundings) => [openCodeFolder(surroundings)],
    field: 'mcp',
    entry: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }),
    afterwards: 'Start OpenCode again.',
  },
  windsurf: {
    title: 'Windsurf',
    path: (scope, { home }) =>
      scope === 'project' ? null : join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    traces: ({ home }) => [join(home, '.codeium', 'windsurf')],
    field: 'mcpServers',
    entry: plainEntry,
    afterwards: 'Refresh the list of servers in Windsurf’s Cascade panel.',
  },
} as const satisfies Readonly<Record<string, ClientSetup>>;
export type McpClient = keyof typeof MCP_CLIENTS;

export const CLIENT_NAMES = Object.keys(MCP_CLIENTS) as McpClient[];

/** The clients that this user has installed, by their traces. */
export function clientsFound(surroundings: Surroundings): McpClient[] {
  return CLIENT_NAMES.filter((client) => MCP_CLIENTS[client].traces(surroundings).some(existsSync));
}

/** Parses what {@link ClientSetup.entry} wrote; null for an entry that starts no program. */
export function launchIn(entry: unknown): Launch | null {
  const { command, args } = (entry ?? {}) as Readonly<Record<string, unknown>>;
  const words: unknown[] = Array.isArray(command) ? command : [command, ...listOf(args)];
  const [program, ...rest] = words.filter((word) => typeof word === 'string');
  return program === undefined ? null : { command: program, args: rest };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function applicationData({ home, platform, moved }: Surroundings): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return moved?.roaming ?? join(home, 'AppData', 'Roaming');
  return configFolder(home, moved);
}

const configFolder = (home: string, moved: MovedFolders | undefined): string =>
  moved?.config ?? join(home, '.config');

const openCodeFolder = ({ home, moved }: Surroundings): string =>
  join(configFolder(home, moved), 'opencode');

/** The existing spelling; the plain one where neither exists. */
const jsonOrCommented = (path: string): string =>
  existsSync(`${path}.jsonc`) ? `${path}.jsonc` : `${path}.json`;
