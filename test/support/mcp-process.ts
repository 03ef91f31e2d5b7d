/** A real server process and the protocol's official client, as an agent's program has them. */
import { spawn, type ChildProcess } from 'node:child_process';
import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { environment, PROGRAM, ROOT } from './run-node.js';

const ENTRY = [PROGRAM, 'mcp'];

/** `modern` speaks the version of 2026, `legacy` opens as the clients of 2025 do. */
export type Era = 'legacy' | 'modern';

const client = (era: Era, more: ClientOptions): Client =>
  new Client(
    { name: 'test', version: '1.0.0' },
    { ...more, versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } } },
  );

/** A client of a server of its own over stdio. */
export async function stdioClient(
  args: readonly string[],
  era: Era = 'legacy',
  more: ClientOptions = {},
): Promise<Client> {
  const connected = client(era, more);
  await connected.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...ENTRY, ...args],
      cwd: ROOT,
      env: environment(),
    }),
  );
  onTestFinished(() => connected.close());
  return connected;
}

export async function httpClient(
  url: string,
  era: Era = 'legacy',
  key?: string,
  more: ClientOptions = {},
): Promise<Client> {
  const connected = client(era, more);
  await connected.connect(
    new StreamableHTTPClientTransport(
      new URL(url),
      key === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${key}` } } },
    ),
  );
  onTestFinished(() => connected.close());
  return connected;
}

export interface ServerProcess {
  readonly child: ChildProcess;
  /** What it has said on standard error so far. */
  said(): string;
  /** Waits for a line on standard error that fits. */
  saying(pattern: RegExp): Promise<RegExpExecArray>;
  /** The exit code, and null when a signal ended it. */
  readonly exited: Promise<number | null>;
}

/** The bare process, to be signalled and talked to by hand. */
export function serverProcess(
  args: readonly string[],
  command: 'mcp' | 'serve' = 'mcp',
): ServerProcess {
  const child = spawn(process.execPath, [PROGRAM, command, ...args], {
    cwd: ROOT,
    env: environment(),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    child,
    said: () => said,
    exited,
    saying: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(said);
          if (match !== null) resolve(match);
        };
        child.stderr.on('data', look);
        void exited.then((code) =>
          reject(new Error(`the server ended with ${String(code)}: ${said}`)),
        );
        look();
      }),
  };
}
