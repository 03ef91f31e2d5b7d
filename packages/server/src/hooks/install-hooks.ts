import { existsSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isOwnFolder } from '@mneme/core/config/environment.js';
import { isRecord } from '@mneme/core/domain/well-formed.js';
import {
  type ClientSettings,
  editSettings,
  notEditable,
  readSettings,
  type SettingsEdit,
  writeSettings,
} from '../client-settings.js';
import { daemonListens } from './hook-daemon.js';
import {
  HOOK_EVENTS,
  HOOK_FAULTS,
  hookAddress,
  type HookAddress,
  type HookFailure,
  type HookRedaction,
  type HookTarget,
  readFailures,
  readRedactions,
} from './hook-protocol.js';

/** One of our command lines, as written in a client's settings. */
interface HookCommand extends HookTarget {
  /** Paths of the programs that it starts: Node and the hook. */
  readonly programs: readonly string[];
}

/** Matches our hook, however it is quoted and wherever it is installed. */
const OURS = /(?:^|[\s"'/\\])mneme-hook(?:\.js)?(?=["'\s]|$)/;
const BARE = /^[\w.,:=@%+/-]+$/;

export const isHookCommand = (command: string): boolean => OURS.test(command);

/** A command line quoted for a shell. */
export function hookCommand(
  words: readonly string[],
  platform: NodeJS.Platform = process.platform,
): string {
  return words
    .map((word) => {
      if (BARE.test(word)) return word;
      return platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`;
    })
    .join(' ');
}

/** Parses what {@link hookCommand} wrote; null where it names no memory. */
export function readHookCommand(command: string): HookCommand | null {
  const words = wordsOf(command);
  const at = words.findIndex((word) => OURS.test(word));
  const valueOf = (flag: string): string | undefined => {
    const place = words.indexOf(flag, at);
    return place < 0 ? undefined : words[place + 1];
  };
  const file = valueOf('--file');
  if (at < 0 || file === undefined) return null;
  return { programs: words.slice(0, at + 1), file, bank: valueOf('--bank') ?? 'default' };
}

/** The words of a command line: unquoted, in quotes of either kind, or pieces of both. */
function wordsOf(command: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  for (const [piece, single, double, escaped] of command.matchAll(
    /'([^']*)'|"([^"]*)"|\\(.)|\s+|[^\s'"\\]+|./gs,
  )) {
    if (/^\s/.test(piece)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + (single ?? double ?? escaped ?? piece);
  }
  return word === null ? words : [...words, word];
}

/** The clients whose hooks are supported. */
export const HOOK_CLIENTS = ['claude-code'] as const;
type HookClient = (typeof HOOK_CLIENTS)[number];

/** Where to find the client's settings. */
export interface HookSurroundings {
  readonly home: string;
  /** A project's folder, for hooks of this project on this machine only; null for all of this user's. */
  readonly project: string | null;
  /** The folder that `CLAUDE_CONFIG_DIR` sets instead of `~/.claude`. */
  readonly claude?: string | undefined;
}

/** A planned change of the client's settings file. */
export interface HooksChange {
  readonly client: HookClient;
  readonly path: string;
  readonly action: 'add' | 'replace' | 'remove' | 'none';
  /** The commands of our hooks before and after; empty for none. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The whole file before, null for none, and after. */
  readonly old: string | null;
  readonly text: string;
}

/** Our hooks in a client's settings file. */
export interface InstalledHooks {
  readonly path: string;
  /** Whether the client is set to run no hooks at all. */
  readonly off: boolean;
  readonly hooks: readonly { readonly event: string; readonly command: string }[];
}

/** Timeout that the client enforces on a hook that ignores its own deadline, in seconds. */
export const HOOK_TIMEOUT = 5;

export function settingsPath({ home, project, claude }: HookSurroundings): string {
  // Commands contain paths of this machine, so a project's go into the file that is not shared.
  return project === null
    ? join(claude ?? join(home, '.claude'), 'settings.json')
    : join(project, '.claude', 'settings.local.json');
}

/**
 * Plans to run `command` at the events that concern a memory; null removes our hooks. Nothing else in the file
 * changes.
 */
export function planHooks(command: string | null, surroundings: HookSurroundings): HooksChange {
  const path = settingsPath(surroundings);
  const byHand =
    command === null
      ? TAKE_OUT
      : `Add this to ${HOOK_EVENTS.join(', ')} in "hooks" by hand: ${JSON.stringify(groupFor(command))}`;
  const file = readHooks(path, byHand);
  const { hooks } = file;
  const before = ownHooks(hooks).map(({ command: each }) => each);
  const after = command === null ? [] : HOOK_EVENTS.map(() => command);
  const same = settled(hooks, command);
  return {
    client: 'claude-code',
    path,
    action: same ? 'none' : command === null ? 'remove' : before.length === 0 ? 'add' : 'replace',
    before,
    after,
    old: file.text,
    text: same
      ? (file.text ?? '')
      : editSettings(
          file,
          hookEdits(hooks, command, (event) =>
            notEditable(path, `has no list "hooks.${event}"`, byHand),
          ),
          byHand,
        ),
  };
}

export function applyHooks({ path, action, text, old }: HooksChange): void {
  if (action !== 'none') writeSettings(path, text, old);
}

/** Our hooks in a settings file. Throws as {@link planHooks}. */
export function installedHooks(surroundings: HookSurroundings): InstalledHooks {
  const path = settingsPath(surroundings);
  const { settings, hooks } = readHooks(path, TAKE_OUT);
  return { path, off: settings.disableAllHooks === true, hooks: ownHooks(hooks) };
}

const TAKE_OUT = 'Take the entries that run mneme-hook out of "hooks" by hand.';

type Hooks = Readonly<Record<string, unknown>>;

function readHooks(path: string, byHand: string): ClientSettings & { readonly hooks: Hooks } {
  const file = readSettings(path, byHand);
  const hooks = file.settings.hooks ?? {};
  if (!isRecord(hooks)) throw notEditable(path, 'has no object "hooks"', byHand);
  return { ...file, hooks };
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

/** Whether nothing needs to change: one group of ours at each event, or none for null. */
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

/** Removes our hooks wherever they are, and adds one at each event; lists of others are not rewritten. */
function hookEdits(
  hooks: Hooks,
  command: string | null,
  refuse: (event: string) => Error,
): SettingsEdit[] {
  const edits: SettingsEdit[] = [];
  const events = [...new Set([...Object.keys(hooks), ...HOOK_EVENTS])];
  let left = 0;
  for (const event of events) {
    const groups = hooks[event] ?? [];
    const wanted = command !== null && HOOK_EVENTS.some((each) => each === event);
    if (!Array.isArray(groups)) {
      if (wanted) throw refuse(event);
      left += 1;
      continue;
    }
    const rest = groups.flatMap(withoutOwn).length;
    const gone = groups.flatMap((group, at) => takenOut(group, ['hooks', event, at])).reverse();
    if (rest > 0) {
      edits.push(...gone);
      if (wanted) edits.push({ at: ['hooks', event, rest], value: groupFor(command) });
    } else if (wanted) edits.push({ at: ['hooks', event], value: [groupFor(command)] });
    else if (gone.length > 0) edits.push({ at: ['hooks', event], value: undefined });
    if (rest > 0 || wanted || (gone.length === 0 && event in hooks)) left += 1;
  }
  return left === 0 ? [{ at: ['hooks'], value: undefined }] : edits;
}

/** Edits that remove our commands from a group, last first; or the whole group where it has no others. */
function takenOut(group: unknown, at: SettingsEdit['at']): SettingsEdit[] {
  if (withoutOwn(group).length === 0) return [{ at, value: undefined }];
  const { hooks } = group as { readonly hooks?: unknown };
  if (!Array.isArray(hooks)) return [];
  return hooks.flatMap((hook, place) =>
    ownCommand(hook) === null ? [] : [{ at: [...at, 'hooks', place], value: undefined }],
  );
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

/** The group without our commands; empty where it had no others. */
function withoutOwn(group: unknown): unknown[] {
  if (ownCommands(group).length === 0 || !isRecord(group)) return [group];
  const rest = (group.hooks as readonly unknown[]).filter((hook) => ownCommand(hook) === null);
  return rest.length === 0 ? [] : [{ ...group, hooks: rest }];
}

/** A problem and its remedy. */
export interface HookProblem {
  readonly what: string;
  readonly mend: string;
}

export interface HooksStatus extends HookTarget {
  /** Settings files of the user and of this folder, with how many of our hooks each has. */
  readonly settings: readonly { readonly path: string; readonly hooks: number }[];
  /** Whether the daemon is running. */
  readonly keeper: boolean;
  /** What keeps them from working now. */
  readonly problems: readonly HookProblem[];
  /** Logged failures, newest first. */
  readonly failures: readonly (HookFailure & HookProblem)[];
  /** Redactions of what sessions said, newest first. */
  readonly redactions: readonly HookRedaction[];
  /** Paths of the logs. */
  readonly logs: readonly string[];
}

const MAX_FAILURES = 10;
const INSTALL = 'Run `mneme hooks install claude-code`.';

/** The status of hooks: what is installed, current problems, the latest failures. */
export async function hooksStatus(
  places: readonly HookSurroundings[],
  target: HookTarget,
): Promise<HooksStatus> {
  const address = hookAddress(target);
  const installed = places.map(installedHooks);
  const keeper = await daemonListens(address);
  return {
    ...target,
    settings: installed.map(({ path, hooks }) => ({ path, hooks: hooks.length })),
    keeper,
    problems: [
      ...settingsProblems(installed),
      ...memoryProblems(target, address),
      ...(keeper ? [] : deathOf(address)),
    ],
    failures: describedFailures(address),
    redactions: readRedactions(address, MAX_FAILURES),
    logs: address.logs.filter((log) => existsSync(log)),
  };
}

/** The logged failures with the remedy for each, newest first. */
export function describedFailures(
  address: Pick<HookAddress, 'logs'>,
): readonly (HookFailure & HookProblem)[] {
  return readFailures(address, MAX_FAILURES).map((failure) => ({
    ...failure,
    ...HOOK_FAULTS[failure.why],
  }));
}

function settingsProblems(installed: readonly InstalledHooks[]): HookProblem[] {
  if (installed.every(({ hooks }) => hooks.length === 0))
    return [{ what: 'No hooks are set up.', mend: INSTALL }];
  return installed
    .filter(({ hooks }) => hooks.length > 0)
    .flatMap(({ path, hooks, off }) => {
      const missing = HOOK_EVENTS.filter((event) => hooks.every((hook) => hook.event !== event));
      const gone = new Set(
        hooks
          .flatMap(({ command }) => readHookCommand(command)?.programs ?? [])
          .filter((program) => isAbsolute(program) && !existsSync(program)),
      );
      return [
        ...(off
          ? [
              {
                what: `${path} says "disableAllHooks", so that the client runs none.`,
                mend: 'Take that out of it.',
              },
            ]
          : []),
        ...(missing.length > 0
          ? [{ what: `${path} has no hook at ${missing.join(', ')}.`, mend: INSTALL }]
          : []),
        ...[...gone].map((program) => ({
          what: `${path} names ${program}, which is not there.`,
          mend: INSTALL,
        })),
      ];
    });
}

function memoryProblems({ file }: HookTarget, { folder }: HookAddress): HookProblem[] {
  return [
    ...(existsSync(file)
      ? []
      : [
          {
            what: `There is no memory at ${file}.`,
            mend: `The next event founds it, and so does \`mneme hooks install\`.`,
          },
        ]),
    ...(isOwnFolder(folder)
      ? []
      : [
          {
            what: `${folder}: ${HOOK_FAULTS.unsafe_folder.what}.`,
            mend: HOOK_FAULTS.unsafe_folder.mend,
          },
        ]),
  ];
}

function deathOf(address: HookAddress): HookProblem[] {
  const words = readLastWords(address);
  return words === null
    ? []
    : [
        {
          what: `At ${new Date(words.at).toISOString().slice(0, 19)}Z the memory could not be started: ${words.text}`,
          mend: HOOK_FAULTS.not_started.mend,
        },
      ];
}

const MAX_WORDS = 1_000;

/** Why the last daemon crashed; null where it runs, or ended regularly. */
export function readLastWords({ lastWords: path, folder }: HookAddress): {
  readonly at: number;
  readonly text: string;
} | null {
  if (!isOwnFolder(folder)) return null;
  const found = statSync(path, { throwIfNoEntry: false });
  const text = found === undefined ? '' : readFileSync(path, 'utf8').trim().slice(0, MAX_WORDS);
  return found === undefined || text === '' ? null : { at: found.mtimeMs, text };
}
