import { existsSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { HOOK_EVENTS, hookAddress, type HookAddress, type HookTarget } from './hook-protocol.js';
import {
  type HookSurroundings,
  installedHooks,
  type InstalledHooks,
  readHookCommand,
} from './install-hooks.js';
import { isOwnFolder } from '@mneme/core/config/environment.js';
import {
  HOOK_FAULTS,
  readFailures,
  readRedactions,
  type HookFailure,
  type HookRedaction,
} from './hook-log.js';
import { daemonListens } from './hook-daemon.js';

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
