import type { Command } from 'commander';
import { runBench } from './bench.js';
import { addCertificateCommands } from './certificates.js';
import { runDemo } from './demo.js';
import { addComparePeerCommand } from './compare-peer.js';
import { addConsoleCommand } from './console.js';
import { addBackupCommand } from './backups.js';
import { addExportCommand } from './export.js';
import { addHooksCommand } from './hooks.js';
import { addKeysCommand } from './keys.js';
import { addMigrateCommand } from './migrate.js';
import { addMcpCommand } from './mcp.js';
import { addModelsCommand } from './models-try.js';
import { addSetupCommand } from './setup.js';
import { addServeCommand } from './serve.js';
import { addTestCommand } from './test-cases.js';
import type { Terminal } from './terminal.js';

/** The commands that are no verb of the table: they look after files, processes and programs. */
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
  addMigrateCommand(program, terminal, signal);
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
