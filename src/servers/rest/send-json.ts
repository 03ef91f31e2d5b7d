import type { ServerResponse } from 'node:http';

/** What has its answer as JSON already. */
export interface JsonAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The adapter leaves a response with this header alone (`RESPONSE_ALREADY_SENT` of @hono/node-server). */
const SENT: Readonly<Record<string, string>> = { 'x-hono-already-sent': 'true' };

/**
 * Writes an answer to the connection itself, and gives what stands for it: a web `Response` makes a stream of a text, which the
 * adapter reads piece by piece. That costs as much as the rest of a cached recall.
 */
export function sendJson(
  outgoing: ServerResponse,
  { status, body, headers = {} }: JsonAnswer,
): Response {
  outgoing.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...headers,
  });
  outgoing.end(body);
  return new Response(null, { status, headers: SENT });
}
