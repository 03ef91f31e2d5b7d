import { MnemeError, type ErrorCode } from '../../../domain/errors.js';

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
