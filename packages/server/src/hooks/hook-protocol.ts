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
  /** The folder of the socket, which must be this user's alone; null for a named pipe, which has none. */
  readonly folder: string | null;
  /** Where the keeper listens. */
  readonly socket: string;
  /** Touched when a keeper is started, so that hooks that follow at once do not start another. */
  readonly starting: string;
  /** How hooks failed: moments, events and reasons, no content. The first that can be written to is used. */
  readonly logs: readonly string[];
  /** What a keeper last said before it died. */
  readonly lastWords: string;
  /** How far each transcript has been read. */
  readonly progress: string;
}

/** Where the keeper of a memory is found. Sockets have short paths, so it is not beside the file. */
export function hookAddress(
  { file, bank }: HookTarget,
  platform: NodeJS.Platform = process.platform,
): HookAddress {
  const key = createHash('sha256').update(`${file}\0${bank}`).digest('hex').slice(0, 20);
  // A user without an entry in the system's list of users, as in containers, has no name to ask for.
  const folder = platform === 'win32' ? null : join(tmpdir(), `mneme-${process.getuid?.() ?? 0}`);
  const own = folder === null ? join(tmpdir(), `mneme-${key}`) : join(folder, key);
  return {
    folder,
    socket: folder === null ? `\\\\.\\pipe\\mneme-${userInfo().username}-${key}` : `${own}.sock`,
    starting: `${own}.starting`,
    // The folder of the memory may be what is missing.
    logs: [`${file}.hooks.log`, `${own}.log`],
    lastWords: `${own}.stderr`,
    progress: `${file}.hooks.json`,
  };
}

/** What Claude Code tells its hooks, as far as Mneme listens. */
export const HOOK_EVENTS = ['SessionStart', 'UserPromptSubmit', 'Stop', 'PreCompact'] as const;
export type HookEventName = (typeof HOOK_EVENTS)[number];

export interface HookEvent {
  readonly name: HookEventName;
  readonly session: string;
  /** The session's transcript; null where none is named. */
  readonly transcript: string | null;
  /** The project's folder; null where none is named. */
  readonly folder: string | null;
  /** Of a prompt: what the person wrote. */
  readonly prompt: string | null;
  /** Of a session's start: startup, resume, clear, compact. */
  readonly source: string | null;
}

/** What a hook tells the keeper when the agent has its answer. */
export const RECEIVED = 'received';

/** Whether the agent waits for words; the other events hand something over. */
export function wantsAnswer({ name }: HookEvent): boolean {
  return name === 'SessionStart' || name === 'UserPromptSubmit';
}

/** Reads what the client wrote on standard input; null for what is no event of ours. */
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
