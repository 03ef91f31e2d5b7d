import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Launch } from '../mcp/clients.js';

/** Timeout for a server to start and answer, in milliseconds: a package may have to be downloaded first. */
const PATIENCE = 60_000;
const PROOF = 'The buoy that the setup left here is called vorakushito.';
const ASKED = 'What is the buoy called that the setup left?';

export interface ServerProof {
  /** Number of tools that it lists. */
  readonly tools: number;
}

/**
 * Starts the server as a client does, by its settings' entry and with the environment that clients pass on, and lists
 * its tools; then again on a temporary memory, where a remembered text must be recalled. Throws `unavailable`.
 */
export async function proveServer(launch: Launch, folder: string): Promise<ServerProof> {
  const tools = await asClient(launch, folder, async (client) => {
    const listed = await client.listTools(undefined, { timeout: PATIENCE });
    return listed.tools.map(({ name }) => name);
  });
  for (const name of ['remember', 'recall'])
    if (!tools.includes(name)) throw failed(launch, `it lists no tool ${name}`);
  const throwaway = mkdtempSync(join(tmpdir(), 'mneme-setup-'));
  try {
    const elsewhere = ['--file', join(throwaway, 'proof.mneme'), '--bank', 'default'];
    await asClient({ ...launch, args: [...launch.args, ...elsewhere] }, folder, async (client) => {
      await called(client, launch, 'remember', { content: PROOF });
      const told = await called(client, launch, 'recall', { query: ASKED });
      if (!told.includes('vorakushito'))
        throw failed(launch, 'what was remembered did not come back');
    });
  } finally {
    rmSync(throwaway, { recursive: true, force: true });
  }
  return { tools: tools.length };
}

async function asClient<Result>(
  launch: Launch,
  folder: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ name: 'mneme-setup', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: launch.command,
    args: [...launch.args],
    cwd: folder,
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-2_000);
  });
  try {
    await client.connect(transport, { timeout: PATIENCE });
    return await work(client);
  } catch (cause) {
    if (MnemeError.is(cause)) throw cause;
    const words = said.trim();
    throw failed(launch, words === '' ? (cause as Error).message : words, cause);
  } finally {
    await client.close();
  }
}

async function called(
  client: Client,
  launch: Launch,
  name: string,
  input: Record<string, unknown>,
): Promise<string> {
  const answer = await client.callTool({ name, arguments: input }, { timeout: PATIENCE });
  const text = JSON.stringify(answer.content);
  if (answer.isError === true) throw failed(launch, text);
  return text;
}

function failed({ command, args }: Launch, why: string, cause?: unknown): MnemeError {
  return new MnemeError('unavailable', `The server does not work: ${why}.`.replace(/\.\.$/, '.'), {
    field: 'setup',
    value: [command, ...args].join(' '),
    hint: `Its entry starts it by: ${[command, ...args].join(' ')}`,
    cause,
  });
}
