import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localhostHostValidation, localhostOriginValidation, toNodeHandler, type NodeIncomingMessageLike } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { MnemeError } from '../../domain/errors.js';
import { createMcpServer, type ServerParts } from './server.js';

export interface Serving {
  /** Settles when the client is gone. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

export type Report = (line: string) => void;

/** Serves the one client that started this process, over its standard streams; whichever version of the protocol it opens with. */
export function serveOverStdio(parts: ServerParts, report: Report): Serving {
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
  });
  const handle = serveStdio(() => createMcpServer(parts), { onerror: (error) => report(error.message) });
  return {
    ended,
    close: async () => {
      await handle.close();
      // The stream would keep the process alive.
      process.stdin.destroy();
    },
  };
}

export interface HttpServing extends Serving {
  /** Where clients connect: `http://127.0.0.1:4477/mcp`. */
  readonly url: string;
}

const PATH = '/mcp';
const LOOPBACK = '127.0.0.1';

/**
 * Serves clients of this machine over Streamable HTTP. It listens on the loopback address alone, and refuses a request that names
 * another host or comes from another site's page, so that no page a browser shows can reach the memory (DNS rebinding).
 */
export async function serveOverHttp(parts: ServerParts, port: number, report: Report): Promise<HttpServing> {
  const handler = createMcpHandler(() => createMcpServer(parts), { onerror: (error) => report(error.message) });
  const answer = toNodeHandler(handler, { onerror: (error) => report(error.message) });
  const [hostIsOurs, originIsOurs] = [localhostHostValidation(), localhostOriginValidation()];
  const server = createServer((request, response) => {
    if (!hostIsOurs(request, response) || !originIsOurs(request, response)) return;
    if (new URL(request.url ?? '/', `http://${LOOPBACK}`).pathname === PATH) void answer(request as NodeIncomingMessageLike, response);
    else response.writeHead(404, { 'content-type': 'text/plain' }).end(`The Model Context Protocol is at ${PATH}.\n`);
  });
  const ended = new Promise<void>((resolve) => server.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const inUse = cause.code === 'EADDRINUSE';
      reject(new MnemeError('unavailable', inUse ? `Port ${port} is taken.` : `Port ${port} cannot be listened on: ${cause.message}.`, { field: 'http', value: port, hint: 'Name another port; 0 takes a free one.', cause }));
    });
    server.listen(port, LOOPBACK, resolve);
  });
  return {
    url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}${PATH}`,
    ended,
    close: async () => {
      await handler.close();
      server.close();
      server.closeAllConnections();
      await ended;
    },
  };
}
