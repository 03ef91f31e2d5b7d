import { type Command, Option } from 'commander';
import { assertThere, fileSettings, type OpenFlags, openOptions, placeFlags } from './flags.js';
import {
  addCertificateOptions,
  type CertificateFlags,
  readSigning,
  writeCertificate,
} from './keys-and-certificates.js';
import { Progress, tell, type Terminal } from './process.js';
import { bad, bold, dim, good, moment, size, table } from '@mneme/core/format/style.js';
import {
  type BackupVerdict,
  MnemeError,
  openMemory,
  restoreBackup,
  verifyBackup,
} from '@mneme/mneme/index.js';
import { migrate } from '@mneme/mneme/migrate.js';
import { didYouMean } from '@mneme/mneme/open.js';

interface ExportFlags extends OpenFlags, CertificateFlags {
  readonly json?: boolean;
  readonly overwrite?: boolean;
  readonly encrypt?: boolean;
  readonly plain?: boolean;
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
      '--seal, --encrypt',
      'seal it under the passphrase of MNEME_PASSPHRASE or MNEME_PASSPHRASE_FILE, else the key of the memory; what comes from a sealed memory always is',
    )
    .addOption(new Option('--plain', 'in clear, also from a sealed memory').conflicts('encrypt'))
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
        if (memory.file.sealed && flags.plain !== true) throw toOutputInClear();
        for await (const lines of memory.care.exportLines(long)) terminal.out(lines.trimEnd());
        return;
      }
      const report = await memory.care.export(path, {
        ...long,
        ...(flags.encrypt === true || flags.plain === true
          ? { encrypt: flags.plain !== true }
          : {}),
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

const toOutputInClear = (): MnemeError =>
  new MnemeError('invalid_input', 'The memory is sealed, and standard output is in clear.', {
    field: 'path',
    value: '-',
    hint: 'Name a file, which is sealed, too; or say --plain.',
  });

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

interface BackupFlags extends OpenFlags {
  readonly json?: boolean;
  readonly overwrite?: boolean;
  readonly encrypt?: boolean;
}

interface Work {
  readonly flags: BackupFlags;
  readonly long: {
    readonly signal: AbortSignal;
    readonly onProgress: (done: number, total: number) => void;
  };
}

const INTO_A_FILE =
  'A backup is restored into a file; a server has backups of its own (docs/postgres.md).';
const OVERWRITE = 'replace a file that is there, once the new one is whole';

/** `mneme backup`: copies the whole file while it is in use, and restores it. */
export function addBackupCommand(program: Command, terminal: Terminal, signal: AbortSignal): void {
  const placed = (command: Command): Command =>
    placeFlags(command).option('--json', 'print the result as JSON');
  const run = async (
    command: Command,
    label: string,
    work: (work: Work) => Promise<void>,
  ): Promise<void> => {
    const flags = command.optsWithGlobals<BackupFlags>();
    const progress = new Progress(label, terminal.interactive && flags.json !== true);
    try {
      await work({
        flags,
        long: { signal, onProgress: (done, total) => progress.update(done, total) },
      });
    } finally {
      progress.stop();
    }
  };
  const backup = placed(program.command('backup'))
    .argument('<path>', 'where the backup is to be')
    .summary('Copy the whole file while it is in use; verify and restore copies.')
    .description(
      'Write a whole copy of the file, every bank of it, while others use it. Checksums of all of it lie inside.',
    )
    .option(
      '--encrypt',
      'seal it under the passphrase of MNEME_PASSPHRASE or MNEME_PASSPHRASE_FILE',
    )
    .option('--overwrite', OVERWRITE)
    .addHelpText(
      'after',
      '\nExamples:\n  $ mneme backup /mnt/safe/memory.backup\n  $ mneme backup verify /mnt/safe/memory.backup\n  $ mneme backup restore /mnt/safe/memory.backup --file ~/again.mneme\n',
    )
    .action((path: string) =>
      run(backup, 'backup', async ({ flags, long }) => {
        assertNoVerb(path, backup);
        assertThere(flags);
        const memory = await openMemory(openOptions(flags));
        try {
          const report = await memory.file.backup(path, {
            ...long,
            encrypt: flags.encrypt === true,
            overwrite: flags.overwrite === true,
          });
          const rows = report.manifest.banks.map(({ name, memories, sequence }) => [
            name,
            String(memories),
            String(sequence),
          ]);
          tell(terminal, flags.json, report, () =>
            [
              `${good('Backed up')} to ${bold(path)}: ${size(report.bytes)}${report.encrypted ? ', sealed' : ''}.`,
              table(['bank', 'memories', 'last change'], rows, terminal.screen),
            ].join('\n'),
          );
        } finally {
          await memory.close();
        }
      }),
    );
  const verify = placed(backup.command('verify'))
    .argument('<path>', 'the backup')
    .description(
      'Read every row of a backup and compare it with what was written down when it was made.',
    )
    .action((path: string) =>
      run(verify, 'verify', async ({ flags, long }) => {
        const verdict = await verifyBackup(path, long);
        tell(terminal, flags.json, verdict, () => told(verdict));
        if (!verdict.whole)
          throw new MnemeError('corrupt', 'The backup is damaged.', {
            hint: 'Take an older one, or make a new one.',
          });
      }),
    );
  const restore = placed(backup.command('restore'))
    .argument('<path>', 'the backup')
    .description(
      'Make the memory what it was when the backup was made. Verifies first; a memory that is there stays, unless --overwrite is given.',
    )
    .option(
      '--overwrite',
      'replace the memory that is there, in one step, once the backup has proved whole',
    )
    .action((path: string) =>
      run(restore, 'restore', async ({ flags, long }) => {
        const { file } = fileSettings(flags, INTO_A_FILE);
        const verdict = await restoreBackup(path, {
          ...long,
          file,
          overwrite: flags.overwrite === true,
        });
        tell(
          terminal,
          flags.json,
          { ...verdict, file },
          () => `${told(verdict)}\n${good('Restored')} to ${bold(file)}.`,
        );
      }),
    );
}

/** A mistyped verb would be taken for a path, and create a file of that name. */
function assertNoVerb(path: string, { commands }: Command): void {
  const meant = /^[a-z]+$/.test(path)
    ? didYouMean(
        path,
        commands.map((command) => command.name()),
      )
    : '';
  if (meant !== '')
    throw new MnemeError('invalid_input', `${path} is no verb of backup.`, {
      field: 'path',
      value: path,
      hint: `${meant} A backup into a file of that name: ./${path}`,
    });
}

function told({ path, encrypted, whole, problems, manifest }: BackupVerdict): string {
  const holds =
    manifest === null
      ? []
      : [
          dim(
            `Made ${moment(manifest.madeAt)}: ${manifest.banks.map(({ name, memories }) => `${memories} memories in ${name}`).join(', ')}.`,
          ),
        ];
  return [
    `${bold(path)}${encrypted ? ', sealed' : ''}: ${whole ? good('whole, every row as it was') : bad('damaged')}.`,
    ...problems.map((problem) => bad(`  ${problem}`)),
    ...holds,
  ].join('\n');
}
