import { spawn } from 'node:child_process';
import { openSync, statSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { makeFolder } from '@mneme/core/disk/paths.js';
import {
  hookAddress,
  type HookAddress,
  type HookEvent,
  type HookTarget,
  readHookEvent,
  RECEIVED,
  wantsAnswer,
} from './hook-protocol.js';
import { isOwnFolder, isWithinReader } from '@mneme/core/config/environment.js';
import { codeOf, noteFailure, type HookFault } from './hook-log.js';

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
  /** The command that reads what is remembered into notes; null for none. */
  readonly reader: string | null;
}

/**
 * One run of a hook: reads the event, asks the memory's keeper, prints what it answers. Ends with 0 whatever happens and says
 * nothing but an answer; why there was none stands in the log. Nothing here loads more than Node itself.
 */
export async function runHook(options: HookOptions): Promise<void> {
  // An agent's program that reads for a memory says nothing that is to be remembered.
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
  /** What it was that took too long, when time is up. */
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
    await startKeeper(run, wantsAnswer(event) ? null : event);
    // What is handed over goes with the start; the keeper reads it when it is up.
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
async function startKeeper(run: Run, event: HookEvent | null): Promise<void> {
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
  // What it says when it cannot even begin; nothing else is said there.
  const words = openSync(lastWords, 'w', 0o600);
  // Its folder is the memory's: the project's own may go, and its settings are not for every project.
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
