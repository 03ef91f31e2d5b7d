/** A server of this process with real sockets, for tests. */
import { readdirSync } from 'node:fs';
import { connect as openSocket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';
import { openMemory, type Mneme } from '../../packages/mneme/src/index.js';
import { toolsOf } from '../../packages/server/src/mcp/tool-sets.js';
import { serveMemory, type ServeOptions } from '../../packages/server/src/serve.js';
import { temporaryFile, temporaryFolder } from './open-test-memory.js';

export interface ServedMemory {
  readonly memory: Mneme;
  readonly url: string;
  /** Where gRPC is served. */
  readonly grpc: string;
  /** What it reported. */
  readonly said: readonly string[];
  close(): Promise<void>;
  /** A request below the server’s address, with a key when one is given; a body that is no text is sent as JSON. */
  ask(
    method: string,
    path: string,
    options?: { body?: unknown; key?: string; headers?: Record<string, string> },
  ): Promise<Asked>;
}

export interface Asked {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export async function serveTestMemory(
  options: Partial<ServeOptions> & {
    readonly file?: string;
    readonly store?: string;
    readonly vaultKey?: string;
    readonly signingKeyFile?: string;
  } = {},
): Promise<ServedMemory> {
  const { file = temporaryFile(), store, vaultKey, signingKeyFile, ...more } = options;
  const memory = await openMemory({
    ...(store === undefined ? { file } : { store }),
    ...(vaultKey === undefined ? {} : { vaultKey }),
    ...(signingKeyFile === undefined ? {} : { signingKeyFile }),
  });
  const said: string[] = [];
  const served = await serveMemory(memory, {
    host: '127.0.0.1',
    rest: true,
    port: 0,
    grpc: null,
    names: [],
    origins: [],
    rate: null,
    bankRate: null,
    limits: { bodyBytes: 1_048_576, uploadBytes: 4 * 1_048_576, patienceMs: 10_000 },
    threads: { threads: 0, atOnce: 2, open: null },
    idle: null,
    tools: toolsOf('full'),
    console: fileURLToPath(new URL('../../dist/bin/console', import.meta.url)),
    version: '0.0.0',
    report: (line) => said.push(line),
    log: false,
    ...more,
  });
  let open = true;
  const close = async (): Promise<void> => {
    if (!open) return;
    open = false;
    await served.close();
    await memory.close();
  };
  onTestFinished(close);
  return {
    memory,
    url: served.url,
    grpc: served.grpc ?? '',
    said,
    close,
    ask: asking(served.url),
  };
}

/** Requests below a server's address. */
export function asking(url: string): ServedMemory['ask'] {
  return async (method, path, { body, key, headers = {} } = {}) => {
    const sent =
      body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...headers,
      },
      ...sent,
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
    };
  };
}

/** Bytes as they are, over a bare socket, and what came back until the server closed it or the time was up. */
export function rawExchange(url: string, bytes: string, waitMs = 2_000): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = openSocket(Number(port), hostname, () => socket.write(bytes));
    let got = '';
    const end = setTimeout(() => socket.destroy(), waitMs);
    socket.setEncoding('utf8').on('data', (chunk: string) => (got += chunk));
    socket
      .on('error', () => undefined)
      .on('close', () => {
        clearTimeout(end);
        resolve(got);
      });
  });
}

/** Gives this test's server a folder of its own for what is sent; tells which uploads lie in it. */
export function ownUploads(): () => string[] {
  const folder = temporaryFolder();
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  return () => readdirSync(folder).filter((name) => name.startsWith('mneme-upload-'));
}
