import { connect, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { readAddress } from './file-server.js';
import {
  errorOf,
  onFrames,
  type Request,
  type Response,
  sendFrame,
  type Welcome,
  WRITES,
} from './messages.js';
import type { Change, LoggedChange } from '../../../domain/change.js';
import { MnemeError } from '../../../domain/errors.js';
import type {
  BankExport,
  BankLoader,
  CopyOptions,
  PortableRecord,
} from '../../../domain/import-export.js';

/** The server ended or was killed: the request has no answer. Never thrown outside this folder. */
export class ServerClosedError extends Error {}

interface PendingRequest {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly progress: ((done: number, total: number) => void) | undefined;
}

/** A client's connection to the server of a file. */
export class ServerConnection {
  readonly #waiting = new Map<number, PendingRequest>();
  #next = 1;

  private constructor(
    private readonly socket: Socket,
    readonly welcome: Welcome,
  ) {
    socket.on('close', () => {
      const left = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const { reject } of left) reject(new ServerClosedError());
    });
    socket.unref();
  }

  /** Null if nobody serves the file, or does not answer within `patienceMs`. */
  static reach(file: string, patienceMs: number): Promise<ServerConnection | null> {
    const address = readAddress(file);
    if (address === null) return Promise.resolve(null);
    return new Promise((resolve) => {
      const socket = connect(address);
      let line: ServerConnection | null = null;
      const late = setTimeout(() => socket.destroy(), patienceMs);
      socket.on('error', () => socket.destroy());
      socket.once('close', () => {
        clearTimeout(late);
        resolve(null);
      });
      onFrames(socket, (message) => {
        if (line !== null) return line.#hear(message as Response);
        clearTimeout(late);
        line = new ServerConnection(socket, message as Welcome);
        resolve(line);
      });
    });
  }

  /** The answer to one call. Rejects with {@link ServerClosedError}, or with what the server's store throws. */
  ask(
    call: string,
    args: readonly unknown[],
    progress?: (done: number, total: number) => void,
  ): { readonly id: number; readonly answer: Promise<unknown> } {
    return this.#send((id) => ({ id, call, args }), progress);
  }

  /** The pages of the stream that call `id` opened. */
  async *pages(id: number): AsyncGenerator<unknown, void, undefined> {
    let done = false;
    try {
      for (;;) {
        const { answer } = this.#send((own) => ({ id: own, next: id }));
        const page = (await answer) as IteratorResult<unknown>;
        done = page.done === true;
        if (done) return;
        yield page.value;
      }
    } finally {
      if (!done) this.end(id);
    }
  }

  /** Closes a stream, an import or a copy. */
  end(id: number): void {
    if (!this.socket.destroyed) sendFrame(this.socket, { end: id } satisfies Request);
  }

  close(): void {
    this.socket.destroySoon();
  }

  #send(
    ask: (id: number) => Request,
    progress?: PendingRequest['progress'],
  ): { readonly id: number; readonly answer: Promise<unknown> } {
    const id = this.#next++;
    if (this.socket.destroyed) return { id, answer: Promise.reject(new ServerClosedError()) };
    const answer = new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, progress });
    });
    // A process that waits for an answer must not exit.
    this.socket.ref();
    sendFrame(this.socket, ask(id));
    return { id, answer };
  }

  #hear(answer: Response): void {
    const waiting = this.#waiting.get(answer.id);
    if ('progress' in answer) {
      waiting?.progress?.(...answer.progress);
      return;
    }
    this.#waiting.delete(answer.id);
    if (this.#waiting.size === 0) this.socket.unref();
    if ('error' in answer) waiting?.reject(errorOf(answer.error));
    else waiting?.resolve(answer.value);
  }
}

/** What answers the calls of a store: this process, or the process that serves the file. */
export interface StoreCalls {
  readonly kind: string;
  readonly readOnly: boolean;
  answer(call: string, args: readonly unknown[]): Promise<unknown>;
  pages(call: string, args: readonly unknown[]): AsyncIterable<unknown>;
  close(): Promise<void>;
}

/** The error for calls that cannot be retried after their server ended. */
export const interrupted = (file: string): MnemeError =>
  new MnemeError('unavailable', `The program that kept ${file} open ended in the middle of this.`, {
    field: 'file',
    value: file,
    hint: 'Try again; another one has the file now.',
  });

const asInterrupted = (error: unknown, file: string): unknown =>
  error instanceof ServerClosedError ? interrupted(file) : error;

/** The calls of a store, sent to the server of its file. */
export class RemoteStoreCalls implements StoreCalls {
  constructor(
    private readonly line: ServerConnection,
    private readonly file: string,
    private readonly askedToRead: boolean,
  ) {}

