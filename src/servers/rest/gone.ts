import type { ServerResponse } from 'node:http';

/** Aborts when the client goes before it has its answer. */
export function goneOf(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  return gone.signal;
}
