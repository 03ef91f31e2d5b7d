/** Until a person or the system ends it. */
export function untilStopped(signal: AbortSignal): Promise<void> {
  return new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    for (const name of ['SIGTERM', 'SIGHUP'] as const) process.once(name, () => resolve());
  });
}
