import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { MnemeError } from '../domain/errors.js';
import { readConfig } from '../config/config.js';
import { hookAddress, type HookTarget } from '../servers/hooks/hook-address.js';
import { readFailures } from '../servers/hooks/hook-log.js';
import {
  applyHooks,
  HOOK_CLIENTS,
  installedHooks,
  planHooks,
  settingsPath,
  type HooksChange,
  type HookSurroundings,
} from '../servers/hooks/install-hooks.js';
import { packageRoot } from './package-root.js';
import type { Terminal } from './program.js';
import { renderHooksChange, renderHooksStatus, type HooksStatus } from './render/hooks.js';

interface HooksOptions {
  readonly print?: boolean;
  readonly project?: boolean;
  readonly tokens?: string;
  readonly json?: boolean;
  readonly file?: string;
  readonly bank?: string;
}

/** `mneme hooks`: memory for an agent without its asking, by the hooks of its program. */
export function addHooksCommand(program: Command, terminal: Terminal, signal: AbortSignal): void {
  const hooks = program
    .command('hooks')
    .summary('Let an agent’s program recall and remember by itself.')
    .description(
      'Recalls at each prompt and remembers at each turn’s end, by the hooks of the agent’s program. A hook never blocks it.',
    );
  const shared = (command: Command): Command =>
    command
      .option('--project', 'for this folder’s project alone, in a file that is not shared')
      .option('--file <path>', 'the memory’s file')
      .option('--bank <name>', 'the bank')
      .option('--json', 'print the result as JSON');
  const install = shared(
    hooks
      .command('install')
      .summary('Set up a client’s hooks.')
      .description('Shows the change of the client’s own settings and makes it.')
      .argument('<client>', HOOK_CLIENTS.join(', ')),
  )
    .option('--print', 'only show the change')
    .option('--tokens <number>', 'most tokens put before a prompt, 100 to 8192', '600')
    .action((client: string) => {
      const options = install.optsWithGlobals<HooksOptions>();
      assertClient(client);
      change(
        planHooks(commandFor(targetOf(options), tokensOf(options.tokens)), surroundingsOf(options)),
        options,
        terminal,
      );
    });
  const remove = shared(
    hooks
      .command('remove')
      .summary('Take the hooks out again.')
      .argument('<client>', HOOK_CLIENTS.join(', ')),
  )
    .option('--print', 'only show the change')
    .action(async (client: string) => {
      const options = remove.optsWithGlobals<HooksOptions>();
      assertClient(client);
      change(planHooks(null, surroundingsOf(options)), options, terminal);
      const { stopKeeper } = await import('../servers/hooks/keeper.js');
      if (options.print !== true) await stopKeeper(hookAddress(targetOf(options)));
    });
  const status = shared(
    hooks.command('status').summary('Tell whether hooks are set up, and why they failed last.'),
  ).action(async () => {
    const options = status.optsWithGlobals<HooksOptions>();
    const report = await statusOf(options);
    terminal.out(
      options.json === true ? JSON.stringify(report, null, 2) : renderHooksStatus(report),
    );
  });
  const keep = hooks
    .command('keep', { hidden: true })
    .option('--file <path>', 'the memory’s file')
    .option('--bank <name>', 'the bank')
    .option('--event <json>', 'what to take in first')
    .action(async () => {
      const { keepHooks } = await import('./keep-hooks.js');
      const { event, ...options } = keep.optsWithGlobals<
        HooksOptions & { readonly event?: string }
      >();
      await keepHooks(targetOf(options), event, signal);
    });
}

function change(planned: HooksChange, { print, json }: HooksOptions, terminal: Terminal): void {
  const written = print !== true && planned.action !== 'none';
  if (json !== true) terminal.out(renderHooksChange(planned));
  if (written) applyHooks(planned);
  if (json === true) {
    const { text: _text, ...told } = planned;
    terminal.out(JSON.stringify({ ...told, written }, null, 2));
  } else if (written)
    terminal.out(
      `Done. ${planned.action === 'remove' ? 'Sessions that are open keep their hooks until they end.' : 'It begins with the next session; `mneme hooks status` tells how it goes.'}`,
    );
}

function assertClient(name: string): void {
  if (HOOK_CLIENTS.some((each) => each === name)) return;
  throw new MnemeError('invalid_input', `Hooks of ${name} are not known.`, {
    field: 'client',
    value: name,
    hint: `One of: ${HOOK_CLIENTS.join(', ')}.`,
  });
}

function tokensOf(given: string | undefined): number {
  const tokens = Number(given);
  if (Number.isInteger(tokens) && tokens >= 100 && tokens <= 8_192) return tokens;
  throw new MnemeError('invalid_input', '--tokens must be 100 to 8192.', {
    field: '--tokens',
    value: given,
  });
}

function targetOf({ file, bank }: HooksOptions): HookTarget {
  const config = readConfig({
    ...(file === undefined ? {} : { file }),
    ...(bank === undefined ? {} : { bank }),
  });
  if (config.file !== ':memory:') return { file: config.file, bank: config.bank };
  throw new MnemeError(
    'invalid_input',
    'Hooks need a memory in a file: each of them is a process of its own.',
    { field: '--file', value: config.file, hint: 'Name a file.' },
  );
}

const surroundingsOf = ({ project }: HooksOptions): HookSurroundings => ({
  home: homedir(),
  project: project === true ? process.cwd() : null,
});

/** As a shell takes it: this very program, by paths that hold in any folder. */
function commandFor({ file, bank }: HookTarget, tokens: number): string {
  const hook = join(packageRoot().folder, 'dist', 'bin', 'mneme-hook.js');
  return [process.execPath, hook, '--file', file, '--bank', bank, '--tokens', String(tokens)]
    .map(quoted)
    .join(' ');
}

function quoted(part: string): string {
  if (/^[\w.,:=@%+/-]+$/.test(part)) return part;
  return process.platform === 'win32' ? `"${part}"` : `'${part.replaceAll("'", String.raw`'\''`)}'`;
}

const MOST_FAILURES = 10;

async function statusOf(options: HooksOptions): Promise<HooksStatus> {
  const target = targetOf(options);
  const address = hookAddress(target);
  const { keeperListens } = await import('../servers/hooks/keeper.js');
  const places = [null, process.cwd()].map((project) => ({ home: homedir(), project }));
  return {
    ...target,
    settings: places.map((place) => ({
      path: settingsPath(place),
      hooks: installedHooks(place).length,
    })),
    keeper: await keeperListens(address),
    failures: readFailures(address.log, MOST_FAILURES),
    log: address.log,
  };
}
