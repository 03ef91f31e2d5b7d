import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { HookEventName } from './hook-event.js';

/** Why a hook gave nothing, or what it handed over was not taken. */
export const HOOK_FAULTS = {
  bad_input: 'what stood on standard input is no event of a client',
  deadline: 'the memory did not answer in time',
  starting: 'the memory was only being started',
  not_started: 'the memory could not be started',
  connection: 'the connection to the memory broke',
  unsafe_folder: 'the folder of sockets does not belong to this user alone',
  refused: 'the memory refused it',
} as const;
export type HookFault = keyof typeof HOOK_FAULTS;

/** One failure: no content, no path. */
export interface HookFailure {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly event: HookEventName | null;
  readonly why: HookFault;
  /** The code of the memory's own error, where it has one. */
  readonly code: string | null;
}

/** A log that has grown to this size loses its older half. */
const LARGEST = 64 * 1024;

/** Writes a failure down; where even that cannot be done nothing happens, as a hook never disturbs. */
export function noteFailure(log: string, failure: HookFailure): void {
  try {
    if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > LARGEST) {
      const lines = readFileSync(log, 'utf8').split('\n');
      writeFileSync(log, lines.slice(Math.floor(lines.length / 2)).join('\n'), { mode: 0o600 });
    }
    appendFileSync(log, `${JSON.stringify(failure)}\n`, { mode: 0o600 });
  } catch {
    // The folder may be missing or full: the agent must not notice.
  }
}

/** The last failures, the newest first. */
export function readFailures(log: string, most: number): HookFailure[] {
  let text: string;
  try {
    text = readFileSync(log, 'utf8');
  } catch {
    return [];
  }
  const lines = text.split('\n').filter((line) => line !== '');
  return lines
    .slice(-most)
    .reverse()
    .flatMap((line) => readFailure(line) ?? []);
}

function readFailure(line: string): HookFailure | null {
  try {
    const value = JSON.parse(line) as Partial<HookFailure>;
    const { at, event = null, why, code = null } = value;
    return typeof at === 'number' && why !== undefined && Object.hasOwn(HOOK_FAULTS, why)
      ? { at, event, why, code }
      : null;
  } catch {
    return null;
  }
}
