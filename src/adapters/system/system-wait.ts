import type { Wait } from '../../ports/wait.js';

export const systemWait: Wait = (milliseconds, signal) => waiting(milliseconds, signal, true);

/** Waits without keeping the process going. */
export const systemRest: Wait = (milliseconds, signal) => waiting(milliseconds, signal, false);

function waiting(
  milliseconds: number,
  signal: AbortSignal | undefined,
  holds: boolean,
): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    if (!holds) timer.unref();
    signal?.addEventListener('abort', end);
  });
}
