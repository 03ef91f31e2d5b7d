import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Mneme } from '@mneme/core/mneme.js';
import { type HookAddress, type HookEvent, RECEIVED, wantsAnswer } from './hook-protocol.js';
import { HookMemory, type HookAnswer } from './hook-memory.js';
import { isOwnFolder } from '@mneme/core/config/environment.js';
import { codeOf, noteFailure, noteRedaction, type HookFault } from './hook-log.js';
import { TranscriptProgress } from './transcript.js';

/** A keeper that nobody has asked for so long ends, in milliseconds. */
const IDLE = 30 * 60_000;
/** No event of a client is longer; a longer line is no event. */
const LONGEST_LINE = 4 * 1024 * 1024;

export interface KeeperOptions {
  readonly address: HookAddress;
  /** What the hook that started it hands over. */
  readonly first: HookEvent | null;
  readonly idleMs?: number;
}

/**
 * Keeps a memory open and warm for the hooks of this user, over a socket. Resolves when it has ended: nobody asked for a while,
 * `signal` aborted, or another keeper is there already, which is then given `first`. Rejects with what keeps it from starting,
 * once that stands in the log.
 */
export async function keepForHooks(
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
  // Hooks may ask while the memory is being opened: they are heard at once and answered when it is.
  const opening = open();
  const keeper = new Keeper(
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
    // Whatever it said, it did not die of it.
    rmSync(address.lastWords, { force: true });
  } catch (error) {
    note('not_started', error);
    throw error;
  } finally {
    server.close();
    rmSync(address.starting, { force: true });
  }
}

/** What tells a keeper to end. */
const STOP = 'stop';
const NOTHING: HookAnswer = { text: '', arrived: () => undefined };

class Keeper {
  /** What was handed over is taken in one after the other. */
  #work: Promise<void> = Promise.resolve();
  #asked = Date.now();
  readonly #stop = new AbortController();

  constructor(
    private readonly hooks: Promise<HookMemory>,
    private readonly address: HookAddress,
  ) {
    // Why it could not be opened is noted once, by who opens it.
    hooks.catch(() => undefined);
  }

  /** The first questions of a process are slow; they are asked before somebody waits for them. */
  warm(): void {
    void this.hooks
      .then((hooks) => hooks.warm())
      .catch((error: unknown) => this.#note(null, 'refused', error));
  }

  /** Until nobody has asked for so long, `signal` is aborted, or it is told to stop. */
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
      if (end < 0 && text.length > LONGEST_LINE) socket.destroy();
      if (end < 0) return;
      const line = text.slice(0, end);
      text = '';
      if (line === RECEIVED) {
        arrived?.();
        socket.end();
        return;
      }
      // A hook that gave up does not say that it received the answer; then nothing was told.
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

  /** Never rejects: what goes wrong stands in the log, and the agent goes on without. */
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

  /** Takes over what a hook hands in; nobody waits for it. */
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

/** The hook's own process has read the event; what else reaches the socket is nothing of ours. */
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

/** False when another keeper listens there. A socket left behind by one that was killed is taken over. Rejects where nobody can listen. */
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

/** Whether a keeper runs and listens. */
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

/** Ends the keeper, where one runs. */
export async function stopDaemon(address: HookAddress): Promise<void> {
  await say(address, STOP);
}

async function handOver(address: HookAddress, event: HookEvent): Promise<void> {
  if (await say(address, JSON.stringify({ event, tokens: 0 }))) return;
  noteFailure(address, { at: Date.now(), event: event.name, why: 'connection', code: null });
}

/** False where nobody heard it. */
function say({ socket }: HookAddress, line: string): Promise<boolean> {
  return new Promise((resolve) => {
    const other = connect(socket, () => other.write(`${line}\n`));
    other.once('error', () => resolve(false)).once('close', () => resolve(true));
    other.resume();
  });
}
