import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { dataFolder, type Config } from '@mneme/core/config/config.js';
import { userFolders } from '@mneme/core/config/environment.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { openMemory } from '@mneme/mneme/open.js';
import { hookAddress } from '@mneme/server/hooks/hook-protocol.js';
import { hookCommand, installedHooks, readHookCommand } from '@mneme/server/hooks/install-hooks.js';
import { stopDaemon } from '@mneme/server/hooks/hook-daemon.js';
import { proveHooks } from '@mneme/server/hooks/prove-hooks.js';
import {
  CLIENT_NAMES,
  type ClientSetup,
  clientsFound,
  DEFAULT_TOOLS,
  installedEntry,
  launchIn,
  MCP_CLIENTS,
  type McpClient,
  type Scope,
  type Surroundings,
} from '@mneme/server/mcp/clients.js';
import {
  hookPlace,
  type PartChange,
  type PartOutcome,
  partsOf,
  proveServer,
  setUp,
  undoSetup,
} from '@mneme/server/setup/set-up.js';
import { SetupRecords } from '@mneme/server/setup/setup-record.js';
import { isReaderName, readersFound, type ReaderFound } from '@mneme/server/setup/readers-found.js';
import { sourcesFound } from '@mneme/server/setup/sources-found.js';
import { fillMemory } from './fill-memory.js';
import { createMemory, hookCommandFor } from './hooks.js';
import { clientNamed, ownLaunch, sharedLaunch } from './mcp.js';
import { fileSettings } from './flags.js';
import { packageRoot, type Terminal, tell } from './process.js';
import { renderFound, renderReaders, renderSetup, renderUndo } from './render.js';

export interface SetupOptions {
  readonly yes?: boolean;
  readonly for?: readonly string[];
  readonly project?: boolean;
  readonly undo?: boolean;
  /** The name of an installed reader, or a command. */
  readonly reader?: string;
  /** Whether to take in what is found; a person is asked without it. */
  readonly fill?: boolean;
  readonly file?: string;
  readonly bank?: string;
  readonly json?: boolean;
}

/** Maximum tokens that hooks put before a prompt. */
const HOOK_TOKENS = 600;

/** Throws `not_found` where there is nothing to set up, `unavailable` where part of the setup does not work. */
export async function runSetup(
  options: SetupOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const surroundings = userFolders();
  const scope = options.project === true ? 'project' : 'user';
  const records = new SetupRecords(join(dataFolder(), 'setup'));
  if (options.undo === true) return runUndo({ options, surroundings, scope, records }, terminal);
  const found = readersFound(surroundings, scope === 'project');
  const { reader: named, ...launch } = options;
  const config = fileSettings(
    { ...launch, ...readerNamed(named, found) },
    'A setup needs a memory in a file.',
  );
  if (config.file === ':memory:')
    throw new MnemeError('invalid_input', 'A setup needs a memory in a file.', {
      field: '--file',
      value: config.file,
      hint: 'Each program starts a process of its own. Name a file.',
    });
  const wanted = wantedClients(options, surroundings, scope);
  const clients = await confirmed(wanted, { options, config, surroundings, scope }, terminal);
  if (clients.length === 0) return terminal.out('Nothing was changed.');
  const before = clients.flatMap((client) => readerIn(client, surroundings, scope))[0];
  const chosen = (await readerWanted(found, options, terminal)) ?? before;
  const reader = readerNamed(chosen, found);
  // A memory that cannot be opened would fail silently in every program.
  await createMemory(config);
  const parts = clients.flatMap(partsOf);
  const outcomes = await setUp(parts, {
    records,
    surroundings,
    scope,
    commands: {
      server:
        scope === 'project'
          ? sharedLaunch({ ...launch, ...reader, tools: DEFAULT_TOOLS }, surroundings.folder)
          : ownLaunch({ ...launch, ...reader, tools: DEFAULT_TOOLS }),
      hook: hookCommandFor(config, HOOK_TOKENS, reader.reader),
    },
    prove: proofs(surroundings, scope, signal),
  });
  await concludeSetup(outcomes, { options, config, surroundings, scope }, reader, found, {
    terminal,
    signal,
  });
}

