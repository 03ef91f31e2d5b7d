import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { isRecord } from '@mneme/core/domain/well-formed.js';
import {
  type ClientSettings,
  editSettings,
  notEditable,
  readSettings,
  writeSettings,
} from '../client-settings.js';

/** The tool sets that a server can offer. */
export const TOOL_SETS = ['agent', 'core', 'graph', 'full', 'dialogue', 'reference'] as const;
/** The default. */
export const DEFAULT_TOOLS: ToolSet = 'agent';
export type ToolSet = (typeof TOOL_SETS)[number];

/** Throws `invalid_input` with the choices for an unknown name. */
export function toolSetNamed(name: string): ToolSet {
  const set = TOOL_SETS.find((each) => each === name);
  if (set !== undefined) return set;
  throw new MnemeError('invalid_input', `--tools: there is no set ${name}.`, {
    field: '--tools',
    value: name,
    hint: `One of: ${TOOL_SETS.join(', ')}.`,
  });
}

/** Facts of the machine that determine where a client's settings are, passed in for tests. */
export interface Surroundings {
  readonly home: string;
  /** Working directory: the project, for what is set up by project. */
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  /** Folders that the client's environment variables set in place of the defaults. */
  readonly moved?: MovedFolders;
}

interface MovedFolders {
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

const NAME = 'mneme';

/** A planned change of a client's settings file. */
export interface ClientChange {
  readonly client: McpClient;
  readonly path: string;
  readonly action: 'add' | 'replace' | 'remove' | 'none';
  /** The field that holds the server, and its entry before and after; null where there is none. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  /** The whole file before, null for none, and after. */
  readonly old: string | null;
  readonly text: string;
}

/** Plans to start the server by `launch`; null removes it. Nothing else in the file changes. */
export function planChange(
  client: McpClient,
  launch: Launch | null,
  surroundings: Surroundings,
  scope: Scope = 'user',
): ClientChange {
  const setup: ClientSetup = MCP_CLIENTS[client];
  return planEntry(client, launch === null ? null : setup.entry(launch), surroundings, scope);
}

/** {@link planChange} for an entry that is already in the client's own format. */
export function planEntry(
  client: McpClient,
  after: unknown,
  surroundings: Surroundings,
  scope: Scope,
): ClientChange {
  const { field } = MCP_CLIENTS[client];
  const byHand =
    after === null
      ? `Take "${NAME}" out of "${field}" by hand.`
      : `Put this into "${field}" by hand: "${NAME}": ${JSON.stringify(after)}`;
  const { file, at, before } = entryIn(client, surroundings, scope, byHand);
  const { path, text: old } = file;
  const same = JSON.stringify(before) === JSON.stringify(after);
  const action = same ? 'none' : after === null ? 'remove' : before === null ? 'add' : 'replace';
  const text = same
    ? (old ?? '')
    : editSettings(file, [{ at: [...at, NAME], value: after ?? undefined }], byHand);
  return { client, path, action, field: at.join('.'), before, after, old, text };
}

export function applyChange({ path, action, text, old }: ClientChange): void {
  if (action !== 'none') writeSettings(path, text, old);
}

/** The server's entry in the client's file; null where there is none. */
export function installedEntry(
  client: McpClient,
  surroundings: Surroundings,
  scope: Scope,
): unknown {
  return entryIn(client, surroundings, scope, 'Mend the file.').before;
}

interface EntryPlace {
  readonly file: ClientSettings;
  /** Path of fields that leads to the servers. */
  readonly at: readonly string[];
  readonly before: unknown;
}

function entryIn(
  client: McpClient,
  surroundings: Surroundings,
  scope: Scope,
  byHand: string,
): EntryPlace {
  const setup: ClientSetup = MCP_CLIENTS[client];
  const path = setup.path(scope, surroundings);
  if (path === null) throw noProjects(client, surroundings);
  const file = readSettings(path, byHand);
  const { at, servers } = serversOf(setup.field, file.settings);
  if (servers !== undefined && !isRecord(servers))
    throw notEditable(path, `has no object "${at.join('.')}"`, byHand);
  const before = servers !== undefined && Object.hasOwn(servers, NAME) ? servers[NAME] : null;
  return { file, at, before };
}

/** OpenCode 2 nests its servers one field deeper. */
function serversOf(
  field: string,
  settings: Readonly<Record<string, unknown>>,
): { readonly at: readonly string[]; readonly servers: unknown } {
  const outer = settings[field];
  if (field === 'mcp' && isRecord(outer) && isRecord(outer.servers) && !('type' in outer.servers))
    return { at: [field, 'servers'], servers: outer.servers };
  return { at: [field], servers: outer };
}

function noProjects(client: McpClient, surroundings: Surroundings): MnemeError {
  const others = CLIENT_NAMES.filter(
    (each) => MCP_CLIENTS[each].path('project', surroundings) !== null,
  );
  const { title } = MCP_CLIENTS[client];
  return new MnemeError('invalid_input', `${title} has no settings for a project.`, {
    field: 'client',
    value: client,
    hint: `Leave --project out, or name one of: ${others.join(', ')}.`,
  });
}
