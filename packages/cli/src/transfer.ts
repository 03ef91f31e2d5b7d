import type { Command } from 'commander';
import {
  addCertificateOptions,
  type CertificateFlags,
  readSigning,
  writeCertificate,
} from './certificates.js';
import { type OpenFlags, openOptions, placeFlags } from './open-options.js';
import { Progress, type Terminal, tell } from './process.js';
import { bold, good, size, table } from '@mneme/core/format/style.js';
import { openMemory } from '@mneme/mneme/index.js';
import { migrate } from '@mneme/mneme/migrate.js';

interface ExportFlags extends OpenFlags, CertificateFlags {
  readonly json?: boolean;
  readonly overwrite?: boolean;
  readonly encrypt?: boolean;
}

/** `mneme export`: everything in a bank, as JSON lines. */
export function addExportCommand(program: Command, terminal: Terminal, signal: AbortSignal): void {
  const command = addCertificateOptions(program.command('export'))
    .argument('<path>', 'where the export is to be; - for standard output')
    .summary('Write all that a bank holds, its past too, as lines of JSON.')
    .description(
      'Memories with their versions and both clocks, links, names, conflicts, goals, what was learned, votes, what was forgotten; and the same of each of its users. `mneme import` takes it into an empty bank, which is then equal.',
    )
    .option(
      '--encrypt',
      'seal it under the passphrase of MNEME_PASSPHRASE or MNEME_PASSPHRASE_FILE',
    )
    .option('--overwrite', 'replace a file that is there, once the new one is whole')
    .option('--bank <name>', 'the bank')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ mneme export notes.jsonl --bank notes\n  $ mneme import notes.jsonl --bank notes --file elsewhere.mneme\n',
    );
  placeFlags(command).action(async (path: string) => {
    const flags = command.optsWithGlobals<ExportFlags>();
    const key = path === '-' ? null : await readSigning(flags);
    const memory = await openMemory({ ...openOptions(flags), mustExist: true });
    const progress = new Progress(
      'export',
      terminal.interactive && flags.json !== true && path !== '-',
    );
    try {
      const long = {
        signal,
        onProgress: (done: number, total: number) => progress.update(done, total),
      };
      if (path === '-') {
        for await (const lines of memory.care.exportLines(long)) terminal.out(lines.trimEnd());
        return;
      }
      const report = await memory.care.export(path, {
        ...long,
        encrypt: flags.encrypt === true,
        overwrite: flags.overwrite === true,
      });
      progress.stop();
      if (key !== null) await writeCertificate({ exported: report }, key, memory, flags);
      const rows = Object.entries(report.records).map(([type, count]) => [type, String(count)]);
      tell(terminal, flags.json, report, () =>
        [
          `${good('Exported')} bank ${bold(report.bank)} to ${bold(path)}: ${size(report.bytes)}${report.users === 0 ? '' : `, with the memories of ${report.users} ${report.users === 1 ? 'user' : 'users'}`}${report.encrypted ? ', sealed' : ''}.`,
          table(['records', ''], rows, terminal.screen),
        ].join('\n'),
      );
    } finally {
      progress.stop();
      await memory.close();
    }
  });
}

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
