import type { Socket } from 'node:net';
import { deserialize, serialize } from 'node:v8';
import { MnemeError, type ErrorCode } from '../../../domain/errors.js';
import { STORE_CALLS, type Store } from '../../../ports/store.js';

/** What the first message of a keeper says. */
export interface Welcome {
  /** The version of these messages; another one is not understood. */
  readonly protocol: number;
  readonly kind: string;
  readonly readOnly: boolean;
  /** Whether its keeper asked to read only, rather than the file allowing no more. */
  readonly askedToRead: boolean;
}

/** Changes with the messages, and with the calls of the store's port that they carry. */
export const PROTOCOL = 1;

/** What a client asks of the keeper; every `id` is its own. */
export type Ask =
  | { readonly id: number; readonly call: string; readonly args: readonly unknown[] }
  /** The next page of what a call answered with a stream, by that call's id. */
  | { readonly id: number; readonly next: number }
  /** A stream is left, a load abandoned, or a copy stopped. */
  | { readonly end: number };

export type Answer =
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

/** Calls that write: who asked to read only may not make them. */
export const WRITES: ReadonlySet<string> = new Set([
  'commit',
  'dropVectors',
  'putDerived',
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

/** Bytes of a frame's length. */
const HEAD = 4;

/** One message as it goes over a socket: its length in four bytes, then the value as the engine copies it between threads. */
export function sendFrame(socket: Socket, message: unknown): void {
  const body = serialize(message);
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(body.length);
  socket.cork();
  socket.write(head);
  socket.write(body);
  socket.uncork();
}

/** Calls `take` with each message that arrives. Who sends anything else is hung up on. */
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
/** Closing is everybody's own. */
const CALLS: ReadonlySet<string> = new Set(STORE_CALLS.filter((call) => call !== 'close'));

/** A call of a store by its name, as {@link STORE_CALLS} has it. Throws `TypeError` for what is none. */
export function callOf(store: Store, name: string): Call {
  if (!CALLS.has(name)) throw new TypeError(`a store has no call ${name}`);
  const [holder, call] = name.startsWith(SEARCH)
    ? [store.search, name.slice(SEARCH.length)]
    : [store, name];
  const work = (holder as unknown as Readonly<Record<string, Call>>)[call];
  if (work === undefined) throw new TypeError(`a store has no call ${name}`);
  return work.bind(holder);
}

/** A store whose calls are all answered by one function, and those that are streams by another. */
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
