import { connect, type Socket } from 'node:net';
import { readAddress } from './file-keeper.js';
import { errorOf, onFrames, sendFrame, type Answer, type Ask, type Welcome } from './messages.js';

/** The server ended or was killed: the request has no answer. Never thrown outside this folder. */
export class KeeperGone extends Error {}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly progress: ((done: number, total: number) => void) | undefined;
}

/** A client's connection to the server of a file. */
export class KeeperLine {
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;

  private constructor(
    private readonly socket: Socket,
    readonly welcome: Welcome,
  ) {
    socket.on('close', () => {
      const left = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const { reject } of left) reject(new KeeperGone());
    });
    socket.unref();
  }

  /** Null if nobody serves the file, or does not answer within `patienceMs`. */
  static reach(file: string, patienceMs: number): Promise<KeeperLine | null> {
    const address = readAddress(file);
    if (address === null) return Promise.resolve(null);
    return new Promise((resolve) => {
      const socket = connect(address);
      let line: KeeperLine | null = null;
      const late = setTimeout(() => socket.destroy(), patienceMs);
      socket.on('error', () => socket.destroy());
      socket.once('close', () => {
        clearTimeout(late);
        resolve(null);
      });
      onFrames(socket, (message) => {
        if (line !== null) return line.#hear(message as Answer);
        clearTimeout(late);
        line = new KeeperLine(socket, message as Welcome);
        resolve(line);
      });
    });
  }

  /** The answer to one call. Rejects with {@link KeeperGone}, or with what the server's store throws. */
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
    if (!this.socket.destroyed) sendFrame(this.socket, { end: id } satisfies Ask);
  }

  close(): void {
    this.socket.destroySoon();
  }

  #send(
    ask: (id: number) => Ask,
    progress?: Waiting['progress'],
  ): { readonly id: number; readonly answer: Promise<unknown> } {
    const id = this.#next++;
    if (this.socket.destroyed) return { id, answer: Promise.reject(new KeeperGone()) };
    const answer = new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, progress });
    });
    // A process that waits for an answer must not exit.
    this.socket.ref();
    sendFrame(this.socket, ask(id));
    return { id, answer };
  }

  #hear(answer: Answer): void {
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
