import { openMemory } from '@mneme/mneme/open.js';
import { hookAddress, type HookEvent, type HookTarget } from '@mneme/server/hooks/hook-protocol.js';
import { noteFailure } from '@mneme/server/hooks/hook-log.js';
import { runHookDaemon } from '@mneme/server/hooks/hook-daemon.js';

/** Keeps the memory open for hooks until it is idle for a while, or the process is stopped. */
export async function keepHooks(
  target: HookTarget,
  { event, reader }: { readonly event?: string; readonly reader?: string },
  signal: AbortSignal,
): Promise<void> {
  const ended = new AbortController();
  signal.addEventListener('abort', () => ended.abort(), { once: true });
  for (const name of ['SIGTERM', 'SIGHUP'] as const) process.once(name, () => ended.abort());
  const address = hookAddress(target);
  await runHookDaemon(
    // Standard error is reserved for crashes: log lines would grow there without limit.
    () =>
      openMemory({
        file: target.file,
        bank: target.bank,
        actor: 'hook',
        logTo: () => undefined,
        ...(reader === undefined ? {} : { reader, reading: true }),
      }),
    {
      address,
      first: readEvent(event, () =>
        noteFailure(address, { at: Date.now(), event: null, why: 'bad_input', code: null }),
      ),
    },
    ended.signal,
  );
}

function readEvent(text: string | undefined, refuse: () => void): HookEvent | null {
  try {
    return text === undefined ? null : (JSON.parse(text) as HookEvent);
  } catch {
    refuse();
    return null;
  }
}
