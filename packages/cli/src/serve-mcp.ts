import { openMemory } from '@mneme/mneme/open.js';
import { serveOverStdio } from '@mneme/server/mcp/server.js';
import { toolSetNamed } from '@mneme/server/mcp/tool-set-names.js';
import { toolsOf } from '@mneme/server/mcp/tool-sets.js';
import { MCP_PORT, startServer } from './serve.js';
import { openOptions, type OpenFlags } from './open-options.js';
import { packageRoot, untilStopped } from './process.js';

export interface McpOptions extends OpenFlags {
  readonly http?: string | true;
  readonly tools: string;
}

/** Serves until the client disconnects or the process is stopped. */
export async function serveMcp(options: McpOptions, signal: AbortSignal): Promise<void> {
  const tools = toolsOf(toolSetNamed(options.tools));
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  if (options.http !== undefined) {
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
