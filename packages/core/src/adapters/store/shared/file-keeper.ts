import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import type { Store } from '../../../ports/store.js';
import { Guest } from './guest.js';
import { onFrames, PROTOCOL, sendFrame, type Ask, type Welcome } from './messages.js';

/** Maximum time for sending the last answers, in milliseconds. */
const LAST_WORDS = 1_000;

interface KeptFile {
  /** The file's real path. */
  readonly file: string;
  /** This user's folder for sockets; null for Windows pipes. */
  readonly folder: string | null;
  readonly askedToRead: boolean;
}

/** Serves a file that only one process can open to other processes of this user, and to other threads. */
export class FileKeeper {
  readonly #guests = new Map<Socket, Guest>();
  readonly #work = new Set<Promise<void>>();
  #closing = false;

  private constructor(
    private readonly store: Store,
    private readonly server: Server,
    private readonly kept: KeptFile,
  ) {
    server.on('connection', (socket) => this.#hear(socket));
    // Do not keep the process alive; its clients find another server.
    server.unref();
  }

  /** Null where no socket can be created: the file is then not shared. */
  static async listen(store: Store, kept: KeptFile): Promise<FileKeeper | null> {
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
      const keeper = new FileKeeper(store, server, kept);
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
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, LAST_WORDS)));
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
    const guest = new Guest(this.store, (answer) => {
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
      if (!this.#closing) this.#track(guest.take(ask as Ask));
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
const noteOf = (file: string): string => `${file}.shared`;

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
    return readFileSync(noteOf(file), 'utf8').trim() || null;
  } catch {
    return null;
  }
}

/** Writes atomically, because others read it at any time. Only the process that holds the file writes it. */
function writeAddress(file: string, address: string): void {
  const written = `${noteOf(file)}.${process.pid}`;
  writeFileSync(written, `${address}\n`, { mode: 0o600 });
  renameSync(written, noteOf(file));
}

function dropAddress(file: string): void {
  rmSync(noteOf(file), { force: true });
}
