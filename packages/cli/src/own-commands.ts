import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { addComparePeerCommand } from './compare-peer.js';
import { runDemo } from './demo.js';
import { addFilesCommand } from './files.js';
import { addSyncCommand } from './sync.js';
import { addHooksCommand } from './hooks.js';
import { addCertificateCommands, addKeysCommand } from './keys-and-certificates.js';
import { addMcpCommand } from './mcp.js';
import { packageRoot, type Terminal } from './process.js';
import type { SetupOptions } from './run-setup.js';
import { addSealCommands } from './seal.js';
import { addConsoleCommand, addServeCommand } from './serve.js';
import { addModelsCommand, addTestCommand } from './test-cases.js';
import { addBackupCommand, addExportCommand, addMigrateCommand } from './transfer.js';
import { MnemeError } from '@mneme/core/domain/errors.js';

interface TrialOptions {
  readonly hooks?: string | boolean;
  readonly reader?: string | boolean;
  readonly file?: string;
  readonly bank?: string;
  readonly json?: boolean;
}

/** The trials that `mneme doctor` runs on request instead of checking the file. */
export function addDoctorTrials(command: Command): void {
  command
    .option(
      '--hooks',
      'instead, run the installed hooks once as the client does, and take back what went in',
    )
    .option(
      '--reader [command]',
      'instead, let the configured reader, or this command, read one made-up session; it may cost',
    );
}

/** Whether a trial was requested, and run. Throws what the trial throws. */
export async function ranDoctorTrial(
  options: TrialOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<boolean> {
  if (options.hooks === true) {
    const { runHookProof } = await import('./run-doctor-trials.js');
    await runHookProof(options, terminal, signal);
    return true;
  }
  if (options.reader === undefined) return false;
  const { runReaderProof } = await import('./run-doctor-trials.js');
  await runReaderProof(options, terminal, signal);
  return true;
}

/** Runs a benchmark in a separate process, for independent memory and timings. */
async function runBench(args: readonly string[]): Promise<void> {
  const main = join(packageRoot().folder, 'dist', 'bench', 'main.js');
  if (!existsSync(main)) {
    throw new MnemeError('unavailable', 'The benchmarks are not here.', {
      hint: 'They come with the repository, not with the package; there, run `npm run build` first.',
    });
  }
  const code = await new Promise<number>((resolve, reject) => {
    spawn(process.execPath, [main, ...args], { stdio: 'inherit' })
      .on('error', reject)
      .on('exit', (status) => resolve(status ?? 1));
  });
  process.exitCode = code;
}

/** `mneme setup`: finds this user's programs that can use a memory, sets them up, and tries each. */
function addSetupCommand(program: Command, terminal: Terminal, signal: AbortSignal): void {
  const command = program
    .command('setup')
    .summary('Find the programs that can use a memory, set them up and try each.')
    .description(
      'Finds Claude Code, Claude Desktop, Cursor, VS Code, Codex, Gemini CLI, OpenCode and Windsurf by their settings, puts Mneme into them, and tries each entry once on a memory that is thrown away. What does not work is put back at once. Programs that could read what is remembered into notes are looked for in PATH and offered; none is run, and none chosen without being asked. Last, the memory can be filled from transcripts, exports of chats and folders of notes that are found, and tells what it knows then.',
    )
    .option('--yes', 'set up all that is found, without asking')
    .option(
      '--for <names>',
      'only these, found or not, separated by commas',
      (names: string, before: readonly string[] = []) => [...before, ...names.split(',')],
    )
    .option(
      '--project',
      'in this folder’s project, in files that are shared: without paths of this machine',
    )
    .option(
      '--reader <who>',
      'who reads what is remembered into notes: claude, codex, gemini, llm or ollama/MODEL where it is installed, or a command',
    )
    .option(
      '--fill',
      'take in what is found: transcripts of Claude Code, exports of chats, folders of notes',
    )
    .option('--no-fill', 'take nothing in, and do not ask')
    .option('--undo', 'put the settings back as they were before')
    .option('--file <path>', 'the memory’s file')
    .option('--bank <name>', 'the bank')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ mneme setup\n      what is found, and a question before anything is changed\n  $ mneme setup --yes --for codex\n      Codex alone, without asking\n  $ mneme setup --undo\n      every file as it was before',
    )
    .action(async () => {
      const { runSetup } = await import('./run-setup.js');
      await runSetup(command.optsWithGlobals<SetupOptions>(), terminal, signal);
    });
}

/** The commands that are not operations: they manage files, processes and programs. */
export function addOwnCommands(program: Command, terminal: Terminal, signal: AbortSignal): void {
  addSetupCommand(program, terminal, signal);
  addTestCommand(program, terminal, signal);
  addCertificateCommands(program, terminal);
  addModelsCommand(program, terminal, signal);
  addComparePeerCommand(program, terminal);
  addMcpCommand(program, terminal, signal);
  addHooksCommand(program, terminal, signal);
  addServeCommand(program, signal);
  addConsoleCommand(program, signal);
  addKeysCommand(program, terminal);
  addBackupCommand(program, terminal, signal);
  addExportCommand(program, terminal, signal);
  addFilesCommand(program, terminal, signal);
  addSyncCommand(program, terminal, signal);
  addMigrateCommand(program, terminal, signal);
  addSealCommands(program, terminal, signal);
  program
    .command('demo')
    .description('Import the sample conversation into a fresh memory and ask it questions.')
    .option('--serve', 'serve it afterwards, also where no person sits at a terminal')
    .action(({ serve }: { readonly serve?: boolean }) =>
      runDemo(terminal, { serve: serve === true, signal }),
    );
  program
    .command('bench')
    .description('Measure this machine: npm run bench -- --help lists the benchmarks.')
    .argument('[args...]', 'name and options of the benchmark')
    .allowUnknownOption()
    .helpOption(false)
    .action((args: string[]) => runBench(args));
}
