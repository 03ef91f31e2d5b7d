import type { Socket } from 'node:net';
import { deserialize, serialize } from 'node:v8';
import { MnemeError, type ErrorCode } from '../../../domain/errors.js';
import { STORE_CALLS, type Store } from '../../../ports/store.js';

/** The first message of a server. */
export interface Welcome {
  /** The version of these messages; other versions are not supported. */
  readonly protocol: number;
  readonly kind: string;
  readonly readOnly: boolean;
  /** Whether the server was opened read-only on request, rather than because of the file's permissions. */
  readonly askedToRead: boolean;
}

/** Increase when the messages change, or the calls of the store's port that they carry. */
export const PROTOCOL = 1;

/** A client's request; the client assigns each `id`. */
export type Request =
  | { readonly id: number; readonly call: string; readonly args: readonly unknown[] }
  /** Requests the next page of a stream, by the id of the call that opened it. */
  | { readonly id: number; readonly next: number }
  /** Closes a stream, abandons an import or stops a copy. */
  | { readonly end: number };

export type Response =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: ErrorData }
  | { readonly id: number; readonly progress: readonly [done: number, total: number] };

interface ErrorData {
  readonly code: ErrorCode | null;
  readonly message: string;
  readonly field?: string | undefined;
  readonly value?: unknown;
  readonly hint?: string | undefined;
  readonly quoted?: readonly string[] | undefined;
}

export function errorData(error: unknown): ErrorData {
  if (MnemeError.is(error)) {
    const { code, message, field, value, hint, quoted } = error;
    return {
      code,
      message,
      field,
      value: typeof value === 'function' ? null : value,
      hint,
      quoted,
    };
  }
  return { code: null, message: error instanceof Error ? error.message : String(error) };
}

export function errorOf({ code, message, field, value, hint, quoted }: ErrorData): Error {
  if (code === null) return new Error(message);
  return new MnemeError(code, message, {
    value,
    ...(field === undefined ? {} : { field }),
    ...(hint === undefined ? {} : { hint }),
    ...(quoted === undefined ? {} : { quoted }),
  });
}

/** Calls whose answer is a stream of pages. */
export const STREAMS: ReadonlySet<string> = new Set([
  'edges',
  'indexRows',
  'codes',
  'snapshotParts',
]);

/** Calls that write: rejected for clients that opened the file read-only. */
export const WRITES: ReadonlySet<string> = new Set([
  'commit',
  'dropVectors',
  'putDerived',
  'beginSnapshot',
  'putSnapshotPart',
  'putSnapshot',
  'recordUsage',
  'reviseWorkingMemory',
  'reviseJob',
  'loadBank',
  'forkBank',
  'dropBank',
  'scrub',
  'mend',
  'rebuild',
  'putApiKey',
  'keepReply',
]);

/** Bytes of a frame's length prefix. */
const HEAD = 4;

/** Sends one message: its length in four bytes, then the value in V8's structured-clone format. */
export function sendFrame(socket: Socket, message: unknown): void {
  const body = serialize(message);
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(body.length);
  socket.cork();
  socket.write(head);
  socket.write(body);
  socket.uncork();
}

/** Calls `take` with each message that arrives. Closes the connection on invalid data. */
export function onFrames(socket: Socket, take: (message: unknown) => void): void {
  let chunks: Buffer[] = [];
  let held = 0;
  let wanted = HEAD;
  let inBody = false;
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    held += chunk.length;
    while (held >= wanted) {
      const all = chunks.length === 1 ? (chunks[0] ?? chunk) : Buffer.concat(chunks, held);
      const piece = all.subarray(0, wanted);
      chunks = held === wanted ? [] : [all.subarray(wanted)];
      held -= wanted;
      inBody = !inBody;
      if (inBody) wanted = piece.readUInt32BE();
      else {
        wanted = HEAD;
        try {
          take(deserialize(piece));
        } catch (error) {
          socket.destroy(error as Error);
          return;
        }
      }
    }
  });
}

type Call = (...args: readonly unknown[]) => unknown;

const SEARCH = 'search.';
/** Every process closes its own store. */
const CALLS: ReadonlySet<string> = new Set(STORE_CALLS.filter((call) => call !== 'close'));

/** A call of a store by its name in {@link STORE_CALLS}. Throws `TypeError` for an unknown name. */
export function callOf(store: Store, name: string): Call {
  if (!CALLS.has(name)) throw new TypeError(`a store has no call ${name}`);
  const [holder, call] = name.startsWith(SEARCH)
    ? [store.search, name.slice(SEARCH.length)]
    : [store, name];
  const work = (holder as unknown as Readonly<Record<string, Call>>)[call];
  if (work === undefined) throw new TypeError(`a store has no call ${name}`);
  return work.bind(holder);
}

/** A store whose calls are answered by one function, and its streams by another. */
export function storeOf(
  about: Pick<Store, 'kind' | 'file' | 'readOnly' | 'close'>,
  call: (name: string, args: readonly unknown[]) => unknown,
): Store {
  const made = [...CALLS].map(
    (name) => [name, (...args: readonly unknown[]) => call(name, args)] as const,
  );
  const isSearch = ([name]: readonly [string, unknown]): boolean => name.startsWith(SEARCH);
  const search = made
    .filter(isSearch)
    .map(([name, work]) => [name.slice(SEARCH.length), work] as const);
  return {
    ...(Object.fromEntries(made.filter((each) => !isSearch(each))) as unknown as Store),
    search: Object.fromEntries(search) as unknown as Store['search'],
    ...about,
  };
}
