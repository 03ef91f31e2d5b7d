import type { Awaitable } from './module.js';

/** Waits so long at most; what is there at once costs no timer. Throws where nothing came in time: what comes later is dropped. */
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

/** Whether it is answered later: a promise, or whatever can be waited for like one. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}