/** Tells what was set up, fills the memory, and throws `unavailable` where part of the setup does not work. */
async function concludeSetup(
  outcomes: readonly PartOutcome[],
  { options, config: { file, bank }, surroundings, scope }: Question,
  reader: { readonly reader?: string },
  readers: readonly ReaderFound[],
  { terminal, signal }: { readonly terminal: Terminal; readonly signal: AbortSignal },
): Promise<void> {
  const told = { file, bank, scope, reader: reader.reader ?? null };
  if (options.json !== true)
    terminal.out(
      renderSetup(outcomes, {
        ...{ ...told, fleeting: runsFromCache() },
        readers: readers.map(({ name }) => name),
      }),
    );
  const sources = scope === 'project' ? [] : sourcesFound(surroundings);
  const filled = await fillMemory(sources, { file, bank, ...reader }, options, terminal, signal);
  if (options.json === true)
    terminal.out(JSON.stringify({ ...told, parts: outcomes, readers, filled }, null, 2));
  const failed = outcomes.filter(({ error }) => error !== null);
  if (failed.length > 0)
    throw new MnemeError(
      'unavailable',
      `${failed.length} of ${outcomes.length} settings could not be made.`,
      { field: 'setup', hint: 'The lines above say why. What failed was put back as it was.' },
    );
}

/**
 * The reader that was named, or chosen by a person; none without either, as it costs money and texts leave the
 * memory.
 */
async function readerWanted(
  found: readonly ReaderFound[],
  { reader, yes, json }: SetupOptions,
  terminal: Terminal,
): Promise<string | undefined> {
  if (reader !== undefined || found.length === 0 || yes === true || !terminal.interactive)
    return reader;
  if (json !== true) terminal.out(renderReaders(found));
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await prompt.question('Who shall read? [nobody, a name, or a command] ');
    return answer.trim() === '' ? undefined : answer;
  } finally {
    prompt.close();
  }
}

const NOBODY = /^(?:n|no|none|nobody)$/i;

/** The readers in a client's entry from an earlier setup. */
function readerIn(client: McpClient, surroundings: Surroundings, scope: Scope): string[] {
  try {
    const args = launchIn(installedEntry(client, surroundings, scope))?.args ?? [];
    const at = args.indexOf('--reader');
    return at < 0 ? [] : args.slice(at + 1, at + 2);
  } catch {
    // The setup of that client reports a file that cannot be read.
    return [];
  }
}

/** A reader by its name or as a command. Throws `invalid_input` for a known program that is not installed. */
function readerNamed(
  given: string | undefined,
  found: readonly ReaderFound[],
): { readonly reader?: string } {
  if (given === undefined || NOBODY.test(given.trim())) return {};
  const known = found.find(({ name }) => name === given.trim())?.command;
  if (known !== undefined) return { reader: known };
  if (!isReaderName(given.trim())) return { reader: given };
  throw new MnemeError('invalid_input', `--reader: there is no ${given.trim()} in PATH.`, {
    field: '--reader',
    value: given,
    hint:
      found.length === 0
        ? 'Give the command, with its path: --reader "/opt/bin/claude -p".'
        : `Found: ${found.map(({ name }) => name).join(', ')}. Or give a command.`,
  });
}

interface UndoCall {
  readonly options: SetupOptions;
  readonly surroundings: Surroundings;
  readonly scope: Scope;
  readonly records: SetupRecords;
}

async function runUndo(
  { options, surroundings, scope, records }: UndoCall,
  terminal: Terminal,
): Promise<void> {
  const named = options.for?.map(clientNamed);
  const project = scope === 'project' ? surroundings.folder : null;
  const places = hookPlace(surroundings, scope);
  const targets = installedHooks(places).hooks.flatMap(
    ({ command }) => readHookCommand(command) ?? [],
  );
  const undone = await undoSetup(
    (record) => record.project === project && (named?.includes(record.client) ?? true),
    records,
    surroundings,
  );
  if (undone.some(({ kind, how }) => kind === 'hooks' && how !== 'failed'))
    for (const target of targets) await stopDaemon(hookAddress(target));
  tell(terminal, options.json, { undone }, () => renderUndo(undone));
  if (undone.some(({ how }) => how === 'failed'))
    throw new MnemeError('unavailable', 'Not everything could be put back.', {
      field: 'setup',
      hint: 'The lines above say why. Mend it and run `mneme setup --undo` again.',
    });
}

