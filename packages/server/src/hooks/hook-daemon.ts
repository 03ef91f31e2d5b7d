import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Mneme } from '@mneme/core/mneme.js';
import {
  codeOf,
  type HookAddress,
  type HookEvent,
  type HookFault,
  noteFailure,
  noteRedaction,
  RECEIVED,
  wantsAnswer,
} from './hook-protocol.js';
import { type HookAnswer, HookMemory, TranscriptProgress } from './hook-memory.js';
import { isOwnFolder } from '@mneme/core/config/environment.js';

/** The daemon ends after this many milliseconds without a request. */
const IDLE = 30 * 60_000;
/** Maximum bytes of a line; no client's event is longer. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;

export interface KeeperOptions {
  readonly address: HookAddress;
  /** Event handed over by the hook that started the daemon. */
  readonly first: HookEvent | null;
  readonly idleMs?: number;
}

/**
 * Keeps a memory open and warm for this user's hooks, over a socket. Resolves when it has ended: after idling, by
 * `signal`, or because another daemon already listens, which is then given `first`. Rejects when it cannot start,
 * after logging why.
 */
export async function runHookDaemon(
  open: () => Promise<Mneme>,
  { address, first, idleMs = IDLE }: KeeperOptions,
  signal: AbortSignal,
): Promise<void> {
  const note = (why: HookFault, error?: unknown): void =>
    noteFailure(address, { at: Date.now(), event: first?.name ?? null, why, code: codeOf(error) });
  if (!isOwnFolder(address.folder)) return note('unsafe_folder');
  const server = createServer();
  try {
    if (!(await listen(server, address))) {
      if (first !== null) await handOver(address, first);
      return;
    }
  } catch (error) {
    note('not_started', error);
    throw error;
  }
  // Hooks can connect while the memory is opening; they are answered when it is open.
  const opening = open();
  const keeper = new HookDaemon(
    opening.then(
      (memory) =>
        new HookMemory(memory, new TranscriptProgress(address.progress), () => Date.now()),
    ),
    address,
  );
  server.on('connection', (socket) => keeper.hear(socket));
  try {
    const memory = await opening;
    keeper.warm();
    if (first !== null) keeper.take(first);
    await keeper.idle(idleMs, signal);
    await keeper.settled();
    await memory.close();
    // It ended regularly: whatever stands in its standard error was not fatal.
    rmSync(address.lastWords, { force: true });
  } catch (error) {
    note('not_started', error);
    throw error;
  } finally {
    server.close();
    rmSync(address.starting, { force: true });
  }
}

/** The line that stops a daemon. */
const STOP = 'stop';
const NOTHING: HookAnswer = { text: '', arrived: () => undefined };

class HookDaemon {
  /** Events are stored one after the other. */
  #work: Promise<void> = Promise.resolve();
  #asked = Date.now();
  readonly #stop = new AbortController();

  constructor(
    private readonly hooks: Promise<HookMemory>,
    private readonly address: HookAddress,
  ) {
    // `runHookDaemon` logs why the memory could not be opened.
    hooks.catch(() => undefined);
  }

