import { spawn, type ChildProcess } from 'node:child_process';
import { basename } from 'node:path';
import { MnemeError } from '../../domain/errors.js';
import type { TextProgram } from '../../ports/models.js';

export interface ProgramSettings {
  /** The program and its arguments. No shell is involved. */
  readonly command: readonly [string, ...string[]];
  readonly timeoutMs: number;
  /** Default: this process's environment. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** It is stopped if it writes more bytes than this. Default: 4 MiB. */
  readonly maxBytes?: number;
}

const MAX_BYTES = 4 * 1024 * 1024;
/** Maximum characters of standard error that are shown in an error. */
const MAX_COMPLAINT = 300;
/** Milliseconds between SIGTERM and SIGKILL. */
const GRACE_MS = 2_000;

/**
 * A program that takes a prompt on standard input and answers on standard output. It runs in its own process group,
 * so that its children end with it, and without a terminal, so that a password prompt fails instead of waiting.
 */
export function createTextProgram({
  command,
  timeoutMs,
  environment,
  maxBytes = MAX_BYTES,
}: ProgramSettings): TextProgram {
  const [program, ...given] = command;
  const id = `program ${basename(program)}`;
  return {
    id,
    ask: (text, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(interrupted(id));
          return;
        }
        const child = spawn(program, given, {
          stdio: ['pipe', 'pipe', 'pipe'],
          // A new session has no terminal, and one signal reaches the whole group.
          detached: process.platform !== 'win32',
          windowsHide: true,
          ...(environment === undefined ? {} : { env: environment }),
        });
        const run = new Run(child, { id, maxBytes, timeoutMs });
        const stop = (): void => run.fail(interrupted(id));
        signal?.addEventListener('abort', stop, { once: true });
        void run.answer
          .finally(() => signal?.removeEventListener('abort', stop))
          .then(resolve, reject);
        child.stdin.on('error', () => undefined);
        child.stdin.end(text);
      }),
  };
}

/** One call of the program, until it has answered or failed. */
class Run {
  readonly answer: Promise<string>;
  readonly #parts: Buffer[] = [];
  #bytes = 0;
  #complaint = '';
  #done = false;
  #timer: NodeJS.Timeout | undefined;
  #settle: { resolve: (text: string) => void; reject: (error: unknown) => void } | undefined;

  constructor(
    private readonly child: ChildProcess,
    private readonly limits: {
      readonly id: string;
      readonly maxBytes: number;
      readonly timeoutMs: number;
    },
  ) {
    const { id, maxBytes, timeoutMs } = limits;
    this.answer = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.#timer = setTimeout(
      () => this.fail(unavailable(`${id} did not answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
    child.on('error', (error: NodeJS.ErrnoException) => this.fail(notStarted(id, error)));
    child.stdout?.on('data', (part: Buffer) => {
      this.#bytes += part.length;
      if (this.#bytes > maxBytes)
        this.fail(unavailable(`${id} answered with more than ${maxBytes} bytes`));
      else this.#parts.push(part);
    });
    child.stderr?.on('data', (part: Buffer) => {
      if (this.#complaint.length < MAX_COMPLAINT) this.#complaint += part.toString('utf8');
    });
    child.on('close', (code, by) => {
      if (code === 0) this.#succeed();
      else
        this.fail(
          unavailable(
            `${id} ended with ${code === null ? `the signal ${by ?? 'unknown'}` : `code ${code}`}`,
            this.#complaint,
          ),
        );
    });
  }

  /** Stops the program with all its children, and rejects. */
  fail(error: MnemeError): void {
    if (this.#done) return;
    this.#finish();
    endGroup(this.child);
    this.#settle?.reject(error);
  }

  #succeed(): void {
    if (this.#done) return;
    this.#finish();
    const text = Buffer.concat(this.#parts).toString('utf8');
    if (text.trim() === '') this.#settle?.reject(unavailable(`${this.limits.id} answered nothing`));
    else this.#settle?.resolve(text);
  }

  #finish(): void {
    this.#done = true;
    clearTimeout(this.#timer);
    this.#parts.length = this.#bytes > this.limits.maxBytes ? 0 : this.#parts.length;
  }
}

function endGroup(child: ChildProcess): void {
  signalGroup(child, 'SIGTERM');
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.stdin?.destroy();
  child.unref();
  // The timer is not unreferenced: the group must not outlive this process.
  if (child.exitCode === null && child.signalCode === null) {
    const killing = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS);
    child.once('exit', () => clearTimeout(killing));
  }
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // It has already ended.
  }
}

const interrupted = (id: string): MnemeError =>
  new MnemeError('interrupted', `${id} was stopped.`, { hint: 'What was read is kept.' });

function unavailable(what: string, complaint = ''): MnemeError {
  const said = complaint.replace(/\s+/g, ' ').trim().slice(0, MAX_COMPLAINT);
  return new MnemeError('unavailable', `${what}${said === '' ? '' : `: ${said}`}.`, {
    field: 'reader',
    hint: 'Try it by hand: it gets a prompt on its standard input and answers on its standard output.',
    quoted: said === '' ? [] : [said],
  });
}

function notStarted(id: string, { code }: NodeJS.ErrnoException): MnemeError {
  return new MnemeError(
    'unavailable',
    code === 'ENOENT'
      ? `${id}: there is no such program.`
      : `${id} cannot be started (${code ?? 'unknown'}).`,
    { field: 'reader', hint: 'Name an installed program, with its path if need be.' },
  );
}
