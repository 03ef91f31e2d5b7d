import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  callOf,
  errorData,
  onFrames,
  PROTOCOL,
  type Request,
  type Response,
  sendFrame,
  STREAMS,
  type Welcome,
} from './messages.js';
import { MnemeError } from '../../../domain/errors.js';
import type { BankName, SessionId } from '../../../domain/ids.js';
import type { BankLoader, CopyOptions, PortableRecord } from '../../../domain/import-export.js';
import type { StoredWorkingMemory } from '../../../domain/working-memory.js';
import type { JobState } from '../../../ports/store-derived.js';
import type { Store } from '../../../ports/store.js';

type CallOf<Name extends string> = Extract<Request, { call: string }> & { readonly call: Name };

/** The server's state for one client: its calls, and the streams, imports and copies that it left open. */
class ClientSession {
  readonly #streams = new Map<number, AsyncIterator<unknown>>();
  readonly #loaders = new Map<number, BankLoader>();
  readonly #copies = new Map<number, AbortController>();

  constructor(
    private readonly store: Store,
    private readonly answer: (answer: Response) => void,
  ) {}

  /** Never rejects: errors are sent as answers. */
  async take(ask: Request): Promise<void> {
    if ('end' in ask) return this.#end(ask.end);
    const { id } = ask;
    try {
      const value = await ('next' in ask ? this.#next(ask.next) : this.#call(ask));
      this.answer({ id, value });
    } catch (error) {
      this.answer({ id, error: errorData(error) });
    }
  }

  /** The client disconnected: closes everything that it left open. */
  async leave(): Promise<void> {
    const open = [this.#streams, this.#loaders, this.#copies].flatMap((each) => [...each.keys()]);
    await Promise.all(open.map((id) => this.#end(id)));
  }

  async #end(id: number): Promise<void> {
    this.#copies.get(id)?.abort();
    const [stream, loader] = [this.#streams.get(id), this.#loaders.get(id)];
    this.#streams.delete(id);
    this.#loaders.delete(id);
    await Promise.allSettled([stream?.return?.(), loader?.abandon()]);
  }

  async #next(id: number): Promise<IteratorResult<unknown>> {
    const stream = this.#streams.get(id);
    if (stream === undefined)
      throw new MnemeError('unavailable', 'What was read was let go.', { hint: 'Try again.' });
    const page = await stream.next();
    if (page.done === true) this.#streams.delete(id);
    return page;
  }

  #call(ask: CallOf<string>): unknown {
    const { id, call, args } = ask;
    if (call === 'reviseJob') return this.#swapJob(args);
    if (call === 'reviseWorkingMemory') return this.#swapWorkingMemory(args);
    if (call === 'copyTo') return this.#copy(id, args as [string, number]);
    if (call === 'exportBank') return this.#export(id, args[0] as BankName);
    if (call === 'loadBank') return this.#load(id, args as Parameters<Store['loadBank']>);
    if (call.startsWith('loader.')) return this.#loading(call, args);
    const answered = callOf(this.store, call)(...args);
    if (!STREAMS.has(call)) return answered;
    this.#streams.set(id, (answered as AsyncIterable<unknown>)[Symbol.asyncIterator]());
    return null;
  }

  /**
   * A function cannot be sent: the client sends the state it read and the new one, written only if the first is still
   * current (compare and swap).
   */
  async #swapJob(args: readonly unknown[]): Promise<boolean> {
    const [bank, name, before, after] = args as [
      BankName,
      string,
      JobState | null,
      JobState | null,
    ];
    let stood = false;
    await this.store.reviseJob(bank, name, (now) => {
      stood = isDeepStrictEqual(now, before);
      return stood ? after : now;
    });
    return stood;
  }

  async #swapWorkingMemory(args: readonly unknown[]): Promise<boolean> {
    type Kept = StoredWorkingMemory | null;
    const [bank, session, before, after] = args as [BankName, SessionId, Kept, Kept];
    let stood = false;
    await this.store.reviseWorkingMemory(bank, session, (now) => {
      stood = isDeepStrictEqual(now, before);
      return stood ? after : now;
    });
    return stood;
  }

  async #copy(id: number, [path, at]: readonly [string, number]): Promise<unknown> {
    const stop = new AbortController();
    this.#copies.set(id, stop);
    const onProgress: CopyOptions['onProgress'] = (done, total) =>
      this.answer({ id, progress: [done, total] });
    try {
      return await this.store.copyTo(path, at, { signal: stop.signal, onProgress });
    } finally {
      this.#copies.delete(id);
    }
  }

  async #export(id: number, bank: BankName): Promise<unknown> {
    const { records, ...head } = await this.store.exportBank(bank);
    this.#streams.set(id, records);
    return head;
  }

  async #load(id: number, [bank, head]: Parameters<Store['loadBank']>): Promise<null> {
    this.#loaders.set(id, await this.store.loadBank(bank, head));
    return null;
  }

  #loading(call: string, [id, given]: readonly unknown[]): unknown {
    const loader = this.#loaders.get(id as number);
    if (loader === undefined) throw new TypeError('there is no such load');
    if (call === 'loader.put') return loader.put(given as readonly PortableRecord[]);
    this.#loaders.delete(id as number);
    return call === 'loader.finish'
      ? loader.finish(given as Parameters<BankLoader['finish']>[0])
      : loader.abandon();
  }
}

