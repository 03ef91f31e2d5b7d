import { spawn } from 'node:child_process';
import { openSync, statSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { makeFolder } from '@mneme/core/disk/files.js';
import {
  codeOf,
  hookAddress,
  type HookAddress,
  type HookEvent,
  type HookFault,
  type HookTarget,
  noteFailure,
  readHookEvent,
  RECEIVED,
  wantsAnswer,
} from './hook-protocol.js';
import { isOwnFolder, isWithinReader } from '@mneme/core/config/environment.js';

/** How long the agent waits for a hook's answer, in milliseconds. */
export const HOOK_DEADLINE = 300;
/** Interval between attempts to reach a daemon that is starting, in milliseconds. */
const TRY_AGAIN = 20;
/** A daemon started more recently than this is waited for instead of starting another, in milliseconds. */
const JUST_STARTED = 20_000;

export interface HookOptions extends HookTarget {
  readonly deadlineMs: number;
  /** Maximum tokens put before a prompt. */
  readonly tokens: number;
  /** The program whose `hooks keep` runs the daemon. */
  readonly program: string;
  /** The command of the reader that turns memories into notes; null for none. */
  readonly reader: string | null;
}

/**
 * One run of a hook: reads the event, asks the daemon, prints its answer. Always exits with 0 and prints nothing but
 * an answer; failures are logged. To start fast, it imports nothing but Node's own modules.
 */
export async function runHook(options: HookOptions): Promise<void> {
  // What an agent's program says while it reads for a memory is not to be remembered.
  if (isWithinReader()) return;
  const address = hookAddress(options);
  const run: Run = { options, address, event: null, trouble: 'deadline' };
  setTimeout(() => giveUp(run, run.trouble), options.deadlineMs);
  process.on('uncaughtException', (error) => giveUp(run, 'failed', error));
  process.stdout.on('error', (error) => giveUp(run, 'connection', error));
  try {
    await answerEvent(run);
  } catch (error) {
    giveUp(run, 'failed', error);
  }
}

interface Run {
  readonly options: HookOptions;
  readonly address: HookAddress;
  event: HookEvent | null;
  /** The fault to log when the deadline passes. */
  trouble: HookFault;
}

function giveUp({ address, event }: Run, why: HookFault, error?: unknown): never {
  noteFailure(address, { at: Date.now(), event: event?.name ?? null, why, code: codeOf(error) });
  process.exit(0);
}

async function answerEvent(run: Run): Promise<void> {
  const { options, address } = run;
  const event = (run.event = readHookEvent(await standardInput()));
  if (event === null) return giveUp(run, 'bad_input');
  if (!isOwnFolder(address.folder)) return giveUp(run, 'unsafe_folder');
  let socket = await reach(address);
  if (socket === null) {
    run.trouble = 'starting';
    await startDaemon(run, wantsAnswer(event) ? null : event);
    // An event without an answer is handed over at start; the daemon reads it once it is up.
    if (!wantsAnswer(event)) process.exit(0);
    for (; socket === null; socket = await reach(address)) await pause(TRY_AGAIN);
  }
  run.trouble = 'deadline';
  const answer = await ask(socket, { event, tokens: options.tokens });
  if (answer === null) return giveUp(run, 'connection');
  if (answer === '') process.exit(0);
  process.stdout.write(
    JSON.stringify({
      hookSpecificOutput: { hookEventName: event.name, additionalContext: answer },
    }),
    () => {
      // Confirm delivery only after the answer was printed.
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

/** A connection to the daemon; null when nobody listens. */
function reach({ socket: path }: HookAddress): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(null));
  });
}

/** Sends one line and reads one; null when the connection breaks first. */
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

/** Starts a daemon that outlives this process, unless one was just started; `event` is its first event. */
async function startDaemon(run: Run, event: HookEvent | null): Promise<void> {
  const { file, bank, program, reader } = run.options;
  const { starting, lastWords } = run.address;
  const since = statSync(starting, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (event === null && Date.now() - since < JUST_STARTED) return;
  const folder = dirname(file);
  try {
    makeFolder(folder);
  } catch (error) {
    giveUp(run, 'no_folder', error);
  }
  writeFileSync(starting, '', { mode: 0o600 });
  const args = [
    program,
    'hooks',
    'keep',
    '--file',
    file,
    '--bank',
    bank,
    ...(reader === null ? [] : ['--reader', reader]),
    ...(event === null ? [] : ['--event', JSON.stringify(event)]),
  ];
  // Captures what it prints if it crashes at start; nothing else is printed there.
  const words = openSync(lastWords, 'w', 0o600);
  // It runs in the memory's folder: the project's may be deleted, and its settings do not apply to
  // other projects.
  const keeper = spawn(process.execPath, args, {
    detached: true,
    stdio: ['ignore', 'ignore', words],
    cwd: folder,
    windowsHide: true,
  });
  await new Promise<void>((resolve) => {
    keeper.once('spawn', resolve).once('error', (error) => giveUp(run, 'not_started', error));
  });
  keeper.unref();
}
