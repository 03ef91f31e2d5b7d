import { join } from 'node:path';
import {
  isRecord,
  leftAlone,
  readSettings,
  settingsText,
  writeSettings,
  type ClientSettings,
} from '../client-settings.js';
import { isHookCommand } from './hook-command.js';
import { HOOK_EVENTS } from './hook-event.js';

/** The clients whose hooks Mneme knows. */
export const HOOK_CLIENTS = ['claude-code'] as const;
export type HookClient = (typeof HOOK_CLIENTS)[number];

/** Where the client's settings are. */
export interface HookSurroundings {
  readonly home: string;
  /** A project's folder, for hooks of this project alone, on this machine alone; null for all of this user's. */
  readonly project: string | null;
}

/** A change of the client's own file, before it is made. */
export interface HooksChange {
  readonly client: HookClient;
  readonly path: string;
  readonly action: 'add' | 'replace' | 'remove' | 'none';
  /** The command of each of our hooks as it is and as it will be; empty for none. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly text: string;
}

/** What of ours stands in a client's file. */
export interface InstalledHooks {
  readonly path: string;
  /** Whether the client was told to run no hook at all. */
  readonly off: boolean;
  readonly hooks: readonly { readonly event: string; readonly command: string }[];
}

/** The client ends a hook that hangs in spite of its own deadline, in seconds. */
export const HOOK_TIMEOUT = 5;

export function settingsPath({ home, project }: HookSurroundings): string {
  // Commands name paths of this machine, so a project's go into the file that is not shared.
  return project === null
    ? join(home, '.claude', 'settings.json')
    : join(project, '.claude', 'settings.local.json');
}

/** What would change to run `command` at the events that concern a memory, or with null never again. Nothing else of the file changes. */
export function planHooks(command: string | null, surroundings: HookSurroundings): HooksChange {
  const path = settingsPath(surroundings);
  const byHand =
    command === null
      ? TAKE_OUT
      : `Add this to ${HOOK_EVENTS.join(', ')} in "hooks" by hand: ${JSON.stringify(groupFor(command))}`;
  const { text, settings, hooks } = readHooks(path, byHand);
  const before = ownHooks(hooks).map(({ command: each }) => each);
  const after = command === null ? [] : HOOK_EVENTS.map(() => command);
  if (settled(hooks, command))
    return { client: 'claude-code', path, action: 'none', before, after, text: text ?? '' };
  const changed = withHooks(hooks, command, (event) =>
    leftAlone(path, `has no list "hooks.${event}"`, byHand),
  );
  const { hooks: _old, ...others } = settings;
  const next = Object.keys(changed).length > 0 ? { ...settings, hooks: changed } : others;
  return {
    client: 'claude-code',
    path,
    action: command === null ? 'remove' : before.length === 0 ? 'add' : 'replace',
    before,
    after,
    text: settingsText(next, text),
  };
}

export function applyHooks({ path, action, text }: HooksChange): void {
  if (action !== 'none') writeSettings(path, text);
}

/** What of ours stands in a settings file. Throws as {@link planHooks}. */
export function installedHooks(surroundings: HookSurroundings): InstalledHooks {
  const path = settingsPath(surroundings);
  const { settings, hooks } = readHooks(path, TAKE_OUT);
  return { path, off: settings.disableAllHooks === true, hooks: ownHooks(hooks) };
}

const TAKE_OUT = 'Take the entries that run mneme-hook out of "hooks" by hand.';

type Hooks = Readonly<Record<string, unknown>>;

function readHooks(path: string, byHand: string): ClientSettings & { readonly hooks: Hooks } {
  const { text, settings } = readSettings(path, byHand);
  const hooks = settings.hooks ?? {};
  if (!isRecord(hooks)) throw leftAlone(path, 'has no object "hooks"', byHand);
  return { text, settings, hooks };
}

function ownHooks(hooks: Hooks): InstalledHooks['hooks'] {
  return Object.entries(hooks).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : [])
      .flatMap(ownCommands)
      .map((command) => ({ event, command })),
  );
}

interface Group {
  readonly hooks: readonly {
    readonly type: 'command';
    readonly command: string;
    readonly timeout: number;
  }[];
}

function groupFor(command: string): Group {
  return { hooks: [{ type: 'command', command, timeout: HOOK_TIMEOUT }] };
}

/** Whether exactly what is wanted stands there: one group of ours at each event, or none anywhere. */
function settled(hooks: Hooks, command: string | null): boolean {
  return Object.entries({
    ...Object.fromEntries(HOOK_EVENTS.map((event) => [event, []])),
    ...hooks,
  }).every(([event, groups]) => {
    const own = Array.isArray(groups) ? groups.flatMap(ownCommands) : [];
    const wanted = command !== null && HOOK_EVENTS.some((each) => each === event) ? [command] : [];
    return own.length === wanted.length && own.every((each, at) => each === wanted[at]);
  });
}

function withHooks(
  hooks: Hooks,
  command: string | null,
  refuse: (event: string) => Error,
): Record<string, unknown> {
  const next: Record<string, unknown> = {};
  for (const [event, groups] of Object.entries(hooks)) {
    if (!Array.isArray(groups) || groups.flatMap(ownCommands).length === 0) {
      next[event] = groups;
      continue;
    }
    const rest = groups.flatMap(withoutOwn);
    if (rest.length > 0) next[event] = rest;
  }
  if (command === null) return next;
  for (const event of HOOK_EVENTS) {
    const groups = next[event] ?? [];
    if (!Array.isArray(groups)) throw refuse(event);
    next[event] = [...groups, groupFor(command)];
  }
  return next;
}

function ownCommands(group: unknown): string[] {
  return isRecord(group) && Array.isArray(group.hooks)
    ? group.hooks.flatMap((hook) => ownCommand(hook) ?? [])
    : [];
}

function ownCommand(hook: unknown): string | null {
  return isRecord(hook) && typeof hook.command === 'string' && isHookCommand(hook.command)
    ? hook.command
    : null;
}

/** The group without our commands; gone where nothing else stood in it. */
function withoutOwn(group: unknown): unknown[] {
  if (ownCommands(group).length === 0 || !isRecord(group)) return [group];
  const rest = (group.hooks as readonly unknown[]).filter((hook) => ownCommand(hook) === null);
  return rest.length === 0 ? [] : [{ ...group, hooks: rest }];
}
