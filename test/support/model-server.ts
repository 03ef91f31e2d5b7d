/** A model server on this machine that answers as a test says: well, wrongly, late, or not at all. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ModelRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a text is sent as it is. */
  readonly body?: unknown;
}

/** `silent` never answers, `cut` closes the connection without an answer, `half` in the midst of one. */
export type Behaviour = 'well' | 'silent' | 'cut' | 'half' | ((request: ModelRequest) => Reply);

export interface ModelServer {
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  /** Texts whose vectors were asked for, in order. */
  readonly embedded: readonly string[];
  /** The next requests are met like this, one after the other; then the last one holds. */
  behave(...behaviours: readonly Behaviour[]): void;
}

export const SERVED_DIMENSIONS = 64;

/** Words that mean the same to this model. */
const SYNONYMS: Readonly<Record<string, string>> = {
  physician: 'doctor',
  infant: 'baby',
  automobile: 'car',
};

/** A vector of a bag of words: alike for texts that share words or synonyms, never zero. */
export function servedVector(text: string, dimensions = SERVED_DIMENSIONS): number[] {
  const vector = new Array<number>(dimensions).fill(0.01);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    let hash = 0x811c9dc5;
    for (const letter of SYNONYMS[word] ?? word)
      hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
    const place = (hash >>> 0) % dimensions;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  return vector;
}

/** Listens on a free port of 127.0.0.1 until the test ends. */
export async function openModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const embedded: string[] = [];
  let behaviours: Behaviour[] = ['well'];
  const server = createServer((incoming, response) => {
    let text = '';
    incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    incoming.on('end', () => {
      const request: ModelRequest = {
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: JSON.parse(text) as Record<string, unknown>,
      };
      requests.push(request);
      const behaviour =
        behaviours.length > 1 ? (behaviours.shift() ?? 'well') : (behaviours[0] ?? 'well');
      if (behaviour === 'silent') return;
      if (behaviour === 'cut') return void response.socket?.destroy();
      if (behaviour === 'half')
        return void response
          .writeHead(200, { 'content-length': '1000' })
          .write('{"data":[', () => response.socket?.destroy());
      if (behaviour === 'well' && Array.isArray(request.body['input']))
        embedded.push(...(request.body['input'] as string[]));
      reply(response, behaviour === 'well' ? { body: wellAnswered(request) } : behaviour(request));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    embedded,
    behave: (...next) => {
      behaviours = [...next];
    },
  };
}

function reply(response: ServerResponse, { status = 200, headers = {}, body = '' }: Reply): void {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(typeof body === 'string' ? body : JSON.stringify(body));
}

function wellAnswered({ path, body }: ModelRequest): unknown {
  if (path.endsWith('/rerank')) {
    const { query, documents } = body as { query: string; documents: string[] };
    const asked = servedVector(query);
    const scores = documents.map((text, index) => ({
      index,
      relevance_score: servedVector(text).reduce(
        (sum, value, at) => sum + value * (asked[at] ?? 0),
        0,
      ),
    }));
    return { results: scores.sort((a, b) => b.relevance_score - a.relevance_score) };
  }
  const input = body['input'] as string[];
  // In another order than asked: the index tells which is which.
  return { data: input.map((text, index) => ({ index, embedding: servedVector(text) })).reverse() };
}