  get kind(): string {
    return `${this.line.welcome.kind}, which another program keeps open`;
  }

  get readOnly(): boolean {
    return this.askedToRead || this.line.welcome.readOnly;
  }

  async answer(call: string, args: readonly unknown[]): Promise<unknown> {
    if (call === 'ensureBank') return this.#ensureBank(args);
    if (this.readOnly && WRITES.has(call)) throw this.#onlyRead();
    if (call === 'reviseJob') return this.#revise(call, 'job', args);
    if (call === 'reviseWorkingMemory') return this.#revise(call, 'workingMemory', args);
    if (call === 'copyTo') return this.#copy(...(args as [string, number, CopyOptions?]));
    if (call === 'exportBank') return this.#export(args);
    if (call === 'loadBank') return this.#load(args);
    return this.#ask(call, args);
  }

  async *pages(call: string, args: readonly unknown[]): AsyncGenerator<unknown, void, undefined> {
    const { id, answer } = this.line.ask(call, args);
    await answer;
    yield* this.line.pages(id);
  }

  async close(): Promise<void> {
    this.line.close();
  }

  #ask(call: string, args: readonly unknown[]): Promise<unknown> {
    return this.line.ask(call, args).answer;
  }

  async #ensureBank(args: readonly unknown[]): Promise<unknown> {
    if (!this.readOnly) return this.#ask('ensureBank', args);
    const there = await this.#ask('bank', args.slice(0, 1));
    if (there === null) throw this.#onlyRead();
    return there;
  }

  /**
   * A function cannot be sent: applies it here and swaps the result in, retrying until the state read is still
   * current.
   */
  async #revise(
    call: string,
    read: string,
    [bank, name, revise]: readonly unknown[],
  ): Promise<unknown> {
    for (;;) {
      const before = await this.#ask(read, [bank, name]);
      const after = (revise as (before: unknown) => unknown)(before);
      if ((await this.#ask(call, [bank, name, before, after])) === true) return after;
    }
  }

  async #copy(
    path: string,
    at: number,
    { signal, onProgress }: CopyOptions = {},
  ): Promise<unknown> {
    const { id, answer } = this.line.ask('copyTo', [resolve(path), at], onProgress);
    const stop = (): void => this.line.end(id);
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      return await answer;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  async #export(args: readonly unknown[]): Promise<BankExport> {
    const { id, answer } = this.line.ask('exportBank', args);
    const head = (await answer) as Omit<BankExport, 'records'>;
    return { ...head, records: this.#records(id) as BankExport['records'] };
  }

  async *#records(id: number): AsyncGenerator<unknown, void, undefined> {
    try {
      yield* this.line.pages(id);
    } catch (error) {
      throw asInterrupted(error, this.file);
    }
  }

  async #load(args: readonly unknown[]): Promise<BankLoader> {
    const { id, answer } = this.line.ask('loadBank', args);
    await answer;
    const ask = (call: string, given?: unknown): Promise<unknown> =>
      this.#ask(call, [id, given]).catch((error: unknown) => {
        throw asInterrupted(error, this.file);
      });
    return {
      put: (records: readonly PortableRecord[]) =>
        ask('loader.put', records) as ReturnType<BankLoader['put']>,
      finish: async (options) => void (await ask('loader.finish', options)),
      abandon: async () => void (await ask('loader.abandon')),
    };
  }

  #onlyRead(): MnemeError {
    return new MnemeError('read_only', `${this.file} is open only to read.`, {
      field: 'file',
      value: this.file,
      hint: 'Open it without readOnly.',
    });
  }
}

/** Maximum number of changes of one millisecond to search. */
const MAX_SEARCHED = 100;

/**
 * The number of a change that a server may have written before it ended; null if it did not. A change is recognised
 * by the ids of the records it put, which are random.
 */
export async function findCommitted(change: Change, reached: StoreCalls): Promise<number | null> {
  const logged = (await reached.answer('journal', [
    change.bank,
    { from: change.at, to: change.at + 1 },
    MAX_SEARCHED,
  ])) as readonly LoggedChange[];
  return logged.find((each) => isSame(each, change))?.sequence ?? null;
}

function isSame(logged: LoggedChange, change: Change): boolean {
  const { verb, actor, reason, reverts } = change;
  return (
    logged.verb === verb &&
    logged.actor === actor &&
    logged.reason === reason &&
    logged.reverts === reverts &&
    sameIds(logged.memories, change.memories) &&
    sameIds(logged.entities, change.entities) &&
    sameIds(logged.votes, change.votes)
  );
}

function sameIds(logged: readonly string[], put: readonly { readonly id: string }[]): boolean {
  const ids = new Set(logged);
  return new Set(put.map(({ id }) => id)).size === ids.size && put.every(({ id }) => ids.has(id));
}
