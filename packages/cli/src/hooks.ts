import { join } from 'node:path';
import type { Command } from 'commander';
import { fileSettings } from './flags.js';
import { changeSettings, packageRoot, type Terminal, tell } from './process.js';
import { userFolders } from '@mneme/core/config/environment.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { redactionsInWords } from '@mneme/core/domain/privacy.js';
import { bankOfUser } from '@mneme/core/domain/user-bank.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';
import { accent, bad, dim, good } from '@mneme/core/format/style.js';
import { HOOK_EVENTS, hookAddress, type HookTarget } from '@mneme/server/hooks/hook-protocol.js';
import {
  applyHooks,
  HOOK_CLIENTS,
  hookCommand,
  type HooksChange,
  type HooksStatus,
  type HookSurroundings,
  installedHooks,
  planHooks,
  readHookCommand,
} from '@mneme/server/hooks/install-hooks.js';
import type { HookProof } from '@mneme/server/hooks/prove-hooks.js';
import { hookPlace } from '@mneme/server/setup/set-up.js';

function renderHooksChange({ path, action, before, after }: HooksChange): string {
  if (action === 'none') return `Claude Code (${path}): nothing to change.`;
  const lines = (sign: string, commands: readonly string[]): string[] =>
    [...new Set(commands)].map((command) => `${sign} ${command}`);
  return [
    `Claude Code, ${dim(path)}, in "hooks" at ${HOOK_EVENTS.join(', ')}:`,
    ...lines('-', before).map(bad),
    ...lines('+', after).map(accent),
  ].join('\n');
}

function renderHooksStatus({
  file,
  bank,
  settings,
  keeper,
  problems,
  failures,
  redactions,
  logs,
}: HooksStatus): string {
  const places = settings.map(
    ({ path, hooks }) => `${hooks > 0 ? good(`${hooks} hooks`) : 'no hooks'} in ${path}`,
  );
  const failed = failures.map(
    ({ at, event, what, code, mend }) =>
      `${new Date(at).toISOString().slice(0, 19)}Z ${event ?? '–'}: ${what}${code === null ? '' : ` (${code})`}. ${dim(mend)}`,
  );
  const takenOut = redactions.map(
    ({ at, event, redacted, redactedAt }) =>
      `  ${new Date(at).toISOString().slice(0, 19)}Z ${event}: ${redactionsInWords(redacted)}, line ${redactedAt.map(({ line }) => line).join(', ')} of what was read then`,
  );
  return [
    `Memory ${file}, bank ${bank}`,
    ...places,
    keeper
      ? good('The memory is kept open for them.')
      : 'The memory is not open; the next hook opens it.',
    ...problems.map(({ what, mend }) => `${bad(what)} ${mend}`),
    ...(failed.length === 0
      ? ['No failure is noted.']
      : [
          bad('What went wrong last:'),
          ...failed.map((line) => `  ${line}`),
          ...logs.map((log) => dim(`  from ${log}`)),
        ]),
    ...(takenOut.length === 0 ? [] : ['Taken out of what sessions said:', ...takenOut]),
    dim('`mneme doctor --hooks` goes the whole way once.'),
  ].join('\n');
}

export function renderHookProof({ path, file, bank, steps, proven }: HookProof): string {
  const lines = steps.map(({ step, ok, told }) => {
    const [first = '', ...more] = told.split('\n');
    return [
      `  ${ok ? good(step) : bad(step)}: ${first}`,
      ...more.map((line) => `    ${line}`),
    ].join('\n');
  });
  return [
    `Hooks of ${dim(path)} on ${file}, bank ${bank}:`,
    ...lines,
    proven
      ? good('What a session says goes in and comes back.')
      : bad('The hooks do not work: see above.'),
  ].join('\n');
}

interface HooksOptions {
  readonly print?: boolean;
  readonly project?: boolean;
  readonly tokens?: string;
  readonly reader?: string;
  readonly json?: boolean;
  readonly file?: string;
  readonly bank?: string;
  readonly userId?: string;
}

