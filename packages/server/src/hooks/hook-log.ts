import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { RedactedEntry, RedactionCounts } from '@mneme/core/domain/privacy.js';
import type { HookAddress, HookEventName } from './hook-protocol.js';
import { isOwnFolder } from '@mneme/core/config/environment.js';

/** Why a hook gave nothing, or what it handed over was not taken: what it was, and what to do about it. */
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

/** One failure: no content, no path. */
export interface HookFailure {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly event: HookEventName | null;
  readonly why: HookFault;
  /** The code of the memory's own error, or of the system's, where it has one. */
  readonly code: string | null;
}

/** What was kept out of the memory of what a session said: kinds and lines, never a value. */
export interface HookRedaction {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly event: HookEventName;
  readonly redacted: RedactionCounts;
  /** Of what was read of the transcript at this event, the first hundred. */
  readonly redactedAt: readonly RedactedEntry[];
}

type LogPlace = Pick<HookAddress, 'logs' | 'folder'>;

/** A log that has grown to this size loses its older half. */
const LARGEST = 64 * 1024;

/** Writes a failure down. Where no log can be written it goes to standard error, which the client keeps for those who look for it. */
export function noteFailure(place: LogPlace, failure: HookFailure): void {
  const [log = '', spare = ''] = place.logs;
  if (append(log, failure)) return;
  // In a folder that others may write to, the log could be anybody's link.
  if (isOwnFolder(place.folder) && append(spare, failure)) return;
  const { why, code } = failure;
  process.stderr.write(
    `mneme-hook: ${HOOK_FAULTS[why].what}${code === null ? '' : ` (${code})`}. ${HOOK_FAULTS[why].mend}\n`,
  );
}

/** Writes down what was taken out; only beside failures, where people look. */
export function noteRedaction(place: LogPlace, redaction: HookRedaction): void {
  const [log = '', spare = ''] = place.logs;
  if (!append(log, redaction) && isOwnFolder(place.folder)) append(spare, redaction);
}

/** The code that an error carries: the memory's own, or the system's. */
export function codeOf(error: unknown): string | null {
  return MnemeError.is(error)
    ? error.code
    : ((error as NodeJS.ErrnoException | null | undefined)?.code ?? null);
}

function append(log: string, entry: HookFailure | HookRedaction): boolean {
  try {
    if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > LARGEST) {
      const lines = readFileSync(log, 'utf8').split('\n');
      writeFileSync(log, lines.slice(Math.floor(lines.length / 2)).join('\n'), { mode: 0o600 });
    }
    appendFileSync(log, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    return true;
  } catch {
    // The folder may be missing or full; the caller has another place.
    return false;
  }
}

/** The last failures, the newest first. */
export function readFailures(place: Pick<LogPlace, 'logs'>, limit: number): HookFailure[] {
  return latest(place, limit, readFailure);
}

/** What was taken out last, the newest first. */
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
    // Without a log nothing failed, or its folder is not there, which is told by itself.
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
    // A line that a full disk cut.
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
    // A line that a full disk cut.
    return null;
  }
}
