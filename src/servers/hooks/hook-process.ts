import { spawn } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { hookAddress, type HookAddress, type HookTarget } from './hook-address.js';
import { readHookEvent, RECEIVED, wantsAnswer, type HookEvent } from './hook-event.js';
import { isOwnFolder } from './hook-folder.js';
import { noteFailure, type HookFault } from './hook-log.js';

/** The agent waits no longer than this for what a hook has to say, in milliseconds. */
export const HOOK_DEADLINE = 300;
/** How often a keeper that is being started is tried again, in milliseconds. */
const TRY_AGAIN = 20;
/** A keeper that was started so lately is waited for instead of starting another, in milliseconds. */
const JUST_STARTED = 20_000;

export interface HookOptions extends HookTarget {
  readonly deadlineMs: number;
  /** Most tokens put before a prompt. */
  readonly tokens: number;
  /** The program whose `hooks keep` serves the memory. */
  readonly program: string;
}

/**
 * One run of a hook: reads the event, asks the memory's keeper, prints what it answers. Ends with 0 whatever happens and says
 * nothing but an answer; why there was none stands in the log. Nothing here loads more than Node itself.
 */
export async function runHook(options: HookOptions): Promise<void> {
  const address = hookAddress(options);
  let event: HookEvent | null = null;
  let trouble: HookFault = 'deadline';
  const give = (fault: HookFault): never => {
    noteFailure(address.log, {
      at: Date.now(),
      event: event?.name ?? null,
      why: fault,
      code: null,
    });
    process.exit(0);
  };
  setTimeout(() => give(trouble), options.deadlineMs);
  process.on('uncaughtException', () => give('connection'));
  process.stdout.on('error', () => process.exit(0));
  event = readHookEvent(await standardInput());
  if (event === null) return give('bad_input');
  if (!isOwnFolder(address.folder)) return give('unsafe_folder');
  let socket = await reach(address);
  if (socket === null) {
    trouble = 'starting';
    startKeeper(options, address, wantsAnswer(event) ? null : event);
    // What is handed over goes with the start; the keeper reads it when it is up.
    if (!wantsAnswer(event)) process.exit(0);
    for (; socket === null; socket = await reach(address)) await pause(TRY_AGAIN);
  }
  trouble = 'deadline';
  const answer = await ask(socket, { event, tokens: options.tokens });
  if (answer === null) return give('connection');
  if (answer === '') process.exit(0);
  process.stdout.write(
    JSON.stringify({
      hookSpecificOutput: { hookEventName: event.name, additionalContext: answer },
    }),
    () => {
      // Only what the agent has was told.
      socket.end(`${RECEIVED}\n`, () => process.exit(0));
    },
  );
}

async function standardInput(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += String(chunk);
  return text;
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds));

/** The keeper's socket; null when nobody listens. */
function reach({ socket: path }: HookAddress): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(null));
  });
}

/** Sends one line and waits for one; null when the connection breaks before. */
function ask(socket: Socket, question: unknown): Promise<string | null> {
  return new Promise((resolve) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end >= 0) resolve(contextIn(text.slice(0, end)));
    });
    socket.once('error', () => resolve(null)).once('close', () => resolve(null));
    socket.write(`${JSON.stringify(question)}\n`);
  });
}

function contextIn(line: string): string | null {
  try {
    const { context } = JSON.parse(line) as { context?: unknown };
    return typeof context === 'string' ? context : '';
  } catch {
    return null;
  }
}

/** Starts a keeper that outlives this process, unless one was started just now; `event` is what it is to take in first. */
function startKeeper(
  { file, bank, program }: HookOptions,
  { starting }: HookAddress,
  event: HookEvent | null,
): void {
  const since = statSync(starting, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (event === null && Date.now() - since < JUST_STARTED) return;
  writeFileSync(starting, '', { mode: 0o600 });
  const args = [
    program,
    'hooks',
    'keep',
    '--file',
    file,
    '--bank',
    bank,
    ...(event === null ? [] : ['--event', JSON.stringify(event)]),
  ];
  // Its folder is the memory's: the project's own may go, and its settings are not for every project.
  spawn(process.execPath, args, {
    detached: true,
    stdio: 'ignore',
    cwd: dirname(file),
    windowsHide: true,
  })
    .on('error', () => undefined)
    .unref();
}
