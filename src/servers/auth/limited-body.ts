import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { MnemeError } from '../../domain/errors.js';

export interface BodyLimits {
  /** Bytes of a JSON body, or of a message. */
  readonly bodyBytes: number;
  /** Bytes of a file that is sent to be imported; it is never held in memory. */
  readonly uploadBytes: number;
  /** A JSON body must be there within so many milliseconds; of a file, the next piece. */
  readonly patienceMs: number;
}

/** The pieces of a body. Throws `too_large`, and `invalid_input` where the next piece takes longer than `patience` milliseconds. */
export async function* limitedBody(
  body: ReadableStream<Uint8Array>,
  bytes: number,
  patience: () => number,
): AsyncGenerator<Uint8Array> {
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
    timer = setTimeout(() => reject(tooSlow()), Math.max(0, patienceMs));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export const tooSlow = (): MnemeError =>
  new MnemeError('invalid_input', 'The body comes too slowly.', { field: 'body' });

export function tooLarge(bytes: number): MnemeError {
  return new MnemeError('too_large', `The body is longer than ${bytes} bytes.`, {
    field: 'body',
    hint: 'Send less at once; a file goes to /import.',
  });
}
