export type Settled<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

/**
 * Runs work that respects a signal, which is aborted after `milliseconds` or with the outer one; returns
 * how it ended.
 */
export async function runWithin<T>(
  milliseconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly outcome: Settled<T>; readonly timedOut: boolean }> {
  const stop = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    stop.abort();
  }, milliseconds);
  const follow = (): void => stop.abort();
  outer?.addEventListener('abort', follow);
  if (outer?.aborted === true) stop.abort();
  try {
    return { outcome: { ok: true, value: await work(stop.signal) }, timedOut };
  } catch (error) {
    return { outcome: { ok: false, error }, timedOut };
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', follow);
  }
}
