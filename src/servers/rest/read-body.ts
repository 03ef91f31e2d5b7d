import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { MnemeError } from '../../domain/errors.js';

export interface BodyLimits {
  /** Bytes of a JSON body. */
  readonly bodyBytes: number;
  /** Bytes of a file that is sent to be imported; it is never held in memory. */
  readonly uploadBytes: number;
  /** A JSON body must be there within so many milliseconds; of a file, the next piece. */
  readonly patienceMs: number;
}

/** The whole body as text. Throws `too_large`, `invalid_input` for one that comes too slowly or is not UTF-8. */
export async function readText(request: Request, { bodyBytes, patienceMs }: BodyLimits): Promise<string> {
  if (request.body === null) return '';
  assertDeclared(request, bodyBytes);
  const deadline = performance.now() + patienceMs;
  const parts: Uint8Array[] = [];
  for await (const part of limited(request.body, bodyBytes, () => deadline - performance.now())) parts.push(part);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch (cause) {
    throw new MnemeError('invalid_input', 'The body is not UTF-8.', { field: 'body', cause });
  }
}

/** The body as a JSON object. Throws `invalid_input` saying what is wrong, without repeating it. */
export function parseObjectBody(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new MnemeError('invalid_input', 'The body is not JSON.', { field: 'body', hint: 'Send a JSON object with content-type application/json.', cause });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new MnemeError('invalid_input', 'The body is not a JSON object.', { field: 'body' });
}

/** Writes the body into a file of its own that only we can read, as it comes; {@link Spooled.remove} takes it away. */
export interface Spooled {
  readonly path: string;
  remove(): Promise<void>;
}

export async function spool(request: Request, name: string, { uploadBytes, patienceMs }: BodyLimits): Promise<Spooled> {
  assertDeclared(request, uploadBytes);
  const folder = await mkdtemp(join(tmpdir(), 'mneme-upload-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  // The format is told from the ending; no other part of a name from elsewhere becomes a path of ours.
  const path = join(folder, `upload${/\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''}`);
  try {
    const body = request.body === null ? [] : limited(request.body, uploadBytes, () => patienceMs);
    await pipeline(Readable.from(body), createWriteStream(path, { mode: 0o600 }));
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Refuses what says itself that it is too long, before any of it is read. */
function assertDeclared(request: Request, bytes: number): void {
  if (Number(request.headers.get('content-length') ?? 0) > bytes) throw tooLarge(bytes);
}

async function* limited(body: ReadableStream<Uint8Array>, bytes: number, patience: () => number): AsyncGenerator<Uint8Array> {
  const reader = (body as NodeReadableStream<Uint8Array>).getReader();
  let read = 0;
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), patience());
      if (done) return;
      read += value.length;
      if (read > bytes) throw tooLarge(bytes);
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function within<T>(work: Promise<T>, patienceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new MnemeError('invalid_input', 'The body comes too slowly.', { field: 'body' })), Math.max(0, patienceMs));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function tooLarge(bytes: number): MnemeError {
  return new MnemeError('too_large', `The body is longer than ${bytes} bytes.`, { field: 'body', hint: 'Send less at once; a file goes to /import.' });
}
