import { planHooks } from '../hooks/install-hooks.js';
import type { Launch, McpClient, Scope, Surroundings } from '../mcp/clients.js';
import { planChange, planEntry } from '../mcp/install.js';
import type { SetupRecord } from './setup-record.js';

/** One thing that a setup puts into a client's settings. */
export interface SetupPart {
  readonly client: McpClient;
  readonly kind: 'server' | 'hooks';
}

/** How what is put there starts Mneme. */
export interface Commands {
  readonly server: Launch;
  readonly hook: string;
}

/** A change of one file, before it is made. */
export interface PartChange extends SetupPart {
  readonly path: string;
  readonly action: 'add' | 'replace' | 'remove' | 'none';
  readonly old: string | null;
  readonly text: string;
  /** What stands in the place of ours. */
  readonly previous: unknown;
}

/** What a client is given: the server; and where its program has hooks that Mneme knows, those too. */
export function partsOf(client: McpClient): SetupPart[] {
  const server = { client, kind: 'server' } as const;
  return client === 'claude-code' ? [server, { client, kind: 'hooks' }] : [server];
}

/** Throws as {@link planChange} and {@link planHooks}. */
export function planPart(
  { client, kind }: SetupPart,
  { server, hook }: Commands,
  surroundings: Surroundings,
  scope: Scope,
): PartChange {
  const planned =
    kind === 'server'
      ? planChange(client, server, surroundings, scope)
      : planHooks(hook, hookPlace(surroundings, scope));
  const { path, action, old, text, before: previous } = planned;
  return { client, kind, path, action, old, text, previous };
}

/** What puts the former entry back, or takes ours out, where the file has changed since. */
export function planFormer(record: SetupRecord, surroundings: Surroundings): PartChange {
  const { client, kind, project, previous } = record;
  const around = project === null ? surroundings : { ...surroundings, folder: project };
  const scope = project === null ? 'user' : 'project';
  const planned =
    kind === 'server'
      ? planEntry(client, previous ?? null, around, scope)
      : planHooks(formerCommand(previous), hookPlace(around, scope));
  const { path, action, old, text, before } = planned;
  return { client, kind, path, action, old, text, previous: before };
}

export const hookPlace = (
  { home, folder, moved }: Surroundings,
  scope: Scope,
): {
  readonly home: string;
  readonly project: string | null;
  readonly claude?: string | undefined;
} => ({
  home,
  project: scope === 'project' ? folder : null,
  claude: moved?.claude,
});

function formerCommand(previous: unknown): string | null {
  const [command] = Array.isArray(previous) ? (previous as readonly unknown[]) : [];
  return typeof command === 'string' ? command : null;
}
