import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { MnemeError } from '../../domain/errors.js';
import { entryFor, MCP_CLIENTS, type Launch, type McpClient, type Surroundings } from './clients.js';

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
export function planChange(client: McpClient, launch: Launch | null, surroundings: Surroundings): ClientChange {
  const { field, path: locate } = MCP_CLIENTS[client];
  const path = locate(surroundings);
  const old = existsSync(path) ? readFileSync(path, 'utf8') : null;
  const after = launch === null ? null : entryFor(client, launch);
  const settings = parse(old, path, field, after);
  const servers = (settings[field] ?? {}) as Record<string, unknown>;
  const before = Object.hasOwn(servers, NAME) ? servers[NAME] : null;
  const same = JSON.stringify(before) === JSON.stringify(after);
  const { [NAME]: _replaced, ...others } = servers;
  const changed = { ...settings, [field]: after === null ? others : { ...servers, [NAME]: after } };
  const action = same ? 'none' : after === null ? 'remove' : before === null ? 'add' : 'replace';
  return { client, path, action, field, before, after, text: same ? (old ?? '') : `${JSON.stringify(changed, null, indentOf(old))}\n` };
}

/** Makes the change: the whole new file takes the old one's place in one step, with its permissions. */
export function applyChange({ path, action, text }: ClientChange): void {
  if (action === 'none') return;
  try {
    mkdirSync(dirname(path), { recursive: true });
    // A link stays one: what it points to is replaced.
    const target = existsSync(path) ? realpathSync(path) : path;
    const fresh = `${target}.${process.pid}.tmp`;
    writeFileSync(fresh, text, { mode: existsSync(target) ? statSync(target).mode : 0o600 });
    renameSync(fresh, target);
  } catch (cause) {
    throw new MnemeError('invalid_input', `${path} cannot be written: ${(cause as Error).message}.`, { field: 'client', value: path, hint: 'Run it with --print and put the entry in by hand.', cause });
  }
}

function parse(text: string | null, path: string, field: string, entry: unknown): Record<string, unknown> {
  if (text === null || text.trim() === '') return {};
  const refuse = (why: string, cause?: unknown): MnemeError =>
    new MnemeError('invalid_input', `${path} ${why}, so it is left as it is.`, { field: 'client', value: path, hint: entry === null ? `Take "${NAME}" out of "${field}" by hand.` : `Put this into "${field}" by hand: "${NAME}": ${JSON.stringify(entry)}`, cause });
  let settings: unknown;
  try {
    settings = JSON.parse(text);
  } catch (cause) {
    throw refuse('is not plain JSON (comments cannot be kept)', cause);
  }
  if (!isRecord(settings) || !isRecord(settings[field] ?? {})) throw refuse(`has no object "${field}"`);
  return settings;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The file's own indent. */
function indentOf(text: string | null): string {
  return /^([ \t]+)"/m.exec(text ?? '')?.[1] ?? '  ';
}
