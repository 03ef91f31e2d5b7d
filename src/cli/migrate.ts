import type { Command } from 'commander';
import { migrate } from '../migrate.js';
import { bold, good, table } from '../format/style.js';
import { Progress } from './progress.js';
import type { Terminal } from './terminal.js';

interface MigrateFlags {
  readonly from: string;
  readonly to: string;
  readonly bank?: string;
  readonly json?: boolean;
}

/** `mneme migrate`: banks from a file to a server, or back. */
export function addMigrateCommand(program: Command, terminal: Terminal, signal: AbortSignal): void {
  const command = program
    .command('migrate')
    .summary('Copy banks between a file and a server, and prove that they arrived.')
    .description(
      'Copies each bank whole, its past too, and compares number, sum and answers on both sides. Run again after it was stopped, it goes on. The source is only read.',
    )
    .requiredOption('--from <place>', 'a file, or postgres://user@host/database')
    .requiredOption('--to <place>', 'a file, or postgres://user@host/database')
    .option('--bank <name>', 'this bank alone (default: all, and the keys of servers)')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ mneme migrate --from ~/memory.mneme --to postgres://me@localhost/memory\n  $ mneme migrate --from postgres://me@localhost/memory --to notes.mneme --bank notes\n',
    )
    .action(async () => {
      const { from, to, bank, json } = command.optsWithGlobals<MigrateFlags>();
      const progress = new Progress('migrate', terminal.interactive && json !== true);
      try {
        const { banks, keys } = await migrate({
          from,
          to,
          ...(bank === undefined ? {} : { banks: [bank] }),
          signal,
          onProgress: (_, done, total) => progress.update(done, total),
        });
        progress.stop();
        const rows = banks.map((each) => [
          each.bank,
          String(each.records),
          String(each.changes),
          each.sum.slice(0, 16),
          each.asked === 0 ? 'none noted' : `${each.alike} of ${each.asked} alike`,
          each.already ? 'was there' : '',
        ]);
        terminal.out(
          json === true
            ? JSON.stringify({ banks, keys }, null, 2)
            : [
                `${good('Migrated')} to ${bold(to.replace(/:[^:@/]*@/, '@'))}: ${banks.length} banks, each equal on both sides${keys === 0 ? '' : `; ${keys} keys`}.`,
                table(
                  ['bank', 'records', 'last change', 'sum', 'own questions', ''],
                  rows,
                  terminal.screen,
                ),
              ].join('\n'),
        );
      } finally {
        progress.stop();
      }
    });
}