/** `mneme hooks`: automatic memory for agents, by the hooks of their client. */
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
      .option('--user-id <id>', 'the user whose memory in the bank it is')
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
    .option('--reader <command>', 'let this command read what is said into notes')
    .action(async (client: string) => {
      const options = install.optsWithGlobals<HooksOptions>();
      assertClient(client);
      const target = targetOf(options);
      const planned = planHooks(
        hookCommandFor(target, tokensOf(options.tokens), options.reader),
        surroundingsOf(options),
      );
      // A memory that cannot be opened would fail silently at every event.
      if (options.print !== true) await createMemory(target);
      change(planned, options, terminal);
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
      const places = [surroundingsOf(options)];
      const target = targetOf(options, places);
      change(planHooks(null, surroundingsOf(options)), options, terminal);
      const { stopDaemon } = await import('@mneme/server/hooks/hook-daemon.js');
      if (options.print !== true) await stopDaemon(hookAddress(target));
    });
  const status = shared(
    hooks
      .command('status')
      .summary('Tell whether hooks are set up, what is wrong, and why they failed last.'),
  ).action(async () => {
    const options = status.optsWithGlobals<HooksOptions>();
    const { hooksStatus } = await import('@mneme/server/hooks/install-hooks.js');
    const report = await hooksStatus(hookPlaces(), targetOf(options, hookPlaces()));
    tell(terminal, options.json, report, () => renderHooksStatus(report));
  });
  addKeepCommand(hooks, signal);
}

/** The command of the daemon, started by hooks only. */
function addKeepCommand(hooks: Command, signal: AbortSignal): void {
  const keep = hooks
    .command('keep', { hidden: true })
    .option('--file <path>', 'the memory’s file')
    .option('--bank <name>', 'the bank')
    .option('--event <json>', 'what to take in first')
    .option('--reader <command>', 'what reads what is remembered')
    .action(async () => {
      const { keepHooks } = await import('./serve-agents.js');
      const { event, reader, ...options } = keep.optsWithGlobals<
        HooksOptions & { readonly event?: string; readonly reader?: string }
      >();
      await keepHooks(targetOf(options), definedOnly({ event, reader }), signal);
    });
}

const change = (planned: HooksChange, options: HooksOptions, terminal: Terminal): void =>
  changeSettings(planned, options, terminal, {
    render: renderHooksChange,
    apply: applyHooks,
    afterwards: ({ action }) =>
      action === 'remove'
        ? 'Sessions that are open keep their hooks until they end.'
        : 'It begins with the next session; `mneme hooks status` tells how it goes.',
  });

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

/** The memory named by flags; else that of the hooks installed here; else the configured one. */
function targetOf(
  { file, bank, userId }: HooksOptions,
  places: readonly HookSurroundings[] = [],
): HookTarget {
  const [installed] =
    file === undefined && bank === undefined && userId === undefined
      ? places.flatMap(targetsAt)
      : [undefined];
  if (installed !== undefined) return installed;
  const config = fileSettings(
    definedOnly({ file, bank, userId }),
    'Hooks need a memory in a file; agents reach a server by `mneme mcp --store …`.',
  );
  if (config.file !== ':memory:')
    return {
      file: config.file,
      bank: bankOfUser(config.bank, config.userId),
    };
  throw new MnemeError(
    'invalid_input',
    'Hooks need a memory in a file: each of them is a process of its own.',
    { field: '--file', value: config.file, hint: 'Name a file.' },
  );
}

const targetsAt = (place: HookSurroundings): HookTarget[] =>
  installedHooks(place).hooks.flatMap(({ command }) => readHookCommand(command) ?? []);

/** Creates the memory if missing. Throws whatever would keep the hooks from opening it. */
export async function createMemory({ file, bank }: HookTarget): Promise<void> {
  const { openMemory } = await import('@mneme/mneme/open.js');
  await (await openMemory({ file, bank })).close();
}

const surroundingsOf = ({ project }: HooksOptions): HookSurroundings =>
  hookPlace(userFolders(), project === true ? 'project' : 'user');

/** A shell command line for the hook of this very program, with absolute paths. */
export function hookCommandFor(
  { file, bank }: HookTarget,
  tokens: number,
  reader?: string,
): string {
  const hook = join(packageRoot().folder, 'dist', 'bin', 'mneme-hook.js');
  const words = [process.execPath, hook, '--file', file, '--bank', bank];
  return hookCommand([
    ...words,
    ...['--tokens', String(tokens)],
    ...(reader === undefined ? [] : ['--reader', reader]),
  ]);
}

/** Where a client finds hooks in this folder: the project's, run in addition to the user's. */
export const hookPlaces = (): readonly HookSurroundings[] =>
  (['project', 'user'] as const).map((scope) => hookPlace(userFolders(), scope));
