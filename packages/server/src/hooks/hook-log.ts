import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { RedactedEntry, RedactionCounts } from '@mneme/core/domain/privacy.js';
import type { HookAddress, HookEventName } from './hook-protocol.js';
import { isOwnFolder } from '@mneme/core/config/environment.js';

/** Reasons why a hook gave no answer or stored nothing, each with its remedy. */
export const HOOK_FAULTS = {
  bad_input: {
    what: 'what stood on standard input is no event of a client',
    mend: 'Update the client, or Mneme, and run `mneme hooks install` again.',
  },
  deadline: {
    what: 'the memory did not answer in time',
    mend: 'Now and then this is nothing; where it stays so, the machine is busy or the bank large.',
  },
  starting: {
    what: 'the memory was only being started',
    mend: 'Nothing to do: what was missed comes with the next prompt.',
  },
  no_folder: {
    what: 'the folder of the memory’s file could not be made',
    mend: 'Look at what stands in its place and who may write there, or choose another file with `mneme hooks install CLIENT --file PATH`.',
  },
  not_started: {
    what: 'the memory could not be started',
    mend: 'Run `mneme doctor` on the file: it opens it in your sight and says what is wrong.',
  },
  connection: {
    what: 'the connection to the memory broke',
    mend: 'The next hook starts the memory again.',
  },
  unsafe_folder: {
    what: 'the folder of sockets cannot be made, or others may enter it',
    mend: 'Remove the folder, or set TMPDIR to one of your own.',
  },
  refused: {
    what: 'the memory refused it',
    mend: 'Run `mneme doctor` on the file; `mneme doctor --hooks` tries the whole way once.',
  },
  failed: {
    what: 'the hook itself failed',
    mend: 'Run `mneme hooks install` again; `mneme doctor --hooks` tries the whole way once.',
  },
} as const satisfies Readonly<Record<string, { readonly what: string; readonly mend: string }>>;
export type HookFault = keyof typeof HOOK_FAULTS;

/** A logged failure: no content, no path. */
export interface HookFailure {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly event: HookEventName | null;
  readonly why: HookFault;
  /** The code of a MnemeError or of a system error, where there is one. */
  readonly code: string | null;
}

/** What was redacted from a session: kinds and line numbers, never a value. */
export interface HookRedaction {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly event: HookEventName;
  readonly redacted: RedactionCounts;
  /** The first hundred redactions in what was read of the transcript at this event. */
  readonly redactedAt: readonly RedactedEntry[];
}

type LogPlace = Pick<HookAddress, 'logs' | 'folder'>;

/** Bytes at which the log drops its older half. */
const MAX_LOG_BYTES = 64 * 1024;

/** Logs a failure. Where no log can be written it goes to standard error, which the client keeps. */
export function noteFailure(place: LogPlace, failure: HookFailure): void {
  const [log = '', spare = ''] = place.logs;
  if (append(log, failure)) return;
  // In a folder that others can write to, the log could be somebody's symbolic link.
  if (isOwnFolder(place.folder) && append(spare, failure)) return;
  const { why, code } = failure;
  process.stderr.write(
    `mneme-hook: ${HOOK_FAULTS[why].what}${code === null ? '' : ` (${code})`}. ${HOOK_FAULTS[why].mend}\n`,
  );
}

/** Logs a redaction, in the log of failures, which people read. */
export function noteRedaction(place: LogPlace, redaction: HookRedaction): void {
  const [log = '', spare = ''] = place.logs;
  if (!append(log, redaction) && isOwnFolder(place.folder)) append(spare, redaction);
}

/** The code of an error: a MnemeError's, or the system's. */
export function codeOf(error: unknown): string | null {
  return MnemeError.is(error)
    ? error.code
    : ((error as NodeJS.ErrnoException | null | undefined)?.code ?? null);
}

function append(log: string, entry: HookFailure | HookRedaction): boolean {
  try {
    if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) {
      const lines = readFileSync(log, 'utf8').split('\n');
      writeFileSync(log, lines.slice(Math.floor(lines.length / 2)).join('\n'), { mode: 0o600 });
    }
    appendFileSync(log, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    return true;
  } catch {
    // The folder may be missing or full; the caller tries the spare log.
    return false;
  }
}

/** The latest failures, newest first. */
export function readFailures(place: Pick<LogPlace, 'logs'>, limit: number): HookFailure[] {
  return latest(place, limit, readFailure);
}

/** The latest redactions, newest first. */
export function readRedactions(place: Pick<LogPlace, 'logs'>, limit: number): HookRedaction[] {
  return latest(place, limit, readRedaction);
}

function latest<Entry extends { readonly at: number }>(
  { logs }: Pick<LogPlace, 'logs'>,
  limit: number,
  read: (line: string) => Entry | null,
): Entry[] {
  return logs
    .flatMap((log) =>
      linesOf(log)
        .flatMap((line) => read(line) ?? [])
        .slice(0, limit),
    )
    .sort((one, other) => other.at - one.at)
    .slice(0, limit);
}

function linesOf(log: string): string[] {
  try {
    return readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .reverse();
  } catch (error) {
    // No log means no failure; a missing folder is reported separately.
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return [];
    throw new MnemeError('unavailable', `The log of the hooks cannot be read: ${String(error)}.`, {
      field: 'log',
      value: log,
      hint: 'Look at who may read it.',
      cause: error,
    });
  }
}

function readFailure(line: string): HookFailure | null {
  try {
    const value = JSON.parse(line) as Partial<HookFailure>;
    const { at, event = null, why, code = null } = value;
    return typeof at === 'number' && why !== undefined && Object.hasOwn(HOOK_FAULTS, why)
      ? { at, event, why, code }
      : null;
  } catch {
    // A line truncated by a full disk.
    return null;
  }
}

function readRedaction(line: string): HookRedaction | null {
  try {
    const { at, event, redacted, redactedAt } = JSON.parse(line) as Partial<HookRedaction>;
    return typeof at === 'number' && event !== undefined && redacted !== undefined
      ? { at, event, redacted, redactedAt: redactedAt ?? [] }
      : null;
  } catch {
    // A line truncated by a full disk.
    return null;
  }
}
