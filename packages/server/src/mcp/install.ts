import { MnemeError } from '@mneme/core/domain/errors.js';
import {
  editSettings,
  notEditable,
  readSettings,
  writeSettings,
  type ClientSettings,
} from '../client-settings.js';
import {
  CLIENT_NAMES,
  MCP_CLIENTS,
  type ClientSetup,
  type Launch,
  type McpClient,
  type Scope,
  type Surroundings,
} from './clients.js';
import { isRecord } from '@mneme/core/domain/well-formed.js';

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
