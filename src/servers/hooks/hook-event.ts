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