  /** Runs the first, slow queries of the process before anybody waits for them. */
  warm(): void {
    void this.hooks
      .then((hooks) => hooks.warm())
      .catch((error: unknown) => this.#note(null, 'refused', error));
  }

  /** Resolves when idle for `idleMs`, when `signal` aborts, or on STOP. */
  idle(idleMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const watch = setInterval(
        () => {
          if (Date.now() - this.#asked >= idleMs) end();
        },
        Math.min(idleMs, 60_000),
      );
      const end = (): void => {
        clearInterval(watch);
        resolve();
      };
      for (const each of [signal, this.#stop.signal]) {
        each.addEventListener('abort', end, { once: true });
        if (each.aborted) end();
      }
    });
  }

  settled(): Promise<void> {
    return this.#work;
  }

  hear(socket: Socket): void {
    let text = '';
    let arrived: HookAnswer['arrived'] | null = null;
    socket.on('error', () => socket.destroy());
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end < 0 && text.length > MAX_LINE_BYTES) socket.destroy();
      if (end < 0) return;
      const line = text.slice(0, end);
      text = '';
      if (line === RECEIVED) {
        arrived?.();
        socket.end();
        return;
      }
      // A hook that timed out never confirms the answer; then it does not count as delivered.
      void this.#reply(line).then((answer) => {
        const reply = `${JSON.stringify({ context: answer.text })}\n`;
        if (answer.text === '') {
          answer.arrived();
          socket.end(reply);
          return;
        }
        arrived = answer.arrived;
        socket.write(reply);
      });
    });
  }

  /** Never rejects: errors are logged, and the agent goes on without an answer. */
  async #reply(line: string): Promise<HookAnswer> {
    this.#asked = Date.now();
    if (line === STOP) this.#stop.abort();
    const asked = readQuestion(line);
    if (asked === null) {
      if (line !== STOP) this.#note(null, 'bad_input', null);
      return NOTHING;
    }
    const { event, tokens } = asked;
    try {
      return wantsAnswer(event) ? await (await this.hooks).answer(event, tokens) : NOTHING;
    } catch (error) {
      this.#note(event, 'refused', error);
      return NOTHING;
    } finally {
      if (event.name !== 'SessionStart') this.take(event);
    }
  }

  /** Stores an event that a hook handed over; nobody waits for it. */
  take(event: HookEvent): void {
    this.#work = this.#work
      .then(async () => {
        const redacted = await (await this.hooks).take(event);
        if (redacted !== null)
          noteRedaction(this.address, { at: Date.now(), event: event.name, ...redacted });
      })
      .catch((error: unknown) => this.#note(event, 'refused', error));
  }

  #note(event: HookEvent | null, why: HookFault, error: unknown): void {
    noteFailure(this.address, {
      at: Date.now(),
      event: event?.name ?? null,
      why,
      code: codeOf(error),
    });
  }
}

/** A hook's request; null for anything else that reaches the socket. */
function readQuestion(line: string): { readonly event: HookEvent; readonly tokens: number } | null {
  try {
    const { event, tokens } = JSON.parse(line) as { event?: HookEvent; tokens?: number };
    return typeof event?.name === 'string' && typeof event.session === 'string'
      ? { event, tokens: Number(tokens) || 0 }
      : null;
  } catch {
    return null;
  }
}

/**
 * False when another daemon listens. Takes over the socket file of one that was killed. Rejects when it cannot
 * listen.
 */
async function listen(server: Server, address: HookAddress): Promise<boolean> {
  for (const last of [false, true]) {
    const taken = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      server.once('error', resolve);
      server.listen(address.socket, () => {
        server.off('error', resolve);
        resolve(null);
      });
    });
    if (taken === null) {
      if (address.folder !== null) chmodSync(address.socket, 0o600);
      return true;
    }
    if (taken.code !== 'EADDRINUSE') throw taken;
    if (last || (await answers(address.socket))) return false;
    rmSync(address.socket, { force: true });
  }
  return false;
}

/** Whether a daemon is running and listening. */
export function daemonListens({ socket }: HookAddress): Promise<boolean> {
  return answers(socket);
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket, () => {
      probe.destroy();
      resolve(true);
    }).once('error', () => resolve(false));
  });
}

/** Stops the daemon, if one is running. */
export async function stopDaemon(address: HookAddress): Promise<void> {
  await say(address, STOP);
}

async function handOver(address: HookAddress, event: HookEvent): Promise<void> {
  if (await say(address, JSON.stringify({ event, tokens: 0 }))) return;
  noteFailure(address, { at: Date.now(), event: event.name, why: 'connection', code: null });
}

/** Sends one line; false where nobody listens. */
function say({ socket }: HookAddress, line: string): Promise<boolean> {
  return new Promise((resolve) => {
    const other = connect(socket, () => other.write(`${line}\n`));
    other.once('error', () => resolve(false)).once('close', () => resolve(true));
    other.resume();
  });
}
