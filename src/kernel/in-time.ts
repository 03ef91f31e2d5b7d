import type { Awaitable } from './module.js';

/** Waits so long at most; what is there at once costs no timer. Throws where nothing came in time: what comes later is dropped. */
export async function inTime<T>(work: Awaitable<T>, milliseconds: number): Promise<T> {
  if (!(work instanceof Promise)) return work;
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
