import type { SSEStreamingApi } from 'hono/streaming';
import { MnemeError } from '../../domain/errors.js';
import type { Mneme } from '../../mneme.js';
import { followChanges, LOOK_MS } from '../running/follow-changes.js';

/** A comment goes out so often while nothing happens, so that nobody in between takes the connection for dead. */
const HEARTBEAT_MS = 15_000;

/** The number to go on after: the last event a client saw, or the bank's last change for one that wants what is to come. */
export async function startOf(
  memory: Mneme,
  lastEvent: string | undefined,
  after: string | undefined,
): Promise<number> {
  const given = lastEvent ?? after;
  if (given === undefined) return (await memory.care.info())?.sequence ?? 0;
  if (/^\d{1,15}$/.test(given)) return Number(given);
  throw new MnemeError('invalid_input', 'Last-Event-ID: expected the number of a change.', {
    field: 'Last-Event-ID',
    value: given,
  });
}

/** Tells every change of a bank after a number, until the client goes or the server ends. */
export async function streamChanges(
  stream: SSEStreamingApi,
  memory: Mneme,
  start: number,
  stopping: AbortSignal,
): Promise<void> {
  let silent = 0;
  await stream.write(': following\n\n');
  for await (const changes of followChanges(
    memory,
    start,
    () => !stream.aborted && !stream.closed && !stopping.aborted,
  )) {
    for (const change of changes)
      await stream.writeSSE({
        id: String(change.sequence),
        event: 'change',
        data: JSON.stringify(change),
      });
    silent = changes.length > 0 ? 0 : silent + LOOK_MS;
    if (silent < HEARTBEAT_MS) continue;
    await stream.write(': still here\n\n');
    silent = 0;
  }
}
