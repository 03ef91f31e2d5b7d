import type { Command } from 'commander';
import { openMemory } from '../index.js';
import {
  addCertificateOptions,
  readSigning,
  writeCertificate,
  type CertificateFlags,
} from './certificates.js';
import { openOptions, placeFlags, type OpenFlags } from './open-options.js';
import type { Terminal } from './terminal.js';
import { Progress } from './progress.js';
import { bold, good, size, table } from '../format/style.js';

interface ExportFlags extends OpenFlags, CertificateFlags {
  readonly json?: boolean;
  readonly overwrite?: boolean;
  readonly encrypt?: boolean;
}

/** `mneme export`: all that a bank holds, as lines of JSON. */
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
      terminal.out(
        flags.json === true
          ? JSON.stringify(report, null, 2)
          : [
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