function wantedClients(
  options: SetupOptions,
  surroundings: Surroundings,
  scope: Scope,
): readonly McpClient[] {
  if (options.for !== undefined) {
    const named = options.for.map((name) => clientNamed(name.trim()));
    return CLIENT_NAMES.filter((name) => named.includes(name));
  }
  const found = clientsFound(surroundings).filter(
    (name) => (MCP_CLIENTS[name] as ClientSetup).path(scope, surroundings) !== null,
  );
  if (found.length > 0) return found;
  throw new MnemeError(
    'not_found',
    `No program that Mneme knows was found in ${surroundings.home}.`,
    {
      field: '--for',
      hint: `Name one to set it up all the same: --for ${CLIENT_NAMES.join(', ')}.`,
    },
  );
}

interface Question {
  readonly options: SetupOptions;
  readonly config: Config;
  readonly surroundings: Surroundings;
  readonly scope: Scope;
}

/** The clients that a person agrees to; all with `--yes`. Throws `invalid_input` where nobody can be asked. */
async function confirmed(
  clients: readonly McpClient[],
  { options, config, surroundings, scope }: Question,
  terminal: Terminal,
): Promise<readonly McpClient[]> {
  if (options.yes === true) return clients;
  if (options.json !== true) terminal.out(renderFound(clients, config.file, surroundings, scope));
  if (!terminal.interactive)
    throw new MnemeError('invalid_input', 'Nothing was changed: nobody can be asked here.', {
      field: '--yes',
      hint: 'Add --yes to set these up, or --for NAME for some of them.',
    });
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = (await prompt.question('Set them up? [Y/n, or names] ')).trim();
    if (/^(?:|y|yes)$/i.test(answer)) return clients;
    if (/^(?:n|no)$/i.test(answer)) return [];
    const named = answer.split(/[\s,]+/).map(clientNamed);
    return CLIENT_NAMES.filter((name) => named.includes(name));
  } finally {
    prompt.close();
  }
}

/** Runs the entry in the client's file on a temporary memory. Equal command lines are tried once. */
function proofs(
  surroundings: Surroundings,
  scope: Scope,
  signal: AbortSignal,
): (change: PartChange) => Promise<string> {
  const servers = new Map<string, Promise<string>>();
  return ({ client, kind, path }) => {
    if (kind === 'hooks') return hooksProof(surroundings, scope, signal);
    const launch = launchIn(installedEntry(client, surroundings, scope));
    if (launch === null)
      throw new MnemeError('unavailable', `${path} names no program to start.`, { field: 'setup' });
    const key = JSON.stringify(launch);
    const proof =
      servers.get(key) ??
      proveServer(launch, surroundings.folder).then(
        ({ tools }) => `lists ${tools} tools, and what was remembered came back`,
      );
    servers.set(key, proof);
    return proof;
  };
}

async function hooksProof(
  surroundings: Surroundings,
  scope: Scope,
  signal: AbortSignal,
): Promise<string> {
  const installed = installedHooks(hookPlace(surroundings, scope));
  const folder = mkdtempSync(join(tmpdir(), 'mneme-setup-'));
  const target = { file: join(folder, 'proof.mneme'), bank: 'default' };
  const elsewhere = ({ event, command }: { event: string; command: string }) => ({
    event,
    command: hookCommand([
      ...(readHookCommand(command)?.programs ?? []),
      ...['--file', target.file, '--bank', target.bank, '--tokens', String(HOOK_TOKENS)],
    ]),
  });
  try {
    const { proven, steps } = await proveHooks(
      { ...installed, hooks: installed.hooks.map(elsewhere) },
      target,
      {
        open: () => openMemory(target),
        now: () => Date.now(),
        uint32: () => randomBytes(4).readUInt32LE(),
        signal,
      },
    );
    const wrong = steps.find(({ ok }) => !ok);
    if (!proven || wrong !== undefined)
      throw new MnemeError(
        'unavailable',
        `The hooks do not work: ${wrong?.told ?? 'no step ran'}`,
        {
          field: 'setup',
          hint: 'Run `mneme hooks install claude-code` and `mneme doctor --hooks` to look into it.',
        },
      );
    return 'brought back in one session what another had said';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether this program is in the cache of `npx`, which may be cleared. */
const runsFromCache = (): boolean => /[\\/]_npx[\\/]/.test(packageRoot().folder);