/** Maximum time for sending the last answers, in milliseconds. */
const CLOSE_TIMEOUT_MS = 1_000;

interface ServedFile {
  /** The file's real path. */
  readonly file: string;
  /** This user's folder for sockets; null for Windows pipes. */
  readonly folder: string | null;
  readonly askedToRead: boolean;
}

/** Serves a file that only one process can open to other processes of this user, and to other threads. */
export class FileServer {
  readonly #guests = new Map<Socket, ClientSession>();
  readonly #work = new Set<Promise<void>>();
  #closing = false;

  private constructor(
    private readonly store: Store,
    private readonly server: Server,
    private readonly kept: ServedFile,
  ) {
    server.on('connection', (socket) => this.#hear(socket));
    // Do not keep the process alive; its clients find another server.
    server.unref();
  }

  /** Null where no socket can be created: the file is then not shared. */
  static async listen(store: Store, kept: ServedFile): Promise<FileServer | null> {
    const { file, folder } = kept;
    const before = readAddress(file);
    // Left by a server that was killed, since nobody else holds the file.
    if (before !== null && folder !== null && dirname(before) === folder)
      rmSync(before, { force: true });
    const address = newAddress(file, folder);
    const server = createServer();
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(address, () => resolve());
      });
      if (folder !== null) chmodSync(address, 0o600);
      const keeper = new FileServer(store, server, kept);
      writeAddress(file, address);
      return keeper;
    } catch {
      server.close();
      return null;
    }
  }

  /** Answers pending requests, then disconnects. The file stays open afterwards. */
  async close(): Promise<void> {
    dropAddress(this.kept.file);
    this.server.close();
    this.#closing = true;
    // Abort copies, which would run for minutes.
    for (const guest of this.#guests.values()) this.#track(guest.leave());
    await Promise.allSettled(this.#work);
    const sockets = [...this.#guests.keys()];
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_TIMEOUT_MS)));
    const gone = sockets.map((socket) => {
      socket.destroySoon();
      return new Promise<void>((resolve) => socket.once('close', () => resolve()));
    });
    await Promise.race([Promise.all(gone), late]);
    clearTimeout(timer);
    for (const socket of sockets) socket.destroy();
    await Promise.allSettled(this.#work);
  }

  #hear(socket: Socket): void {
    socket.unref();
    const guest = new ClientSession(this.store, (answer) => {
      if (!socket.destroyed) sendFrame(socket, answer);
    });
    this.#guests.set(socket, guest);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      this.#guests.delete(socket);
      this.#track(guest.leave());
    });
    onFrames(socket, (ask) => {
      // Later requests go to the next server.
      if (!this.#closing) this.#track(guest.take(ask as Request));
    });
    const { kind, readOnly } = this.store;
    const { askedToRead } = this.kept;
    sendFrame(socket, { protocol: PROTOCOL, kind, readOnly, askedToRead } satisfies Welcome);
  }

  #track(work: Promise<void>): void {
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work));
  }
}

/** A file next to a shared bank file, with the address of its server. */
const addressFileOf = (file: string): string => `${file}.shared`;

/**
 * A new address for the server of a file. Socket paths are limited in length, so it is not next to the file; `folder`
 * is null for a Windows pipe.
 */
function newAddress(file: string, folder: string | null): string {
  const key = createHash('sha256').update(file).digest('hex').slice(0, 12);
  const name = `${key}-${randomBytes(4).toString('hex')}`;
  return folder === null
    ? `\\\\.\\pipe\\mneme-${userInfo().username}-${name}`
    : join(folder, `${name}.sock`);
}

/** The address of the file's server, running or killed; null if none was written. */
export function readAddress(file: string): string | null {
  try {
    return readFileSync(addressFileOf(file), 'utf8').trim() || null;
  } catch {
    return null;
  }
}

/** Writes atomically, because others read it at any time. Only the process that holds the file writes it. */
function writeAddress(file: string, address: string): void {
  const written = `${addressFileOf(file)}.${process.pid}`;
  writeFileSync(written, `${address}\n`, { mode: 0o600 });
  renameSync(written, addressFileOf(file));
}

function dropAddress(file: string): void {
  rmSync(addressFileOf(file), { force: true });
}
