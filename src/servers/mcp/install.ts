import {
  isRecord,
  leftAlone,
  readSettings,
  settingsText,
  writeSettings,
} from '../client-settings.js';
import {
  entryFor,
  MCP_CLIENTS,
  type Launch,
  type McpClient,
  type Surroundings,
} from './clients.js';

const NAME = 'mneme';

/** A change of a client's own file, before it is made. */
export interface ClientChange {
  readonly client: McpClient;
  readonly path: string;
  readonly action: 'add' | 'replace' | 'remove' | 'none';
  /** The server's entry as it was and as it will be, in the field that holds it; null where there is none. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  /** The whole file as it will be. */
  readonly text: string;
}

/** What would change in the client's file to start the server by `launch`, or with null never again. Nothing else of the file changes. */
export function planChange(
  client: McpClient,
  launch: Launch | null,
  surroundings: Surroundings,
): ClientChange {
  const { field, path: locate } = MCP_CLIENTS[client];
  const path = locate(surroundings);
  const after = launch === null ? null : entryFor(client, launch);
  const byHand =
    after === null
      ? `Take "${NAME}" out of "${field}" by hand.`
      : `Put this into "${field}" by hand: "${NAME}": ${JSON.stringify(after)}`;
  const { text: old, settings } = readSettings(path, byHand);
  const servers = settings[field] ?? {};
  if (!isRecord(servers)) throw leftAlone(path, `has no object "${field}"`, byHand);
  const before = Object.hasOwn(servers, NAME) ? servers[NAME] : null;
  const same = JSON.stringify(before) === JSON.stringify(after);
  const { [NAME]: _replaced, ...others } = servers;
  const changed = { ...settings, [field]: after === null ? others : { ...servers, [NAME]: after } };
  const action = same ? 'none' : after === null ? 'remove' : before === null ? 'add' : 'replace';
  return {
    client,
    path,
    action,
    field,
    before,
    after,
    text: same ? (old ?? '') : settingsText(changed, old),
  };
}

/** Makes the change. */
export function applyChange({ path, action, text }: ClientChange): void {
  if (action !== 'none') writeSettings(path, text);
}
