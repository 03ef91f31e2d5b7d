import type { Awaitable } from './module.js';

/**
 * `work` up to the time limit; a plain value is returned as it is, so that nobody waits for it. Rejects on timeout, and
 * a later result is dropped.
 */
export function inTime<T>(work: Awaitable<T>, milliseconds: number): Awaitable<T> {
  if (!isThenable(work)) return work;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`gave no answer within ${milliseconds} ms`)),
      milliseconds,
    );
    Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** Whether the value is a promise or another thenable. */
export function isThenable<T>(value: Awaitable<T>): value is Promise<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}
