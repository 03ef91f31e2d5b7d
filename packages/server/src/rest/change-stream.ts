import { streamSSE, type SSEStreamingApi } from 'hono/streaming';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Mneme } from '@mneme/core/mneme.js';
import type { Operation } from '@mneme/core/operations/operation.js';
import { OPERATIONS } from '@mneme/mneme/operations/table.js';
import type { Admission } from '../auth/admission.js';
import type { ChangeFeeds, Follower, StreamSlots } from '../running/change-feeds.js';
import type { Runner } from '../running/runner.js';
import { askedBank } from './read-request.js';
import type { HttpApp } from './http.js';

/** The only operation that can also be streamed. */
const CHANGES = OPERATIONS.log as unknown as Operation;

export interface ChangeStreamParts {
  readonly runner: Runner;
  readonly admission: Admission;
  readonly feeds: ChangeFeeds;
  readonly streams: StreamSlots;
  /** Aborts when the server shuts down. */
  readonly stopping: AbortSignal;
  /** Receives internal failures. */
  readonly fault: (error: unknown) => void;
}

/** Changes as server-sent events, at the path of the operation that lists them. */
export function addChangeStream(
  app: HttpApp,
  place: string,
  { runner, admission, feeds, streams, stopping, fault }: ChangeStreamParts,
): void {
  app.on('GET', [`${place}/log`, `${place}/changes`], async (asked, next) => {
    if (asked.req.header('accept')?.includes('text/event-stream') !== true) {
      await next();
      return undefined;
    }
    const caller = asked.get('caller');
    const { bank } = askedBank(asked.req.param('bank') ?? '', asked.req.url);
    await runner.admitted({ caller, bank, operation: CHANGES, input: {} });
    const after = await startOf(
      runner.bankFor(caller, bank),
      asked.req.header('last-event-id'),
      asked.req.query('after'),
    );
    const leave = streams.take(caller.id);
    const gone = new AbortController();
    asked.env.outgoing.once('close', () => {
      gone.abort();
      leave();
    });
    const follower: Follower = {
      after,
      signal: AbortSignal.any([gone.signal, stopping]),
      assertMayBeTold: () => admission.assertInForce(caller),
      inTurn: (work) => runner.inTurn(caller, bank, work),
    };
    return streamSSE(
      asked,
      (stream) => streamChanges(stream, feeds.follow(bank, follower)),
      async (error) => fault(error),
    );
  });
}

/** The sequence number to continue after: the client's last event, or the bank's last change for a new stream. */
async function startOf(
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

/** Sends each page of changes; comments in between keep proxies from closing an idle connection. */
async function streamChanges(
  stream: SSEStreamingApi,
  pages: ReturnType<ChangeFeeds['follow']>,
): Promise<void> {
  await stream.write(': following\n\n');
  try {
    for await (const changes of pages) {
      for (const change of changes)
        await stream.writeSSE({
          id: String(change.sequence),
          event: 'change',
          data: JSON.stringify(change),
        });
      if (changes.length === 0) await stream.write(': still here\n\n');
    }
  } catch (error) {
    if (!MnemeError.is(error)) throw error;
    await stream.writeSSE({ event: 'refused', data: JSON.stringify(error) });
  }
}
