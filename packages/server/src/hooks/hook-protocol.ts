import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { isOwnFolder } from '@mneme/core/config/environment.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { RedactedEntry, RedactionCounts } from '@mneme/core/domain/privacy.js';

/** Which memory a hook is for. */
export interface HookTarget {
  /** The memory's file, absolute. */
  readonly file: string;
  readonly bank: string;
}

export interface HookAddress {
  /** The folder of the socket, which only this user may access; null for a named pipe. */
  readonly folder: string | null;
  /** Path of the socket, or name of the pipe. */
  readonly socket: string;
  /** Touched when a daemon is started, so that hooks that follow at once do not start another. */
  readonly starting: string;
  /** Logs of failures: time, event and reason, no content. The first writable one is used. */
  readonly logs: readonly string[];
  /** Standard error of the daemon, with why it crashed. */
  readonly lastWords: string;
  /** File with how far each transcript has been read. */
  readonly progress: string;
}

/**
 * The addresses of a memory's daemon. The length of a socket's path is limited, so it is not in the folder of the
 * memory.
 */
export function hookAddress(
  { file, bank }: HookTarget,
  platform: NodeJS.Platform = process.platform,
): HookAddress {
  const key = createHash('sha256').update(`${file}\0${bank}`).digest('hex').slice(0, 20);
  // `userInfo` throws for a user without an entry in the password file, as in containers.
  const folder = platform === 'win32' ? null : join(tmpdir(), `mneme-${process.getuid?.() ?? 0}`);
  const own = folder === null ? join(tmpdir(), `mneme-${key}`) : join(folder, key);
  return {
    folder,
    socket: folder === null ? `\\\\.\\pipe\\mneme-${userInfo().username}-${key}` : `${own}.sock`,
    starting: `${own}.starting`,
    // The memory's folder may be missing: hence the second log.
    logs: [`${file}.hooks.log`, `${own}.log`],
    lastWords: `${own}.stderr`,
    progress: `${file}.hooks.json`,
  };
}

/** The events of Claude Code that Mneme handles. */
export const HOOK_EVENTS = ['SessionStart', 'UserPromptSubmit', 'Stop', 'PreCompact'] as const;
export type HookEventName = (typeof HOOK_EVENTS)[number];

export interface HookEvent {
  readonly name: HookEventName;
  readonly session: string;
  /** Path of the session's transcript; null where not given. */
  readonly transcript: string | null;
  /** The project's folder; null where not given. */
  readonly folder: string | null;
  /** The text of a prompt. */
  readonly prompt: string | null;
  /** Why the session started: startup, resume, clear, compact. */
  readonly source: string | null;
}

/** The line by which a hook confirms that the agent has the answer. */
export const RECEIVED = 'received';

/** Whether the agent waits for an answer; the other events only hand something over. */
export function wantsAnswer({ name }: HookEvent): boolean {
  return name === 'SessionStart' || name === 'UserPromptSubmit';
}

/** Parses the client's event on standard input; null for any other input. */
export function readHookEvent(text: string): HookEvent | null {
  const given = parsed(text);
  const name = HOOK_EVENTS.find((each) => each === given?.hook_event_name);
  const session = word(given?.session_id);
  if (name === undefined || session === null) return null;
  return {
    name,
    session: session.slice(0, 200),
    transcript: word(given?.transcript_path),
    folder: word(given?.cwd),
    prompt: word(given?.prompt),
    source: word(given?.source),
  };
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function word(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

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
