import { hostname } from 'node:os';
import type { Command } from 'commander';
import { type OpenFlags, openOptions, placeFlags } from './flags.js';
import { tell, type Terminal } from './process.js';
import { syncFolder } from './watch-folder.js';
import { readConfig } from '@mneme/core/config/config.js';
import { bad, bold, counted, dim, good } from '@mneme/core/format/style.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';
import { openMemory, type SyncReport } from '@mneme/mneme/index.js';

interface SyncFlags extends OpenFlags {
  readonly watch?: boolean;
  readonly preview?: boolean;
  readonly name?: string;
  readonly new?: boolean;
  readonly json?: boolean;
}

/** `mneme sync`: one memory on several machines. */
export function addSyncCommand(program: Command, terminal: Terminal, signal: AbortSignal): void {
  const command = program
    .command('sync')
    .argument('<folder>', 'the folder that the machines share; it is made if it is not there')
    .summary('Keep a memory in step with other machines, over a folder that they share.')
    .description(
      'Writes what was changed here since the last sync into the folder, sealed, and takes in what the others wrote: a disk, Syncthing, git, a mounted bucket; no server. The same change twice is one, clocks may differ, and what two machines changed differently is listed by `mneme conflicts`. Each machine is given the same passphrase, by MNEME_PASSPHRASE or MNEME_PASSPHRASE_FILE; else the key of a sealed memory is taken.',
    )
    .option('--watch', 'go on, whenever either side changes')
    .option('--preview', 'only tell what would be done')
    .option('--new', 'begin a new folder, though this memory was synced with another')
    .option('--name <name>', 'what this machine is called (default: as the system calls it)')
    .option('--bank <name>', 'the bank')
    .option('--key-command <command>', 'what prints the key of a sealed memory')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ mneme sync ~/Syncthing/memory\n  $ mneme sync /mnt/stick/memory --preview\n  $ mneme sync ~/Syncthing/memory --watch\n',
    );
  placeFlags(command).action(async (folder: string) => {
    const flags = command.optsWithGlobals<SyncFlags>();
    const passphrase = await passphraseOf(folder, flags, terminal);
    const memory = await openMemory(openOptions(flags));
    try {
      const { preview, new: anew, name = hostname() } = flags;
      const options = definedOnly({ preview, new: anew, name, passphrase, signal });
      await syncFolder(
        folder,
        memory,
        {
          sync: () => memory.devices.sync(folder, options),
          show: (report) => tell(terminal, flags.json, report, () => renderSync(report)),
          didAny: ({ sent, read }) => sent.segments + read.length > 0,
          waiting: ({ unread, left }) => [unread, left],
        },
        { terminal, signal, watch: flags.watch === true && preview !== true },
      );
    } finally {
      await memory.close();
    }
  });
}

/** Typed in where a person sits at it, and nothing else is configured. */
async function passphraseOf(
  folder: string,
  flags: SyncFlags,
  { secret, interactive }: Terminal,
): Promise<string | undefined> {
  const { passphrase, passphraseFile, key, keyFile, keyCommand } = readConfig(openOptions(flags));
  const ways = [passphrase, passphraseFile, key, keyFile, keyCommand];
  if (secret === undefined || !interactive || ways.some((way) => way !== undefined))
    return undefined;
  return secret(`Passphrase of ${folder}, the same on each machine: `);
}

const MOST_TOLD = 20;

function renderSync(report: SyncReport): string {
  const { folder, preview, sent, read, unread, left, conflicts, overruled, doubles } = report;
  const head = preview ? bold('Would be done') : good('In step');
  const records = (count: number): string => counted(count, 'record');
  return [
    `${head}: ${bold(folder)}; ${records(sent.records)} sent${read.length === 0 ? ', nothing new from others' : ''}.`,
    ...read.map((each) => `  ${each.name || each.device}  ${records(each.records)} taken in`),
    ...(doubles === 0 ? [] : [`  ${counted(doubles, 'memory', 'memories')} told on both are one`]),
    ...(report.erased === 0
      ? []
      : [`  ${counted(report.erased, 'memory', 'memories')} erased, as on another machine`]),
    ...(conflicts === 0
      ? []
      : [
          bad(`  ${counted(conflicts, 'memory', 'memories')} changed on both: \`mneme conflicts\``),
        ]),
    ...overruled
      .slice(0, MOST_TOLD)
      .map(
        ({ kind, id, field, kept, other }) =>
          `  ${kind} ${dim(id)} ${field} changed on both: ${kept}; not ${other}`,
      ),
    ...unread.map(({ device, segment, why }) =>
      bad(`  ${device}  not read from segment ${segment} on: ${why}`),
    ),
    ...left.map(({ file, why }) => dim(`  ${file}  left out: ${why}`)),
  ].join('\n');
}
