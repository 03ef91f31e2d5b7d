import { resolve } from 'node:path';
import { type OpenFlags, openOptions } from './flags.js';
import { packageRoot, untilStopped } from './process.js';
import { MCP_PORT, startServer } from './serve.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { openMemory } from '@mneme/mneme/open.js';
import { runHookDaemon } from '@mneme/server/hooks/hook-daemon.js';
import {
  hookAddress,
  type HookEvent,
  type HookTarget,
  noteFailure,
} from '@mneme/server/hooks/hook-protocol.js';
import { toolSetNamed } from '@mneme/server/mcp/clients.js';
import { memoryTool } from '@mneme/server/mcp/memory-tool.js';
import { serveOverStdio } from '@mneme/server/mcp/server.js';
import { toolsOf } from '@mneme/server/mcp/tool-sets.js';

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

export interface McpOptions extends OpenFlags {
  readonly http?: string | true;
  readonly tools: string;
  readonly files?: string;
}

/** Serves until the client disconnects or the process is stopped. */
export async function serveMcp(options: McpOptions, signal: AbortSignal): Promise<void> {
  const { files } = options;
  const tools = [
    ...toolsOf(toolSetNamed(options.tools)),
    ...(files === undefined ? [] : [memoryTool(resolve(files))]),
  ];
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  if (options.http !== undefined) {
    if (files !== undefined)
      throw new MnemeError('invalid_input', '--files: no folder is served over HTTP.', {
        field: '--files',
        value: files,
        hint: 'Leave --http out, or keep the folder in step by `mneme files DIR --watch`.',
      });
    // The same server as `mneme serve` without REST, so that the same checks apply.
    const server = await startServer(
      openOptions(options),
      {
        port: options.http === true ? String(MCP_PORT) : options.http,
        tools: options.tools,
        rest: false,
      },
      say,
    );
    say(`Listening at ${server.url}/mcp`);
    await untilStopped(signal);
    await server.close();
    return;
  }
  const memory = await openMemory(openOptions(options));
  try {
    const serving = serveOverStdio(
      // The agent may act on text that it has read.
      { memory: memory.as({ standing: 'guest' }), tools, version: packageRoot().version },
      say,
    );
    await Promise.race([serving.ended, untilStopped(signal)]);
    await serving.close();
  } finally {
    await memory.close();
  }
}
