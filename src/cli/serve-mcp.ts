import { MnemeError } from '../domain/errors.js';
import { openMemory, type OpenOptions } from '../open.js';
import { serveOverHttp, serveOverStdio, type Serving } from '../servers/mcp/serve.js';
import { toolSetNamed } from '../servers/mcp/tool-set.js';
import { toolsOf } from '../servers/mcp/tool-sets.js';
import { packageRoot } from './package-root.js';
import { DEFAULT_PORT } from './default-port.js';

export interface McpOptions {
  readonly http?: string | true;
  readonly tools: string;
  readonly file?: string;
  readonly bank?: string;
  readonly readOnly?: boolean;
}

/** Serves until the client is gone, or a person or the system ends it. */
export async function serveMcp(options: McpOptions, signal: AbortSignal): Promise<void> {
  const tools = toolsOf(toolSetNamed(options.tools));
  const port = options.http === undefined ? null : portOf(options.http);
  const memory = await openMemory(openOptions(options));
  try {
    const parts = { memory, tools, version: packageRoot().version };
    const say = (line: string): void => void process.stderr.write(`${line}\n`);
    const serving = port === null ? serveOverStdio(parts, say) : await serveOverHttp(parts, port, say);
    if ('url' in serving) say(`Listening at ${String(serving.url)}`);
    await untilStopped(serving, signal);
    await serving.close();
  } finally {
    await memory.close();
  }
}

function openOptions({ file, bank, readOnly }: Pick<McpOptions, 'file' | 'bank' | 'readOnly'>): OpenOptions {
  return { ...(file === undefined ? {} : { file }), ...(bank === undefined ? {} : { bank }), ...(readOnly === undefined ? {} : { readOnly }) };
}

/** Until the client is gone, or a person or the system ends it. */
async function untilStopped({ ended }: Serving, signal: AbortSignal): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    for (const name of ['SIGTERM', 'SIGHUP'] as const) process.once(name, () => resolve());
  });
  await Promise.race([ended, stopped]);
}

function portOf(given: string | true): number {
  const port = given === true ? DEFAULT_PORT : Number(given);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535 && given !== '') return port;
  throw new MnemeError('invalid_input', '--http takes a port from 0 to 65535.', { field: '--http', value: given });
}
