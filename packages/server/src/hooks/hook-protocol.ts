import { createHash } from 'node:crypto';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

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
