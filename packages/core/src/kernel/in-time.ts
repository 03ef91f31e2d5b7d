import type { Awaitable } from './module.js';

/**
 * Waits for `work` up to the time limit; a plain value is returned without a timer. Throws on timeout, and a later
 * result is dropped.
 */
export async function inTime<T>(work: Awaitable<T>, milliseconds: number): Promise<T> {
  if (!isThenable(work)) return work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`gave no answer within ${milliseconds} ms`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the value is a promise or another thenable. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}
