import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { readTextIfExists, writeSettings } from '../client-settings.js';
import { planHooks } from '../hooks/install-hooks.js';
import {
  type Launch,
  type McpClient,
  planChange,
  planEntry,
  type Scope,
  type Surroundings,
} from '../mcp/clients.js';
import {
  missingFolders,
  removeEmpty,
  type SetupRecord,
  type SetupRecords,
} from './setup-record.js';

/** One part that setup adds to a client's settings. */
export interface SetupPart {
  readonly client: McpClient;
  readonly kind: 'server' | 'hooks';
}

/** The commands that start Mneme in each part. */
interface Commands {
  readonly server: Launch;
  readonly hook: string;
}

/** A planned change of one file. */
export interface PartChange extends SetupPart {
  readonly path: string;
  readonly action: 'add' | 'replace' | 'remove' | 'none';
  readonly old: string | null;
  readonly text: string;
  /** The entry that ours replaced. */
  readonly previous: unknown;
}

/** The parts for a client: the server, and its hooks where supported. */
export function partsOf(client: McpClient): SetupPart[] {
  const server = { client, kind: 'server' } as const;
  return client === 'claude-code' ? [server, { client, kind: 'hooks' }] : [server];
}

/** Throws as {@link planChange} and {@link planHooks}. */
function planPart(
  { client, kind }: SetupPart,
  { server, hook }: Commands,
  surroundings: Surroundings,
  scope: Scope,
): PartChange {
  const planned =
    kind === 'server'
      ? planChange(client, server, surroundings, scope)
      : planHooks(hook, hookPlace(surroundings, scope));
  const { path, action, old, text, before: previous } = planned;
  return { client, kind, path, action, old, text, previous };
}

/** Restores the previous entry, or removes ours, where the file has changed since. */
function planFormer(record: SetupRecord, surroundings: Surroundings): PartChange {
  const { client, kind, project, previous } = record;
  const around = project === null ? surroundings : { ...surroundings, folder: project };
  const scope = project === null ? 'user' : 'project';
  const planned =
    kind === 'server'
      ? planEntry(client, previous ?? null, around, scope)
      : planHooks(formerCommand(previous), hookPlace(around, scope));
  const { path, action, old, text, before } = planned;
  return { client, kind, path, action, old, text, previous: before };
}

export const hookPlace = (
  { home, folder, moved }: Surroundings,
  scope: Scope,
): {
  readonly home: string;
  readonly project: string | null;
  readonly claude?: string | undefined;
} => ({
  home,
  project: scope === 'project' ? folder : null,
  claude: moved?.claude,
});

function formerCommand(previous: unknown): string | null {
  const [command] = Array.isArray(previous) ? (previous as readonly unknown[]) : [];
  return typeof command === 'string' ? command : null;
}

/** The result of one part. */
export interface PartOutcome extends SetupPart {
  readonly path: string | null;
  readonly action: PartChange['action'] | 'failed';
  /** Result of the trial. */
  readonly told: string;
  readonly error: MnemeError | null;
}

interface SetupParts {
  readonly records: SetupRecords;
  readonly surroundings: Surroundings;
  readonly scope: Scope;
  readonly commands: Commands;
  /** Tries the entry in the client's file; throws where it does not work. Resolves with what the trial showed. */
  prove(change: PartChange): Promise<string>;
}

/** Adds and tries each part; one that does not work is rolled back, and does not stop the others. */
export function setUp(
  parts: readonly SetupPart[],
  { records, surroundings, scope, commands, prove }: SetupParts,
): Promise<PartOutcome[]> {
  const one = async (part: SetupPart): Promise<PartOutcome> => {
    let path: string | null = null;
    try {
      const change = planPart(part, commands, surroundings, scope);
      path = change.path;
      const told = await tried(change, records, { surroundings, scope }, () => prove(change));
      return { ...part, path, action: change.action, told, error: null };
    } catch (error) {
      if (!MnemeError.is(error)) throw error;
      return { ...part, path, action: 'failed', told: '', error };
    }
  };
  return records.alone(async () => {
    const outcomes: PartOutcome[] = [];
    for (const part of parts) outcomes.push(await one(part));
    return outcomes;
  });
}

/** Writes the record first, so that an interrupted setup can be undone, too. */
async function tried(
  change: PartChange,
  records: SetupRecords,
  place: { readonly surroundings: Surroundings; readonly scope: Scope },
  prove: () => Promise<string>,
): Promise<string> {
  if (change.action === 'none') return prove();
  const { path, old, text } = change;
  const earlier = records.find(path);
  const record = recordOf(change, earlier, place);
  records.keep(record);
  try {
    writeSettings(path, text, old);
    return await prove();
  } catch (error) {
    if (readTextIfExists(path) === text) restore(path, old, text, record.made);
    if (earlier === null) records.drop(record);
    else records.keep(earlier);
    throw error;
  }
}

/** The result for a file that setup had changed. */
export interface UndoOutcome extends SetupPart {
  readonly path: string;
  /** Restored exactly; or only our entry removed, as the file had changed; or the file was gone. */
  readonly how: 'as_before' | 'entry_only' | 'gone' | 'failed';
  readonly error: MnemeError | null;
}

/** Restores what setups changed. */
export function undoSetup(
  wanted: (record: SetupRecord) => boolean,
  records: SetupRecords,
  surroundings: Surroundings,
): Promise<UndoOutcome[]> {
  return records.alone(async () =>
    records
      .all()
      .filter(wanted)
      .map((record): UndoOutcome => {
        const { client, kind, path } = record;
        try {
          return { client, kind, path, how: putBack(record, records, surroundings), error: null };
        } catch (error) {
          if (!MnemeError.is(error)) throw error;
          return { client, kind, path, how: 'failed', error };
        }
      }),
  );
}

/** Keeps the original state through repeated setups, with what others changed in between. */
function recordOf(
  change: PartChange,
  earlier: SetupRecord | null,
  { surroundings, scope }: { readonly surroundings: Surroundings; readonly scope: Scope },
): SetupRecord {
  const { client, kind, path, old, text, previous } = change;
  const project = scope === 'project' ? surroundings.folder : null;
  const base = { version: 1, client, kind, project, path, after: text } as const;
  if (earlier === null) return { ...base, before: old, previous, made: missingFolders(path) };
  const { made } = earlier;
  if (earlier.after === old)
    return { ...base, before: earlier.before, previous: earlier.previous, made };
  const former = planFormer(earlier, surroundings);
  return {
    ...base,
    before: former.action === 'none' ? old : former.text,
    previous: earlier.previous,
    made,
  };
}

function putBack(
  record: SetupRecord,
  records: SetupRecords,
  surroundings: Surroundings,
): UndoOutcome['how'] {
  const { path, before, after, made } = record;
  const now = readTextIfExists(path);
  let how: UndoOutcome['how'] = 'as_before';
  if (now === null) how = before === null ? 'as_before' : 'gone';
  else if (now === after) restore(path, before, now, made);
  else if (now !== before) {
    const { action, text, old } = planFormer(record, surroundings);
    if (action !== 'none') writeSettings(path, text, old);
    how = 'entry_only';
  }
  records.drop(record);
  return how;
}

function restore(path: string, before: string | null, now: string, made: readonly string[]): void {
  if (before !== null) return writeSettings(path, before, now);
  rmSync(path);
  removeEmpty(made);
}

/** Timeout for a server to start and answer, in milliseconds: a package may have to be downloaded first. */
const PATIENCE = 60_000;
const PROOF = 'The buoy that the setup left here is called vorakushito.';
const ASKED = 'What is the buoy called that the setup left?';

interface ServerProof {
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
